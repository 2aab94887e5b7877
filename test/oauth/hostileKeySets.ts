import type { JWK } from 'jose';

/** The body with a provider's published keys, built from its signing key. */
type KeySet = (own: JWK) => string;

const set = (...keys: readonly unknown[]): string => JSON.stringify({ keys });
const many = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));

/** Bodies that aren't key sets. */
const NO_SETS: Readonly<Record<string, string>> = {
  ...{ nothing: '', 'no JSON': '<html>', 'a list': '[]', 'a text': '"keys"', null: 'null', 'an empty object': '{}' },
  ...{
    'keys that are null': '{"keys":null}',
    'keys in an object': '{"keys":{"0":{}}}',
    'a text of keys': '{"keys":"x"}',
  },
  'a length and no list': '{"keys":{"length":1e9}}',
  'keys of the prototype': '{"__proto__":{"keys":[]}}',
  'nesting without end': `{"keys":${'['.repeat(30_000)}`,
  'lists in lists': `{"keys":${'['.repeat(100)}${']'.repeat(100)}}`,
  'bytes that are no text': '{"keys":[{"kty":"\ud800"}]}',
};

/** Unusual members of a key, replacing those of the provider's key. */
const ODD_MEMBERS: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    [0, null, [], {}, 'rsa', 'RSA ', 'oct', 'AKP', '__proto__', 'constructor', 'x'.repeat(30_000)].map((kty) => [
      `the kind ${JSON.stringify(kty).slice(0, 20)}`,
      { kty },
    ]),
  ),
  'a modulus of 49,152 characters': { n: 'w'.repeat(49_152) },
  'a modulus of 683 characters': { n: `_${'w'.repeat(682)}` },
  'a modulus of 684 characters': { n: `_${'w'.repeat(683)}` },
  'a modulus of zeros': { n: 'A'.repeat(400) },
  'a modulus that is small behind zeros': { n: `${'A'.repeat(398)}Aw` },
  'an even modulus': { n: `_${'w'.repeat(340)}A` },
  'a modulus in a list': { n: ['w'.repeat(400)] },
  'a modulus with signs': { n: `${'w'.repeat(399)}=` },
  ...Object.fromEntries(
    ['', 'AA', 'AQ', 'Aw', 'AAEAAQ', 'w'.repeat(40_000), 65_537, null, ['AQAB']].map((e) => [
      `the exponent ${String(JSON.stringify(e)).slice(0, 12)}`,
      { e },
    ]),
  ),
  ...Object.fromEntries(
    [0, {}, '', 'x'.repeat(129), '\u0000', 'one\n', ['one'], true].map((kid) => [
      `the name ${String(JSON.stringify(kid)).slice(0, 12)}`,
      { kid },
    ]),
  ),
  ...Object.fromEntries(
    ['none', 'HS256', 'ES256', 'RSA-OAEP', ['RS256'], 'RS256\n', 'rs256', 0].map((alg) => [
      `the algorithm ${JSON.stringify(alg)}`,
      { alg },
    ]),
  ),
  ...Object.fromEntries(['enc', '', ['sig'], null, 'SIG'].map((use) => [`the use ${JSON.stringify(use)}`, { use }])),
};

const coordinate = (bytes: number, last = 0): string =>
  Buffer.concat([Buffer.alloc(bytes - 1), Buffer.of(last)]).toString('base64url');
/** The order of the field of P-256 (FIPS 186-5). */
const FIELD = Buffer.from('ffffffff00000001000000000000000000000000ffffffffffffffffffffffff', 'hex').toString(
  'base64url',
);

/** Unsupported kinds of keys. */
const NO_KEYS: Readonly<Record<string, object>> = {
  'a point off the curve': { kty: 'EC', crv: 'P-256', x: coordinate(32, 5), y: coordinate(32, 5) },
  'the point zero': { kty: 'EC', crv: 'P-256', x: coordinate(32), y: coordinate(32) },
  'a point beyond the field': { kty: 'EC', crv: 'P-256', x: FIELD, y: coordinate(32, 1) },
  'a point of another curve': { kty: 'EC', crv: 'P-384', x: coordinate(32, 5), y: coordinate(32, 5) },
  'coordinates that are long': { kty: 'EC', crv: 'P-521', x: coordinate(66, 1), y: coordinate(66, 2) },
  'another curve': { kty: 'EC', crv: 'secp256k1', x: coordinate(32, 1), y: coordinate(32, 2) },
  'no curve': { kty: 'EC', x: coordinate(32, 1), y: coordinate(32, 2) },
  'a key for agreement': { kty: 'OKP', crv: 'X25519', x: coordinate(32, 9) },
  'a point of small order': {
    kty: 'OKP',
    crv: 'Ed25519',
    x: Buffer.concat([Buffer.of(1), Buffer.alloc(31)]).toString('base64url'),
  },
  'an Ed25519 key that is long': { kty: 'OKP', crv: 'Ed25519', x: coordinate(66, 1) },
  'a key of another Edwards curve': { kty: 'OKP', crv: 'Ed448', x: coordinate(57, 1) },
  'a symmetric key': { kty: 'oct', k: 'c2VjcmV0' },
};

const strange = (at: number) => ({
  kty: 'EC',
  crv: 'P-256',
  x: coordinate(32, at % 250),
  y: coordinate(32, 1),
  kid: `k${at}`,
});

/** Key sets, keyed by their irregularity. With those in `GOOD`, a JWT of the provider's key is still accepted. */
export const HOSTILE_SETS: Readonly<Record<string, KeySet>> = {
  ...Object.fromEntries(Object.entries(NO_SETS).map(([label, body]) => [label, () => body])),
  ...Object.fromEntries(
    Object.entries(ODD_MEMBERS).map(([label, odd]): [string, KeySet] => [label, (own) => set({ ...own, ...odd })]),
  ),
  ...Object.fromEntries(Object.entries(NO_KEYS).map(([label, key]) => [label, () => set({ ...key, kid: 'one' })])),
  'four of one name': (own) => set(own, ...many(3, () => ({ ...own, n: `_${'w'.repeat(341)}` }))),
  'its own key behind a hundred': (own) => set(...many(100, strange), own),
  'twenty thousand empty keys': (own) => set(...many(20_000, () => ({})), own),
  'seven hundred keys of a kind': () => set(...many(700, strange)),
  'more than may be read': (own) => set(own, { padding: 'x'.repeat(70_000) }),
};

const NOT_KEYS = [null, 0, 'x', [], {}, { kty: {} }, ...Object.values(NO_KEYS)];
export const GOOD: Readonly<Record<string, KeySet>> = {
  'its own key among what is none': (own) => set(...NOT_KEYS, own, ...NOT_KEYS),
  'its own key behind 99': (own) => set(...many(99, strange), own),
  'its own key with addresses of others': (own) =>
    set({ ...own, x5u: 'http://127.0.0.1:9/', jku: 'http://127.0.0.1:9/', x5c: ['x'.repeat(20_000)] }),
  'its own key with 50 KB beside it': (own) => set({ ...own, padding: 'x'.repeat(50_000) }),
  'its own key and two others of its name': (own) => set(...many(2, () => ({ ...own, n: `_${'w'.repeat(341)}` })), own),
};
