import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/core/kernel/actor.ts';
import {
  newConnectLinkId,
  toAccountId,
  toApiKeyId,
  toSessionId,
  toStackId,
  toUserId,
} from '../../../src/core/kernel/ids.ts';
import { RIGHTS } from '../../../src/core/kernel/roles.ts';
import {
  accountIdOf,
  accountWhere,
  hasRight,
  ownRole,
  requireManagement,
  requireOperator,
  requireRight,
  requireRightsOf,
  requireUser,
} from '../../../src/core/kernel/scope.ts';
import { agentOf } from '../sampleActors.ts';

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
  'API key': { ...key, role: 'developer' },
  'API key of an owner': { ...key, role: 'owner' },
  'API key of an admin': { ...key, role: 'admin' },
  person: { ...user, role: 'auditor' },
  approver: { ...user, role: 'approver' },
  owner: { ...user, role: 'owner' },
  operator: { kind: 'operator', accountId: null },
  'operator in an account': { kind: 'operator', accountId },
  agent: agentOf({ accountId, stackId: toStackId('stack_1') }),
  'connect link': { kind: 'link', accountId, linkId: newConnectLinkId() },
  visitor: { kind: 'visitor', accountId: null, address: '203.0.113.1' },
} as const satisfies Record<string, Actor>;

const no = { code: 'forbidden', message: 'This credential has no permission for this operation' };
const which = { code: 'forbidden', message: 'Specify the account' };
const signIn = { code: 'forbidden', message: 'Only a signed-in user can do this' };
const ALL = RIGHTS.join(' ');
const own = { accountId };

/** Each actor's result per rule: a value, or the thrown error. */
const RULES: Record<
  keyof typeof ACTORS,
  readonly [where: object, id: unknown, operator: unknown, rights: string, user: unknown]
> = {
  'API key': [own, accountId, no, 'read write invoke', signIn],
  'API key of an owner': [own, accountId, no, ALL, signIn],
  'API key of an admin': [own, accountId, no, 'read write invoke approve admin', signIn],
  person: [own, accountId, no, 'read', ACTORS.person],
  approver: [own, accountId, no, 'read approve', ACTORS.approver],
  owner: [own, accountId, no, ALL, ACTORS.owner],
  operator: [{}, which, undefined, ALL, signIn],
  'operator in an account': [own, accountId, no, ALL, signIn],
  agent: [no, no, no, 'invoke', signIn],
  'connect link': [no, no, no, '', signIn],
  visitor: [no, no, no, '', signIn],
};

/** The rule's return value, or its error as a plain object. */
function outcomeOf(rule: () => unknown): unknown {
  try {
    return rule();
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return { code, message };
  }
}

describe.each(Object.entries(RULES))('%s', (name, [where, id, operator, rights, person]) => {
  const actor: Actor = Object.entries(ACTORS).find(([known]) => known === name)?.[1] ?? ACTORS.visitor;

  it('reads and writes what its kind allows', () => {
    expect(outcomeOf(() => accountWhere(actor))).toEqual(where);
    expect(outcomeOf(() => requireManagement(actor))).toEqual(where === no ? no : undefined);
    expect(outcomeOf(() => accountIdOf(actor))).toEqual(id);
    expect(outcomeOf(() => requireOperator(actor))).toEqual(operator);
    expect(outcomeOf(() => requireUser(actor))).toEqual(person);
  });

  it('has its role’s rights, and grants no more', () => {
    expect(RIGHTS.filter((right) => hasRight(actor, right)).join(' ')).toBe(rights);
    const role = 'role' in actor ? actor.role : null;
    const messageFor = (right: string) => `This needs the right “${right}”, which the role “${role}” does not grant`;
    const lacking = RIGHTS.filter((right) => !rights.split(' ').includes(right));
    const refusals = lacking.map((right) => ({ ...no, message: role ? messageFor(right) : no.message }));
    expect(lacking.map((right) => outcomeOf(() => requireRight(actor, right)))).toEqual(refusals);
    expect(ownRole(actor)).toBe(role ?? 'owner');
    expect(outcomeOf(() => requireRightsOf(actor, 'owner')) === undefined).toBe(rights === ALL);
  });
});
