import { createPrivateKey, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  ATTENUATED_CHARS_MAX,
  ATTENUATIONS_MAX,
  attenuateToken,
  endUserWithin,
  isAttenuated,
  isAttenuationId,
  isProven,
  type Limits,
  limitsSchema,
  readTokenBody,
  splitAttenuated,
} from '../../../src/core/kernel/attenuation.ts';

/** RFC 8037, appendix A.1: a publicly known key. */
const JWK = {
  kty: 'OKP',
  crv: 'Ed25519',
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
};
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const SIGNED = `${encode({ alg: 'EdDSA', kid: 'k', typ: 'toolyard-stack+jwt' })}.${encode({ jti: 'token_1' })}`;
const SIGNATURE = sign(null, Buffer.from(SIGNED), createPrivateKey({ key: JWK, format: 'jwk' }));
const TOKEN = `${SIGNED}.${SIGNATURE.toString('base64url')}`;

/** Tokens made by the program of docs/tokens.md, restricted once and twice. Its JSON has spaces. */
const ONCE =
  'eyJhbGciOiJFZERTQSIsImtpZCI6ImsiLCJ0eXAiOiJ0b29seWFyZC1zdGFjaytqd3QifQ.eyJqdGkiOiJ0b2tlbl8xIn0.eyJ0b' +
  '29scyI6IFsiZ2l0aHViX2dldF8qIl0sICJ3aGVuIjogImlucHV0Lm93bmVyID09IFwiYWNtZVwiIn0.H5AyA8tv23d8M_DeV5KGD' +
  'vHD94gmIPGdaAwuNBmjyxI';
const TWICE =
  'eyJhbGciOiJFZERTQSIsImtpZCI6ImsiLCJ0eXAiOiJ0b29seWFyZC1zdGFjaytqd3QifQ.eyJqdGkiOiJ0b2tlbl8xIn0.eyJ0b' +
  '29scyI6IFsiZ2l0aHViX2dldF8qIl0sICJ3aGVuIjogImlucHV0Lm93bmVyID09IFwiYWNtZVwiIn0.eyJlbmRfdXNlciI6ICJhb' +
  'm4iLCAiY2FsbHMiOiA1LCAiZXhwIjogMTgwMDAwMDAwMH0.A8ERiErqmnaUhsXvJUXpVVbd2ACWNLHy8xYPgetkVMw';

/** Whether the holder could have derived a text from the token; a parseable chain is not enough. */
function isGood(token: string): boolean {
  const parts = splitAttenuated(token);
  return parts !== null && readTokenBody(parts.body) !== null && isProven(parts.body, parts.tag, SIGNATURE);
}

const attenuatedBy = (...chain: readonly Limits[]) => chain.reduce(attenuateToken, TOKEN);
const A: Limits = { tools: ['a_*'] };
const B: Limits = { end_user: 'ann', calls: 3, exp: 2_000_000_000 };
const C: Limits = { when: 'input.amount < 10' };

describe('an attenuated token', () => {
  it('matches known answers that a Python program computed', () => {
    const [first, second] = readTokenBody(splitAttenuated(TWICE)?.body ?? '')?.attenuations ?? [];
    expect(first?.limits).toEqual({ tools: ['github_get_*'], when: 'input.owner == "acme"' });
    expect(second?.limits).toEqual({ end_user: 'ann', calls: 5, exp: 1_800_000_000 });
    expect([isGood(ONCE), isGood(TWICE)]).toEqual([true, true]);
    expect(attenuateToken(TOKEN, { calls: 1 })).toBe(
      `${SIGNED}.eyJjYWxscyI6MX0.Bxew54HSA9OTIOjF-zmcnnpshjchZt6Kf_0tqbMdWVE`,
    );
    expect(readTokenBody(splitAttenuated(TWICE)?.body ?? '')?.attenuations.map(({ id }) => id)).toEqual([
      'attenuation_473666f16218e2f4021c7101ed594d1d',
      'attenuation_e4a7c206e568faa618b7ab59679cbebc',
    ]);
  });

  it('differs from a stack token by its last part', () => {
    expect([isAttenuated(TOKEN), isAttenuated(ONCE), isAttenuated(''), isAttenuated('.')]).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  it('contains neither the stack token nor a signature for fewer limits', () => {
    const chain = [attenuatedBy(A), attenuatedBy(A, B), attenuatedBy(A, B, C)];
    const secrets = [TOKEN, ...chain].map((token) => token.slice(token.lastIndexOf('.') + 1));
    expect(new Set(secrets).size).toBe(4);
    for (const [at, token] of chain.entries())
      for (const secret of secrets.slice(0, at + 1)) expect(token).not.toContain(secret);
  });

  it('cannot be widened with its content', () => {
    const [head = '', payload = '', a = '', b = '', c = '', tag = ''] = attenuatedBy(A, B, C).split('.');
    const tagOf = (token: string) => token.slice(token.lastIndexOf('.') + 1);
    const other = encode({ tools: ['*'] });
    const forged = [
      ...[[a, b], [a, c], [b, c], [a], [b], [c], []].map((links) => [head, payload, ...links, tag]),
      ...[
        [b, a, c],
        [a, c, b],
        [c, b, a],
        [a, a, b, c],
        [a, b, c, c],
      ].map((links) => [head, payload, ...links, tag]),
      ...[
        [other, b, c],
        [a, other, c],
        [a, b, other],
      ].map((links) => [head, payload, ...links, tag]),
      [head, payload, a, b, c, tagOf(attenuatedBy(A, B))],
      [head, payload, a, b, tagOf(attenuateToken(attenuatedBy(A, B, C), {}))],
      [head, encode({ jti: 'token_2' }), a, b, c, tag],
      [encode({ alg: 'none' }), payload, a, b, c, tag],
      [head, payload, a, b, c, tagOf(attenuateToken(`${SIGNED}.${'A'.repeat(86)}`, C))],
      [head, payload, a, b, c, 'A'.repeat(43)],
      [head, payload, a, b, c, tag.slice(0, -1)],
      [head, payload, a, b, c, ''],
    ].map((parts) => parts.join('.'));
    expect(forged.filter(isGood)).toEqual([]);
    expect(isGood([head, payload, a, b, c, tag].join('.'))).toBe(true);
  });

  it('is refused with any character changed', () => {
    const token = attenuatedBy(A, B);
    // Four of the six bits of the tag's last character have no meaning.
    const changed = [...token].slice(0, -1).map((char, at) => {
      const other = char === 'A' ? 'B' : 'A';
      return `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
    });
    expect(changed.filter(isGood)).toEqual([]);
  });

  it.each<[string, object]>([
    ['an unknown member', { tool: ['a'] }],
    ['no tools', { tools: [] }],
    ['an invalid tool', { tools: ['a b'] }],
    ['a string as tools', { tools: '*' }],
    ['101 tools', { tools: Array.from({ length: 101 }, (_, at) => `t${at}`) }],
    ['no condition', { when: '' }],
    ['a long condition', { when: 'x'.repeat(1_001) }],
    ['no end user', { end_user: '' }],
    ['no calls', { calls: 0 }],
    ['half a call', { calls: 1.5 }],
    ['a date', { exp: '2027-01-01' }],
    ['null', { calls: null }],
    ['a list', []],
  ])('is refused with %s, even if signed correctly', (_name, limits) => {
    const at = TOKEN.lastIndexOf('.');
    const text = attenuateToken(`${TOKEN.slice(0, at)}.${TOKEN.slice(at + 1)}`, limits as Limits);
    const parts = splitAttenuated(text);
    expect(parts && isProven(parts.body, parts.tag, SIGNATURE)).toBe(true);
    expect(isGood(text)).toBe(false);
  });

  it('has a maximum depth and length', () => {
    const times = (count: number, limits: Limits = {}) => attenuatedBy(...Array.from({ length: count }, () => limits));
    expect([isGood(times(ATTENUATIONS_MAX)), isGood(times(ATTENUATIONS_MAX + 1))]).toEqual([true, false]);
    const tools = Array.from({ length: 60 }, (_, at) => `${'t'.repeat(60)}${at}`);
    const [one, two] = [times(1, { tools }), times(2, { tools })];
    expect([one.length < ATTENUATED_CHARS_MAX, two.length > ATTENUATED_CHARS_MAX]).toEqual([true, true]);
    expect([isGood(one), isGood(two)]).toEqual([true, false]);
    const when = (chars: number): Limits => ({ when: 'x'.repeat(chars) });
    expect([
      isGood(attenuatedBy(when(1_000), when(1_000))),
      isGood(attenuatedBy(when(1_000), when(1_000), when(1))),
    ]).toEqual([true, false]);
  });
});

const tool = (chars: number): Limits => ({ tools: ['t'.repeat(chars)] });
it.each<[string, (size: number) => object, number, number]>([
  ['tools', (size) => ({ tools: Array.from({ length: size }, (_, at) => `t${at}`) }), 1, 100],
  ['characters of a tool', tool, 1, 64],
  ['characters of a condition', (size) => ({ when: 'x'.repeat(size) }), 1, 1_000],
  ['calls', (size) => ({ calls: size }), 1, 1_000_000_000],
  ['seconds until the end', (size) => ({ exp: size }), 1, 253_402_300_799],
  ['characters of a nonce', (size) => ({ nonce: 'n'.repeat(size) }), 1, 64],
])('an attenuation has content within bounds: %s', (_name, limitsOf, min, max) => {
  const isAccepted = (size: number) => limitsSchema.safeParse(limitsOf(size)).success;
  expect([min - 1, min, max, max + 1].map(isAccepted)).toEqual([false, true, true, false]);
});

it.each([{ tools: ['a b'] }, { tools: [' a'] }, { tools: ['a '] }, { nonce: ' n' }, { nonce: 'n ' }, { nonce: 'n.' }])(
  'an attenuation allows only certain characters: %j',
  (limits) => {
    const { error } = limitsSchema.safeParse(limits);
    expect(error?.issues[0]?.message).toMatch(/^must be (a tool id|1 to 64 letters)/);
  },
);

it('an attenuated token has a body of at most 8,192 characters, and a signed tag', () => {
  // Header and claims aren't checked here.
  const padded = (chars: number) => `${SIGNED.padEnd(chars - 4, 'A')}.${encode({})}`;
  expect([padded(8_192).length, readTokenBody(padded(8_192)) !== null]).toEqual([8_192, true]);
  expect(readTokenBody(padded(8_193))).toBeNull();
  for (const body of [SIGNED, `${SIGNED}.`, `.${SIGNED}`, ` ${padded(200)}`, `${padded(200)} `, `${SIGNED}.{}`])
    expect(readTokenBody(body)?.attenuations.length ?? 0, body).toBe(0);
  expect([readTokenBody(` ${padded(200)}`), readTokenBody(`${padded(200)} `)]).toEqual([null, null]);
  const tagged = (chars: number) => `${'a'.repeat(chars - 44)}.${'t'.repeat(43)}`;
  expect(splitAttenuated(tagged(8_192))).toEqual({ body: 'a'.repeat(8_148), tag: 't'.repeat(43) });
  expect(splitAttenuated(tagged(8_193))).toBeNull();
  expect(splitAttenuated('a'.repeat(100))).toBeNull();
});

it('without a condition, no condition characters count', () => {
  expect(isGood(attenuatedBy({ when: 'x'.repeat(1_000) }, {}, { when: 'x'.repeat(1_000) }, {}))).toBe(true);
});

it.each([
  [`attenuation_${'0a'.repeat(16)}`, true],
  [`attenuation_${'0a'.repeat(16)}0`, false],
  [`attenuation_${'0a'.repeat(15)}0`, false],
  [`attenuation_${'0A'.repeat(16)}`, false],
  [`x_attenuation_${'0a'.repeat(16)}`, false],
  ['', false],
])('an attenuation id: %s', (text, expected) => {
  expect(isAttenuationId(text)).toBe(expected);
});

it.each<[string | null, readonly Limits[], string | null]>([
  [null, [], null],
  [null, [{}], null],
  ['ann', [], 'ann'],
  ['ann', [{}], 'ann'],
  [null, [{ end_user: 'ann' }, {}], 'ann'],
  ['ann', [{ end_user: 'ann' }, { end_user: 'ann' }], 'ann'],
  ['ann', [{ end_user: 'bob' }], ''],
  [null, [{ end_user: 'ann' }, {}, { end_user: 'bob' }], ''],
])('the end user %s within %j is %s', (own, chain, expected) => {
  const { attenuations = [] } = readTokenBody(splitAttenuated(attenuatedBy({}, ...chain))?.body ?? '') ?? {};
  expect(endUserWithin(own, attenuations)).toBe(expected);
});
