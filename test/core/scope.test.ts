import { describe, expect, it } from 'vitest';
import type { Actor } from '../../src/core/actor.ts';
import {
  newConnectLinkId,
  toAccountId,
  toApiKeyId,
  toClientId,
  toEndpointId,
  toSessionId,
  toStackId,
  toTokenId,
  toUserId,
} from '../../src/core/ids.ts';
import {
  accountIdOf,
  accountWhere,
  mayGrant,
  mayWriteKeys,
  requireKeysWrite,
  requireManagement,
  requireOperator,
  requireUser,
} from '../../src/core/scope.ts';

const accountId = toAccountId('acct_1');
const limits = {};
const key = { kind: 'apiKey', accountId, keyId: toApiKeyId('key_1'), limits } as const;
const user = {
  kind: 'user',
  accountId,
  userId: toUserId('user_1'),
  sessionId: toSessionId('session_1'),
  limits,
} as const;

const ACTORS = {
  'API key': { ...key, scopes: [] },
  'API key with keys:write': { ...key, scopes: ['keys:write'] },
  person: { ...user, scopes: [] },
  'person with keys:write': { ...user, scopes: ['keys:write'] },
  operator: { kind: 'operator', accountId: null },
  'operator in an account': { kind: 'operator', accountId },
  agent: {
    kind: 'agent',
    accountId,
    stackId: toStackId('stack_1'),
    endpointId: toEndpointId('endpoint_1'),
    clientId: toClientId('client_1'),
    tokenId: toTokenId('token_1'),
    listMode: 'full',
    endUser: null,
    limits,
  },
  'connect link': { kind: 'link', accountId, linkId: newConnectLinkId() },
  visitor: { kind: 'visitor', accountId: null, address: '203.0.113.1' },
} as const satisfies Record<string, Actor>;

const no = { code: 'forbidden', message: 'This credential may not do that' };
const which = { code: 'forbidden', message: 'Say which account this is for' };
const signIn = { code: 'forbidden', message: 'Only a person who is signed in can do this' };
const refused = { code: 'forbidden', message: 'not this one' };
const own = { accountId };

/** What each asker gets of each rule: a value, or the error that is thrown. */
const RULES: Record<
  keyof typeof ACTORS,
  readonly [where: object, id: unknown, operator: unknown, keys: unknown, user: unknown]
> = {
  'API key': [own, accountId, no, refused, signIn],
  'API key with keys:write': [own, accountId, no, undefined, signIn],
  person: [own, accountId, no, refused, ACTORS.person],
  'person with keys:write': [own, accountId, no, undefined, ACTORS['person with keys:write']],
  operator: [{}, which, undefined, undefined, signIn],
  'operator in an account': [own, accountId, no, undefined, signIn],
  agent: [no, no, no, refused, signIn],
  'connect link': [no, no, no, refused, signIn],
  visitor: [no, no, no, refused, signIn],
};

/** What the rule returns, or what it throws as a plain object. */
function outcomeOf(rule: () => unknown): unknown {
  try {
    return rule();
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return { code, message };
  }
}

describe.each(Object.entries(RULES))('%s', (name, [where, id, operator, keys, person]) => {
  const actor: Actor = Object.entries(ACTORS).find(([known]) => known === name)?.[1] ?? ACTORS.visitor;

  it('sees and changes what its kind may', () => {
    expect(outcomeOf(() => accountWhere(actor))).toEqual(where);
    expect(outcomeOf(() => requireManagement(actor))).toEqual(where === no ? no : undefined);
    expect(outcomeOf(() => accountIdOf(actor))).toEqual(id);
    expect(outcomeOf(() => requireOperator(actor))).toEqual(operator);
    expect(outcomeOf(() => requireUser(actor))).toEqual(person);
  });

  it('grants only scopes that it has', () => {
    expect(outcomeOf(() => requireKeysWrite(actor, 'not this one'))).toEqual(keys);
    expect(mayWriteKeys(actor)).toBe(keys === undefined);
    expect(mayGrant(actor, ['keys:write'])).toBe(keys === undefined);
    expect(mayGrant(actor, [])).toBe('scopes' in actor || actor.kind === 'operator');
  });
});
