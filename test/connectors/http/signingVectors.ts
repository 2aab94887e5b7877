type Vector = readonly [
  name: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | null,
  signature: string,
];

/** AWS's test suite for Signature Version 4, without cases of two headers with one name. */
export const VECTORS: readonly Vector[] = [
  ['get-vanilla', 'GET', '/', {}, null, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'get-vanilla-empty-query-key',
    'GET',
    '/?Param1=value1',
    {},
    null,
    'a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb',
  ],
  [
    'get-vanilla-query-order-key-case',
    'GET',
    '/?Param2=value2&Param1=value1',
    {},
    null,
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
  [
    'get-unreserved',
    'GET',
    '/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
    {},
    null,
    '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f',
  ],
  ['post-vanilla', 'POST', '/', {}, null, '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  [
    'post-vanilla-query',
    'POST',
    '/?Param1=value1',
    {},
    null,
    '28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11',
  ],
  [
    'post-x-www-form-urlencoded',
    'POST',
    '/',
    { 'content-type': 'application/x-www-form-urlencoded' },
    'Param1=value1',
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
];
