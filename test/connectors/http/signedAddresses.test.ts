import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signRequest } from '../../../src/connectors/http/signing.ts';

/*
 * Addresses and bodies that are easy to sign incorrectly (Signature Version 4, "create a canonical request"), against a
 * service that computes the signature from the received bytes.
 */

const NOW = new Date('2015-08-30T12:36:00Z');
const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const fields = {
  accessKeyId: { field: 'id' },
  secretAccessKey: { field: 'secret' },
  sessionToken: { field: 'session' },
} as const;

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const uriEncode = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => {
    const char = String.fromCharCode(byte);
    return /[A-Za-z0-9._~-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');

/** S3 takes the path unchanged; other services encode it again, without empty segments. */
const canonicalPath = (path: string, service: string): string =>
  service === 's3'
    ? decodeURIComponent(path).split('/').map(uriEncode).join('/')
    : path.replace(/\/+/g, '/').split('/').map(uriEncode).join('/');

const order = (a: string, b: string): number => Number(a > b) - Number(a < b);
const canonicalQuery = (query: string): string =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [, key = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
      return [uriEncode(decodeURIComponent(key)), uriEncode(decodeURIComponent(value))] as const;
    })
    .sort(([a, x], [b, y]) => order(a, b) || order(x, y))
    .map((pair) => pair.join('='))
    .join('&');

type Sent = Awaited<ReturnType<typeof signRequest>>;

function signatureOf({ method, url, headers, body }: Sent, service: string): string {
  const [, path = '', query = ''] = /^https:\/\/[^/]+([^?]*)\??(.*)$/.exec(url) ?? [];
  const known: Record<string, string | undefined> = { host: new URL(url).host, ...headers };
  const names = /SignedHeaders=([^,]+)/.exec(headers['authorization'] ?? '')?.[1] ?? '';
  const lines = names.split(';').map((name) => `${name}:${known[name]?.trim().replace(/ +/g, ' ')}\n`);
  const canonical = [
    ...[method, canonicalPath(path, service), canonicalQuery(query), lines.join(''), names],
    sha256(body ?? ''),
  ].join('\n');
  const scope = `20150830/us-east-1/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', '20150830T123600Z', scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET}`, '20150830'), 'us-east-1'), service), 'aws4_request');
  return hmac(key, text).toString('hex');
}

const PATHS = [
  ...['/', '/a', '/a/', '/a%20b', '/a%2Bb', '/a+b', '/%C3%A9', '/%E2%82%AC%F0%9F%98%80', '/a%2Fb', '/a%252Fb', '/%25'],
  ...[
    '/a%21%27%28%29%2A',
    "/a!'()*",
    '/a:b@c',
    '/a;b=c,d',
    '/$&',
    '/a~b_c-d.e',
    '/a%7Eb',
    '/caf%c3%a9',
    '/a//b',
    '/a%3Fb',
  ],
  ...['/a%23b', '/a%5Bb%5D', '/%7Bid%7D', '/a|b', '/a.b/..c', '/arn%3Aaws%3As3%3A%3A%3Ab', '/_search', '/a%00b'],
];
const QUERIES = [
  ...[
    '',
    'a=1',
    'a=',
    'a',
    'acl',
    'b=2&a=1',
    'a=2&a=1',
    'a=1&a=1',
    'A=1&a=2',
    'a=%20',
    'a=%2B',
    'a=%26%3D',
    'a=b=c',
    'a=/:?@',
  ],
  ...[
    'a=%C3%A9',
    'a=%F0%9F%98%80',
    '%C3%A9=1',
    'a%5B0%5D=x&a%5B1%5D=y',
    'a-b=1&a.b=2&a_b=3&a~b=4',
    'a=%21%27%28%29%2A',
  ],
  ...['list-type=2&prefix=a%2Fb', 'Action=X&Version=2012-11-05', 'a=1&a1=1&a%20=1', 'a=1%2C2', 'a=x|y', 'a=1;b=2'],
];
const BODIES: ReadonlyArray<string | Uint8Array | null> = [null, '', '{"a":1.50}', 'é€😀', Uint8Array.of(0, 255, 128)];
const SERVICES = ['s3', 'execute-api', 'es', 'dynamodb'];
/** URLs that S3 treats differently: `+` in a path is a space, and only the first of repeated query keys counts. */
const isReadOtherwise = (service: string, path: string, query: string): boolean =>
  service === 's3' && (path.includes('+') || /(?:^|&)a=.*&a=/.test(query));

describe.each(SERVICES)('%s accepts the signature', (service) => {
  const wrongOf = async (
    method: string,
    address: string,
    body: string | Uint8Array | null,
    values: [string, string][],
  ) => {
    const signing = { kind: 'aws-sigv4', service, region: 'us-east-1', ...fields } as const;
    const all = new Map([['id', 'AKIDEXAMPLE'], ['secret', SECRET], ...values] as const);
    const request = {
      method,
      url: `https://x.amazonaws.com${address}`,
      headers: { 'content-type': 'text/x;  a=b' },
      body,
    };
    const sent = await signRequest(request, signing, all, NOW);
    const isGood = sent.headers['authorization']?.endsWith(`Signature=${signatureOf(sent, service)}`) === true;
    const isSame = sent.url === request.url && sent.body === body;
    return isGood && isSame ? [] : [{ address, sent: sent.url, isGood }];
  };
  const wrongAmong = async (cases: ReadonlyArray<Parameters<typeof wrongOf>>) => {
    process.stdout.write(`${cases.length} requests to ${service}\n`);
    return (await Promise.all(cases.map((each) => wrongOf(...each)))).flat();
  };

  it('of each path and query', async () => {
    const pairs = [
      ...PATHS.flatMap((path) => ['', 'b=2&a='].map((query) => [path, query] as const)),
      ...QUERIES.flatMap((query) => ['/', '/a%20b'].map((path) => [path, query] as const)),
    ].filter(([path, query]) => !isReadOtherwise(service, path, query));
    const addresses = pairs.map(([path, query]) => (query === '' ? path : `${path}?${query}`));
    expect(await wrongAmong(addresses.map((address) => ['GET', address, null, []]))).toEqual([]);
  });

  it('of each body and method, with a session token and without', async () => {
    const cases = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'].flatMap((method) =>
      BODIES.flatMap((body) =>
        [[], [['session', 'to/k+e=n']] satisfies [string, string][]].map(
          (values): Parameters<typeof wrongOf> => [...([method, '/a?b=c', body] as const), values],
        ),
      ),
    );
    expect(await wrongAmong(cases)).toEqual([]);
  });
});
