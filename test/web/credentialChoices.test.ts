import { expect, it } from 'vitest';
import { chooseFrom, typedInto } from '../../web/src/pages/stacks/credentials/choices.ts';
import { lackingIn } from '../../web/src/pages/stacks/servers/lacking.ts';

const field = (id: string, more: object = {}) => ({
  ...{ id, name: `The ${id}`, description: '', isRequired: false, toolCount: 0 },
  ...{ isSecret: true, mayBeEmpty: false, link: null, signIn: null },
  ...more,
});

const signIn = { redirectUrl: null, providerUrl: null, scopes: [], clientFieldIds: ['client'] };
const FIELDS = [
  field('key'),
  field('user'),
  field('pass'),
  field('token', { signIn }),
  field('client'),
  field('region'),
  field('tenant', { isRequired: true }),
];
const CHOICES = [
  { fieldIds: ['key'], toolCount: 5 },
  { fieldIds: ['user', 'pass'], toolCount: 5 },
  { fieldIds: ['token'], toolCount: 2 },
];

const shown = (added: readonly string[], key: string | null, choices = CHOICES) => {
  const server = { credentialFields: FIELDS, credentialChoices: choices };
  const { chosen, fields, isNeeded } = chooseFrom(server, ({ id }) => added.includes(id), key);
  const idsOf = (some: typeof fields) => some.map(({ id }) => id).join(' ');
  return { label: chosen?.label ?? null, fields: idsOf(fields), needed: idsOf(fields.filter(isNeeded)) };
};

it.each([
  ['nothing is there: the one for most tools', [], null, 'The key', 'key region tenant', 'key tenant'],
  ['one is there', ['user', 'pass'], null, 'The user and The pass', 'user pass region tenant', 'user pass tenant'],
  ['one is there in part only', ['user'], null, 'The key', 'key region tenant', 'key tenant'],
  [
    'another is chosen, with its application',
    ['key'],
    'token',
    'Sign in: The token',
    'token client region tenant',
    'token client tenant',
  ],
])('shows one of several alternatives if %s', (_when, added, key, label, fields, needed) => {
  expect(shown(added, key)).toEqual({ label, fields, needed });
});

it('shows every field if there is no choice', () => {
  const all = 'key user pass token client region tenant';
  for (const choices of [[], CHOICES.slice(0, 1)]) {
    expect(shown([], null, choices)).toEqual({ label: null, fields: all, needed: 'tenant' });
  }
});

it('sends nothing that was typed under another choice', () => {
  const { fields } = chooseFrom({ credentialFields: FIELDS, credentialChoices: CHOICES }, () => false, 'user,pass');
  const values = { key: 'typed before', user: 'ann', pass: '' };
  expect(typedInto(fields, values, new Set())).toEqual({ user: 'ann' });
  expect(typedInto(fields, values, new Set(['pass', 'key']))).toEqual({ user: 'ann', pass: '' });
});

it.each([
  ['no set is named', [], [], null],
  ['its only credential is there', [['user']], ['user'], null],
  ['another tool’s is there', [['user']], ['key'], 'The user'],
  ['one of its sets is whole', [['key'], ['user', 'pass']], ['user', 'pass'], null],
  ['none of its sets is whole', [['key'], ['user', 'pass']], ['user'], 'The key or The pass'],
])('says what a tool lacks: %s', (_name, sets, added, lacking) => {
  const optional = FIELDS.map(({ id }) => ({ fieldId: id, state: added.includes(id) ? 'ADDED' : 'MISSING' }));
  const credentialSets = sets.map((fieldIds) => ({ fieldIds }));
  const placed = { server: { credentialFields: FIELDS }, credentialStatus: { required: [], optional } };
  expect(lackingIn({ credentialSets }, { ...placed, credentialMode: 'STACK' })).toBe(lacking);
  expect(lackingIn({ credentialSets }, { ...placed, credentialMode: 'USER_THEN_STACK' })).toBeNull();
});
