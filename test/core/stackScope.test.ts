import { describe, expect, it } from 'vitest';
import type { Actor, ApiKeyActor, UserActor } from '../../src/core/kernel/actor.ts';
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
} from '../../src/core/kernel/ids.ts';
import {
  type KeyScope,
  lacksRightsOf,
  RIGHTS,
  type Right,
  type Role,
  STACK_ROLE_NAMES,
} from '../../src/core/kernel/roles.ts';
import {
  hasRight,
  hasRightSomewhere,
  inStackWhere,
  mayLetAgentsIn,
  noSuchStack,
  ownAccountId,
  ownAccountWhere,
  requireMayLetAgentsIn,
  requireRightIn,
  requireRightSomewhere,
  requireRightsOf,
  requireUnrestrictedKey,
  singleStacks,
  stackWhere,
} from '../../src/core/kernel/scope.ts';

/*
 * Compares the rights in an account and its stacks with this test's tables. Tests every account role with every role in
 * two stacks: for a person, and for an API key with every scope.
 */

const OF_ROLE: Readonly<Record<Role, string>> = {
  owner: 'read write invoke approve admin owner',
  admin: 'read write invoke approve admin',
  developer: 'read write invoke',
  approver: 'read approve',
  auditor: 'read',
  member: '',
};
const OF_SCOPE: Readonly<Record<KeyScope, string>> = {
  read: 'read',
  write: 'read write',
  invoke: 'invoke',
  admin: 'read approve admin',
};
const accountId = toAccountId('acct_1');
const [ONE, TWO, OTHER] = [toStackId('stack_1'), toStackId('stack_2'), toStackId('stack_3')];
const STACKS = [ONE, TWO, OTHER];
const [userId, sessionId] = [toUserId('user_1'), toSessionId('session_1')];
const PERSON = { kind: 'user', accountId, userId, sessionId, limits: {} } as const;
const KEY = { kind: 'apiKey', accountId, keyId: toApiKeyId('key_1'), limits: {} } as const;

const ROLES: readonly Role[] = ['owner', 'admin', 'developer', 'approver', 'auditor', 'member'];
const IN_ONE_STACK = [null, ...STACK_ROLE_NAMES];
const SCOPES: readonly (readonly KeyScope[] | null)[] = [
  null,
  ['read'],
  ['write'],
  ['invoke'],
  ['admin'],
  ['write', 'invoke'],
  ['admin', 'write', 'invoke', 'read'],
];

type Held = UserActor | ApiKeyActor;

const standings = ROLES.flatMap((role) =>
  IN_ONE_STACK.flatMap((one) =>
    IN_ONE_STACK.map((two) => {
      const stackRoles = [[ONE, one] as const, [TWO, two] as const].flatMap(([id, held]) =>
        held ? [[id, held] as const] : [],
      );
      return { role, ...(stackRoles.length > 0 && { stackRoles: new Map(stackRoles) }) };
    }),
  ),
);
const everybody: readonly Held[] = standings.flatMap((standing) => [
  { ...PERSON, ...standing },
  ...SCOPES.map((scopes) => ({ ...KEY, ...standing, ...(scopes && { scopes }) })),
]);

const words = (text: string): readonly string[] => text.split(' ');
const scopesOf = (actor: Held) => (actor.kind === 'apiKey' ? actor.scopes : undefined);
const within = (actor: Held, right: Right): boolean =>
  scopesOf(actor)?.some((scope) => words(OF_SCOPE[scope]).includes(right)) ?? true;
const inAccount = (actor: Held, right: Right): boolean =>
  words(OF_ROLE[actor.role]).includes(right) && within(actor, right);
const inStack = (actor: Held, right: Right, id: typeof ONE): boolean =>
  inAccount(actor, right) ||
  (words(OF_ROLE[actor.stackRoles?.get(id) ?? 'member']).includes(right) && within(actor, right));
const stacksOf = (actor: Held, right: Right) => STACKS.filter((id) => inStack(actor, right, id));

function refusal(actor: Held, right: Right, id?: typeof ONE): object {
  const role = (id && actor.stackRoles?.get(id)) ?? actor.role;
  const reason = words(OF_ROLE[role]).includes(right)
    ? 'the scopes of this API key do not grant'
    : `the role “${role}” does not grant`;
  return { code: 'forbidden', message: `This needs the right “${right}”, which ${reason}` };
}

/** A rule's value, or its error's code and message. */
function outcomeOf(rule: () => unknown): unknown {
  try {
    return rule();
  } catch (error) {
    const { code, message } = Object(error);
    return { code, message };
  }
}

/** One rule's differences between actual and expected results. */
function wrongIn(actor: Held, right: Right): readonly unknown[] {
  const [everywhere, stacks] = [inAccount(actor, right), stacksOf(actor, right)];
  const own = { accountId };
  const readable = inAccount(actor, 'read') ? own : refusal(actor, 'read');
  const nowhere = stacks.length === 0 ? refusal(actor, right) : null;
  const single = (id: object) => nowhere ?? (everywhere ? readable : { ...own, AND: id });
  const rules: readonly (readonly [unknown, unknown])[] = [
    [hasRight(actor, right), everywhere],
    [hasRightSomewhere(actor, right), stacks.length > 0],
    [outcomeOf(() => requireRightSomewhere(actor, right)), nowhere ?? undefined],
    [outcomeOf(() => singleStacks(actor, right)), nowhere ?? (everywhere ? null : stacks)],
    [outcomeOf(() => stackWhere(actor, right)), single({ id: { in: stacks } })],
    ...[singleStacks, stackWhere, inStackWhere].map(
      (rule) => [outcomeOf(() => rule(actor)), outcomeOf(() => rule(actor, 'read'))] as const,
    ),
    [outcomeOf(() => inStackWhere(actor, right)), single({ stackId: { in: stacks } })],
    ...STACKS.map((id) => [hasRight(actor, right, id), inStack(actor, right, id)] as const),
    ...STACKS.map((id) => {
      // An invisible stack looks nonexistent: the verb's query ensures it.
      const passes = stacks.includes(id) || (stacks.length > 0 && !inStack(actor, 'read', id));
      return [
        outcomeOf(() => requireRightIn(actor, right, id)),
        passes ? undefined : refusal(actor, right, id),
      ] as const;
    }),
  ];
  return rules.filter(([actual, expected]) => JSON.stringify([actual]) !== JSON.stringify([expected]));
}

describe('every role in an account combined with every role in two of its stacks', () => {
  it('grants the role’s rights in its place, within a key’s scopes', () => {
    let tried = 0;
    for (const actor of everybody)
      for (const right of RIGHTS) {
        tried += 1;
        expect(wrongIn(actor, right), `${right} of ${JSON.stringify([actor, [...(actor.stackRoles ?? [])]])}`).toEqual(
          [],
        );
      }
    process.stdout.write(`rights: ${tried} of people and keys with roles in single stacks\n`);
    expect(tried).toBe(6 * 5 * 5 * 8 * 6);
  });

  it('is less than another if a right is missing anywhere, and cannot be granted with fewer rights', () => {
    const all = everybody.filter((_, at) => at % 13 === 0);
    let tried = 0;
    for (const one of all)
      for (const other of all) {
        const lacks = RIGHTS.some((right) =>
          inAccount(other, right)
            ? !inAccount(one, right)
            : STACKS.some((id) => inStack(other, right, id) && !inStack(one, right, id)),
        );
        const lost = [...(other.stackRoles?.values() ?? []), other.role].some((role) =>
          RIGHTS.some(
            (right) => words(OF_ROLE[role]).includes(right) && within(other, right) && !inAccount(one, right),
          ),
        );
        const hasRights = outcomeOf(() => requireRightsOf(one, other)) === undefined;
        expect([lacksRightsOf(one, other), hasRights], JSON.stringify([one, other])).toEqual([lacks, !lost]);
        tried += 1;
      }
    process.stdout.write(`rights: ${tried} pairs of people and keys\n`);
    expect(tried).toBe(8_649);
  });
});

describe('callers who grant access', () => {
  const reach = { tools: ['a_*'], attenuations: [], callsMax: null };
  const held = { code: 'forbidden', message: expect.stringContaining('restricted to tools, networks or calls') };
  const mute = { code: 'forbidden', message: expect.stringContaining('lacks the scope “invoke”') };
  const owner = { role: 'owner' } as const;

  it.each<[string, Actor, unhelds: object | undefined, agents: object | undefined]>([
    ['a person', { ...PERSON, ...owner }, undefined, undefined],
    ['a key', { ...KEY, ...owner }, undefined, undefined],
    ['a key with the scope to call', { ...KEY, ...owner, scopes: ['read', 'invoke'] }, undefined, undefined],
    ['a key without it', { ...KEY, ...owner, scopes: ['write', 'admin'] }, undefined, mute],
    ['a key with tools', { ...KEY, ...owner, reach }, held, held],
    ['a key with networks', { ...KEY, ...owner, networks: ['10.0.0.0/8'] }, held, held],
    ['the operator', { kind: 'operator', accountId: null }, undefined, undefined],
  ])('%s', (_name, actor, unheld, agents) => {
    const outcomes = [requireUnrestrictedKey, requireMayLetAgentsIn].map((rule) => outcomeOf(() => rule(actor)));
    expect(outcomes).toEqual([unheld, agents]);
    expect(mayLetAgentsIn(actor)).toBe(agents === undefined);
  });
});

describe('callers with stack roles', () => {
  const no = { code: 'forbidden', message: 'This credential has no permission for this operation' };
  const which = { code: 'forbidden', message: 'Specify the account' };
  const agent = {
    ...{ accountId, stackId: ONE, endpointId: toEndpointId('endpoint_1'), clientId: toClientId('client_1') },
    ...{ tokenId: toTokenId('token_1'), endUser: null, limits: {} },
  };

  it.each<[string, Actor, rights: string, own: unknown, where: unknown, rows: object]>([
    ['the operator', { kind: 'operator', accountId: null }, OF_ROLE.owner, which, {}, {}],
    ['the operator inside', { kind: 'operator', accountId }, OF_ROLE.owner, accountId, { accountId }, { accountId }],
    ['an agent', { kind: 'agent', listMode: 'full', ...agent }, 'invoke', no, no, no],
    ['the holder of a link', { kind: 'link', accountId, linkId: newConnectLinkId() }, '', no, no, no],
    ['a visitor', { kind: 'visitor', accountId: null, address: '203.0.113.1' }, '', no, no, no],
  ])('have other rights in one stack than in all: %s', (_name, actor, rights, own, where, rows) => {
    for (const right of RIGHTS) {
      const has = words(rights).includes(right);
      const refused = has ? undefined : no;
      expect([hasRight(actor, right), hasRightSomewhere(actor, right)]).toEqual([has, has]);
      expect(hasRight(actor, right, ONE)).toBe(has);
      expect(outcomeOf(() => requireRightIn(actor, right, ONE))).toEqual(refused);
      expect(outcomeOf(() => requireRightSomewhere(actor, right))).toEqual(refused);
      expect(outcomeOf(() => singleStacks(actor, right))).toBeNull();
      expect(outcomeOf(() => stackWhere(actor, right))).toEqual(rows);
      expect(outcomeOf(() => inStackWhere(actor, right))).toEqual(rows);
    }
    expect(outcomeOf(() => ownAccountId(actor))).toEqual(own);
    expect(outcomeOf(() => ownAccountWhere(actor))).toEqual(where);
  });

  it('cannot distinguish another account’s stack from a nonexistent one', () => {
    expect(noSuchStack()).toMatchObject({ code: 'not_found', message: 'Stack not found', details: {} });
  });

  it('have a key that belongs to its account even without rights there', () => {
    expect(ownAccountId({ ...KEY, role: 'member' })).toBe(accountId);
    expect(ownAccountWhere({ ...KEY, role: 'member' })).toEqual({ accountId });
  });
});
