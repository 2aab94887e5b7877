import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { documentNesting } from '../../src/graphql/execution/nesting.ts';
import { asksOnlyForPublic, PUBLIC_FIELDS } from '../../src/graphql/execution/publicFields.ts';
import {
  ANY_DOCUMENT,
  createTrustedDocuments,
  documentIdIn,
  type NamedDocument,
} from '../../src/graphql/execution/trustedDocuments.ts';

/* The rules for running a document. `trustedDocuments.test.ts` and `gate.test.ts` send documents to a service. */

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const [LISTED, SECOND, OWN, OTHER] = ['{ listed }', '{ second }', '{ own }', '{ other }'] as const;
const FILE = new Map([
  ['first', LISTED],
  ['two', SECOND],
  // An id that is another document's digest counts as an id.
  [digest(LISTED), SECOND],
]);

describe('a document', () => {
  const any = createTrustedDocuments(FILE, null);
  const only = createTrustedDocuments(FILE, [digest(OWN)]);
  const none = createTrustedDocuments(new Map(), []);
  const [unknown, unlisted, unsupported] = ['NOT_FOUND', 'ONLY', 'NOT_SUPPORTED'];

  it.each<
    [string, NamedDocument, any: string | null, only: string | null, none: string | null, without: string | null]
  >([
    ['that is sent', { id: null, text: OTHER }, OTHER, unlisted, unlisted, OTHER],
    ['of our own clients', { id: null, text: OWN }, OWN, OWN, unlisted, OWN],
    ['of the file, sent', { id: null, text: LISTED }, LISTED, LISTED, unlisted, LISTED],
    [
      'of the file, sent with a blank more',
      { id: null, text: `${LISTED} ` },
      `${LISTED} `,
      unlisted,
      unlisted,
      `${LISTED} `,
    ],
    ['that is empty', { id: null, text: '' }, '', unlisted, unlisted, ''],
    ['that is sent with the name of one', { id: 'first', text: OTHER }, OTHER, unlisted, unlisted, OTHER],
    ['named', { id: 'first', text: null }, LISTED, LISTED, unknown, unsupported],
    ['named by its digest', { id: digest(SECOND), text: null }, SECOND, SECOND, unknown, unsupported],
    [
      'named by its digest and how that is made',
      { id: `sha256:${digest(LISTED)}`, text: null },
      LISTED,
      LISTED,
      unknown,
      unsupported,
    ],
    ['named by an id that is a digest, too', { id: digest(LISTED), text: null }, SECOND, SECOND, unknown, unsupported],
    ['of our own clients, named', { id: digest(OWN), text: null }, unknown, unknown, unknown, unsupported],
    ['named by nothing', { id: '', text: null }, unknown, unknown, unknown, unsupported],
    ['that is not there', { id: null, text: null }, null, null, null, null],
  ])('%s', (_which, named, ...expected) => {
    const actual = [any, only, none, ANY_DOCUMENT].map(({ find }) => {
      const { text, refusal } = find(named);
      expect(text === null || refusal === null).toBe(true);
      return refusal === null ? text : refusal.code.replace('PERSISTED_QUERY_', '');
    });
    expect(actual).toEqual(expected);
  });

  it('is refused with an error its client can parse', () => {
    const refusals = [ANY_DOCUMENT, none].map(({ find }) => find({ id: 'x', text: null }).refusal?.message);
    expect(refusals).toEqual(['PersistedQueryNotSupported', 'PersistedQueryNotFound']);
    expect(none.find({ id: null, text: OTHER }).refusal?.message).toContain('Only trusted documents are executed');
  });

  const persisted = (query: unknown) => ({ extensions: { persistedQuery: query } });
  it.each<[object, string | null]>([
    [{ documentId: 'x' }, 'x'],
    [{ documentId: '' }, ''],
    [{ documentId: 'x', ...persisted({ version: 1, sha256Hash: 'y' }) }, 'x'],
    [{ documentId: 7 }, null],
    [{}, null],
    [persisted({ version: 1, sha256Hash: 'y' }), 'y'],
    [persisted({ version: 2, sha256Hash: 'y' }), null],
    [persisted({ version: '1', sha256Hash: 'y' }), null],
    [persisted({ sha256Hash: 'y' }), null],
    [persisted({ version: 1, sha256Hash: 7 }), null],
    [persisted({ version: 1 }), null],
    [persisted('y'), null],
    [persisted(null), null],
    [{ extensions: 'persistedQuery' }, null],
    [{ extensions: null }, null],
  ])('is identified in %j as %j', (body, id) => {
    expect(documentIdIn(Object.fromEntries(Object.entries(body)))).toBe(id);
  });
});

describe('a caller who isn’t signed in', () => {
  it('may select nine fields, each with its subfields', () => {
    const names = ['__typename', 'signInOptions', 'me', 'invitedTo', 'acceptInvitation', 'signIn', 'signOut'];
    const all = [...names, 'beginPasskeySignIn', 'finishPasskeySignIn'];
    expect(all.filter((name) => !asksOnlyForPublic(`{ ${name} { id } }`))).toEqual([]);
    expect([...PUBLIC_FIELDS].toSorted()).toEqual(all.toSorted());
  });

  const nested = (levels: number) => `{ me ${'{ a '.repeat(levels)}${'}'.repeat(levels)} }`;
  it.each([
    ['{ me { id } signInOptions { hasUsers } __typename }', true],
    ['mutation { signIn(input: {}) { __typename } signOut { ok } }', true],
    ['query A { me { id } } query B { invitedTo { id } }', true],
    ['{ renamed: me { ...F } } fragment F on User { id }', true],
    [nested(9), true],
    [nested(10), false],
    [`{ me(${'a: 1 '.repeat(60)}) { id } }`, true],
    [`{ me(${'a: 1 '.repeat(70)}) { id } }`, false],
    ['{ me { id } stacks { nodes { id } } }', false],
    ['{ me: viewer { scopes } }', false],
    ['{ ...F } fragment F on Query { me { id } }', false],
    ['{ ... on Query { me { id } } }', false],
    ['query A { me { id } } query B { stacks { nodes { id } } }', false],
    ['type me { id: ID }', false],
    ['{ me { id } } type Query { me: ID }', false],
    ['{ constructor }', false],
    ['{ me', false],
    ['', false],
  ])('selects only public fields in %s: %s', (query, isPublic) => {
    expect(asksOnlyForPublic(query)).toBe(isPublic);
  });
});

it.each([
  ['', 0],
  ['{ a }', 1],
  ['{ a(b: [1]) { c } }', 3],
  ['{ a } { b { c } }', 2],
  ['}}){[', 0],
  ['{ a(b: "[[[") }', 2],
  ['{ a(b: "\\"[[[") { c } }', 2],
  ['{ a(b: "[[[\n[[[ }', 5],
  ['{ a(b: """[[[\n[[[ \\""" [[[""") }', 2],
  ['{ a # {{{{\n{ b } }', 2],
  ['{ é { ’ } }', 2],
  ['{ a(b: """\n[[[', 2],
])('counts the brackets of a document, not those in strings and comments: %j %d deep', (text, levels) => {
  expect(documentNesting(text)).toBe(levels);
  expect(documentNesting(`${text}${' { a '.repeat(9)}`, levels)).toBeLessThanOrEqual(levels + 1);
});
