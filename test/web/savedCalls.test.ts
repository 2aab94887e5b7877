import { describe, expect, it } from 'vitest';
import { ALWAYS_REDACTED } from '../../src/core/callContents/redact.ts';
import { inputOfLink, linkPartOf } from '../../web/src/pages/playground/saved/link.ts';
import { withoutSecrets } from '../../web/src/pages/playground/saved/secrets.ts';

/** The definitions that a schema's references point to. */
const pick = (schema: object) =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key === '$defs' || key === 'definitions'));

describe('arguments in storage or a link', () => {
  const password = { type: 'string', format: 'password' };
  const SCHEMAS: readonly object[] = [
    { properties: { it: password } },
    { properties: { it: { type: 'string', writeOnly: true } } },
    { properties: { it: { anyOf: [password, { type: 'null' }] } } },
    { properties: { it: { oneOf: [{ type: 'null' }, { allOf: [password] }] } } },
    { properties: { it: { $ref: '#/$defs/key' } }, $defs: { key: password } },
    { allOf: [{ properties: { it: password } }] },
    { anyOf: [{ $ref: '#/definitions/all' }], definitions: { all: { properties: { it: password } } } },
    { additionalProperties: password },
    { properties: { it: { $ref: '#/$defs/a' } }, $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, password] } } },
  ];
  it.each(SCHEMAS)('omit what %j describes', (schema) => {
    expect(withoutSecrets({ it: 'hidden' }, schema)).toEqual({});
    expect(
      withoutSecrets({ list: [{ it: 'hidden' }] }, { properties: { list: { items: schema } }, ...pick(schema) }),
    ).toEqual({ list: [{}] });
  });
  it('omit items that are secrets', () => {
    const schema = { properties: { them: { type: 'array', items: password } } };
    expect(withoutSecrets({ them: ['hidden'] }, schema)).toEqual({ them: [] });
  });
  it.each(['github_token', 'newPassword', 'X-Api-Key', 'DB_PASSWORD', 'webhookSecret'])('omit %s', (name) => {
    expect(withoutSecrets({ [name]: 'hidden', max_tokens: 5 }, {})).toEqual({ max_tokens: 5 });
  });

  it.each(ALWAYS_REDACTED)('omit a member called %s, at any depth', (name) => {
    const spelled = [name, name.toUpperCase(), name.replaceAll('_', '-')];
    for (const each of spelled) {
      const input = { [each]: 'hidden', list: [{ [each]: 'hidden', kept: 1 }], deep: { [each]: { x: 'hidden' } } };
      expect(withoutSecrets(input, {})).toEqual({ list: [{ kept: 1 }], deep: {} });
    }
  });

  it('omit what the schema marks as secret, and what the service redacted', () => {
    const pin = { type: 'string', format: 'password' };
    const key = { type: 'string', writeOnly: true };
    const schema = { properties: { pin, list: { items: { properties: { key } } } } };
    const input = { pin: '1', name: 'n', list: [{ key: 'k', name: 'm' }, '[redacted]'], gone: '[redacted]' };
    expect(withoutSecrets(input, schema)).toEqual({ name: 'n', list: [{ name: 'm' }] });
  });
});

describe('a link with arguments', () => {
  it.each([
    {},
    { a: 1, b: [true, null, { c: 'd' }] },
    { text: 'é 🙂 + / = & # % " \n ?' },
    JSON.parse('{"__proto__":{"x":1}}'),
  ])('restores %j', (input) => {
    const part = linkPartOf(input);
    expect(new URL(`https://toolyard.test/playground?tool=t#${part}`).search).toBe('?tool=t');
    expect(inputOfLink(`#${part}`)).toEqual(input);
  });

  it('isn’t created beyond the length that programs pass on', () => {
    expect(linkPartOf({ text: 'x'.repeat(10_000) })).toBeNull();
  });

  it.each(['', '#', '#args=', '#args=%%%', '#args=!!!', '#args=W10', '#other=e30', `#args=${'A'.repeat(9_000)}`])(
    'is ignored if it contains %j',
    (hash) => {
      expect(inputOfLink(hash)).toBeNull();
    },
  );
});
