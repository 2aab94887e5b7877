import { describe, expect, it } from 'vitest';
import {
  defaultEnd,
  mayMakePermanent,
  requireEndWith,
  requireMayMakePermanent,
} from '../../../src/core/accounts/keyEnd.ts';
import { keyDetails, limitsOfKey, roleLimits } from '../../../src/core/accounts/keyLimits.ts';
import type { Actor, ApiKeyActor } from '../../../src/core/kernel/actor.ts';
import { newStackId, toAccountId, toApiKeyId, toSessionId, toStackId, toUserId } from '../../../src/core/kernel/ids.ts';
import { type Role, roleNames } from '../../../src/core/kernel/roles.ts';
import {
  permissionsOfKey,
  roleDetails,
  stackRolesIn,
  stackRolesInput,
  storedStackRoles,
  toStackRoles,
} from '../../../src/core/kernel/stackRoles.ts';
import { hasFewerRights, stackRolesOfKey } from '../../../src/core/kernel/storedRole.ts';

/*
 * A key's restrictions, and those that it passes on to keys it creates. `keyLimits.test.ts` creates them in a database.
 */

const [SOONER, END, LATER] = [new Date('2026-11-30'), new Date('2026-12-01'), new Date('2026-12-02')];
const account = { accountId: toAccountId('acct_1'), limits: {} };
const keyOf = (held: Partial<ApiKeyActor> = {}): ApiKeyActor => ({
  ...{ kind: 'apiKey', keyId: toApiKeyId('key_1'), role: 'owner', ...account },
  ...held,
});
const person: Actor = {
  ...{ kind: 'user', userId: toUserId('user_1'), sessionId: toSessionId('session_1'), role: 'admin', ...account },
};

/** A rule's result, or the error's code, message and issues. */
function outcomeOf(rule: () => unknown): unknown {
  try {
    return rule();
  } catch (error) {
    const { code, message, details } = Object(error);
    return `${code}: ${details.issues?.[0]?.path ?? ''}${details.issues?.[0]?.message ?? message}`;
  }
}

describe('resources created by a key', () => {
  const beyond = expect.stringMatching(/^forbidden: .*expires on 2026-12-01T00.*: choose that or an earlier expiry/);
  it.each<[string, Actor, end: Date | null, expected: unknown, expectedDefault: Date | null]>([
    ['of one without an end', keyOf(), LATER, undefined, LATER],
    ['of a key without expiry, never expire', keyOf(), null, undefined, null],
    ['of a person, never expire', person, null, undefined, null],
    ['of an expiring key, expire earlier', keyOf({ expiresAt: END }), SOONER, undefined, SOONER],
    ['of an expiring key, expire with it', keyOf({ expiresAt: END }), END, undefined, END],
    ['of an expiring key, expire later', keyOf({ expiresAt: END }), LATER, beyond, END],
    ['of an expiring key, never expire', keyOf({ expiresAt: END }), null, beyond, END],
  ])('%s', (_name, actor, end, expected, expectedDefault) => {
    expect(outcomeOf(() => requireEndWith(actor, end))).toEqual(expected);
    expect(defaultEnd(actor, end)).toEqual(expectedDefault);
    const isLasting = !('expiresAt' in actor);
    expect(mayMakePermanent(actor)).toBe(isLasting);
    const refused = expect.stringMatching(/^forbidden: .*cannot create permanent resources/);
    expect(outcomeOf(() => requireMayMakePermanent(actor))).toEqual(isLasting ? undefined : refused);
  });
});

const NOTHING = { scopes: [], stackRoles: [], tools: [], networks: [], callsMax: null, expiresAt: null };
const [ONE, TWO] = [toStackId('stack_1'), toStackId('stack_2')];
type LimitsInput = Parameters<typeof limitsOfKey>[1];

describe('a new key', () => {
  it.each<[LimitsInput, Role | null, object | string]>([
    [{}, null, { role: 'developer' }],
    [{ role: 'auditor' }, null, { role: 'auditor' }],
    [{ role: 'admin' }, null, { role: 'admin', scopes: ['keys:write'] }],
    [{ scopes: ['keys:write'] }, null, { role: 'admin', scopes: ['keys:write'] }],
    [{ scopes: [] }, null, { role: 'developer' }],
    [{ scopes: ['read', 'read'] }, null, { role: 'auditor', scopes: ['read'] }],
    [{ scopes: ['write'] }, null, { role: 'developer', scopes: ['write'] }],
    [{ scopes: ['invoke'] }, null, { role: 'developer', scopes: ['invoke'] }],
    [{ scopes: ['admin'] }, null, { role: 'admin', scopes: ['admin'] }],
    [{ scopes: ['read', 'keys:write'] }, null, { role: 'admin', scopes: ['read', 'admin'] }],
    [{ role: 'owner', scopes: ['invoke'] }, null, { role: 'owner', scopes: ['invoke'] }],
    [
      { role: 'auditor', scopes: ['read', 'write', 'invoke'] },
      null,
      'invalid_input: /scopesmust be within the role “auditor”: write, invoke is not',
    ],
    [{}, 'developer', { role: 'member', stackRoles: ['stack_1=developer'] }],
    [{ role: 'auditor' }, 'developer', { role: 'auditor', stackRoles: ['stack_1=developer'] }],
    [{ scopes: ['write'] }, 'developer', { role: 'member', scopes: ['write'], stackRoles: ['stack_1=developer'] }],
    [
      { scopes: ['admin'] },
      'developer',
      'invalid_input: /scopesmust be within the role “member”, “developer”: admin is not',
    ],
  ])('from %j and the role %s in one stack', (scopes, role, expected) => {
    const limits = outcomeOf(() => limitsOfKey(person, scopes, new Map(role ? [[ONE, role]] : [])));
    expect(limits).toEqual(typeof expected === 'string' ? expected : { ...NOTHING, ...expected });
  });

  const networks = ['10.0.0.0/8'];
  const reachOf = (tools: string[], callsMax: number | null = null) => ({ tools, callsMax, attenuations: [] });
  const all = { tools: ['x'], networks: ['11.0.0.0/8'], callsMax: 3, expiresAt: LATER };
  it.each<[string, Actor, LimitsInput, object | RegExp]>([
    ['a person', person, all, all],
    ['a person, for any key', person, { tools: null, networks: null, callsMax: null, expiresAt: null }, {}],
    ['an unrestricted key', keyOf(), all, all],
    ['one held to tools', keyOf({ reach: reachOf(['a_*', 'b']) }), {}, { tools: ['a_*', 'b'] }],
    [
      'a key with tools, for fewer tools',
      keyOf({ reach: reachOf(['a_*', 'b']) }),
      { tools: ['a_x'] },
      { tools: ['a_x'] },
    ],
    [
      'a key with tools, for another tool',
      keyOf({ reach: reachOf(['a_*', 'b']) }),
      { tools: ['b', 'c'] },
      /the tools a_\*, b$/,
    ],
    ['one held to networks', keyOf({ networks }), {}, { networks }],
    [
      'a key with networks, for fewer networks',
      keyOf({ networks }),
      { networks: ['10.1.2.3'] },
      { networks: ['10.1.2.3'] },
    ],
    [
      'a key with networks, for another network',
      keyOf({ networks: [...networks, '12.0.0.0/8'] }),
      { networks: ['11.0.0.0/8'] },
      /the networks 10\.0\.0\.0\/8, 12\.0\.0\.0\/8$/,
    ],
    ['a key with a call limit', keyOf({ reach: reachOf([], 5) }), {}, /a number of calls and cannot create keys$/],
    ['one that ends', keyOf({ expiresAt: END }), {}, { expiresAt: END }],
    ['an expiring key, for an earlier expiry', keyOf({ expiresAt: END }), { expiresAt: SOONER }, { expiresAt: SOONER }],
    ['an expiring key, for the same expiry', keyOf({ expiresAt: END }), { expiresAt: END }, { expiresAt: END }],
    [
      'an expiring key, for a later expiry',
      keyOf({ expiresAt: END }),
      { expiresAt: LATER },
      /the time until 2026-12-01T00.*$/,
    ],
  ])('has no wider access than its creator: %s', (_name, actor, options, expected) => {
    const limits = outcomeOf(() => limitsOfKey(actor, options));
    const isRefused = expected instanceof RegExp;
    expect(limits).toEqual(
      isRefused ? expect.stringMatching(expected) : { ...NOTHING, role: 'developer', ...expected },
    );
    if (isRefused) expect(limits).toMatch(/^forbidden: A key cannot create one with more access/);
  });

  it('is recorded with its restrictions and nothing else', () => {
    expect(roleLimits('owner', END)).toEqual({ ...NOTHING, role: 'owner', scopes: ['keys:write'], expiresAt: END });
    expect(keyDetails(roleLimits('auditor', END))).toEqual({ role: 'auditor', scopes: [] });
    const held = { stackRoles: ['stack_1=admin'], tools: ['a'], networks, callsMax: 3 };
    expect(keyDetails({ ...roleLimits('auditor', null), ...held })).toEqual({ role: 'auditor', scopes: [], ...held });
  });
});

describe('roles in single stacks', () => {
  it('are read as stored; an unknown role has no rights', () => {
    const roles = new Map<typeof ONE, Role>([
      [ONE, 'admin'],
      [TWO, 'auditor'],
    ]);
    const stored = storedStackRoles(roles);
    expect(stored).toEqual(['stack_1=admin', 'stack_2=auditor']);
    expect(toStackRoles(stored)).toEqual(roles);
    expect([...toStackRoles(['stack_1=later', 'stack_2']).values()]).toEqual(['member', 'member']);
    expect([stackRolesIn([]), stackRolesIn(stored)]).toEqual([{}, { stackRoles: roles }]);
    expect(permissionsOfKey({ role: null, scopes: [], stackRoles: [] })).toEqual({ role: 'developer' });
    const standing = { role: 'member', scopes: ['read'], stackRoles: roles };
    expect(permissionsOfKey({ role: 'member', scopes: ['read'], stackRoles: stored })).toEqual(standing);
    expect([roleDetails('member', []), roleDetails('member', stored)]).toEqual([
      { role: 'member' },
      { role: 'member', stackRoles: stored },
    ]);
  });

  it('are unique per stack, at most a hundred, and never owner', () => {
    const many = Array.from({ length: 101 }, () => ({ stackId: newStackId(), role: 'admin' }));
    const [first] = many;
    const problemOf = (value: unknown) => stackRolesInput.safeParse(value).error?.issues[0]?.message ?? null;
    expect([null, undefined, [], many.slice(1)].map(problemOf)).toEqual([null, null, null, null]);
    expect(problemOf(many)).toContain('100');
    expect(problemOf([first, { ...first, role: 'auditor' }])).toBe('must name each stack once');
    for (const role of ['owner', 'member', 'later', null]) expect(problemOf([{ ...first, role }])).not.toBeNull();
    expect(problemOf([{ role: 'admin' }])).not.toBeNull();
  });

  it('of a login are its person’s current ones while the person keeps the role', () => {
    const [own, theirs] = [['stack_1=admin'], ['stack_2=admin']];
    const key = { role: 'developer', stackRoles: own };
    expect(stackRolesOfKey(key, { role: 'developer', stackRoles: theirs })).toBe(theirs);
    expect(stackRolesOfKey(key, { role: 'auditor', stackRoles: theirs })).toBe(own);
    expect(stackRolesOfKey(key, null)).toBe(own);
  });

  it('one role has fewer rights than another if it lacks one', () => {
    const fewer = (role: Role) => roleNames.filter((than) => hasFewerRights(role, than)).join(' ');
    expect(roleNames.map(fewer)).toEqual([
      ...['', 'owner', 'owner admin approver', 'owner admin developer'],
      ...['owner admin developer approver', 'owner admin developer approver auditor'],
    ]);
  });
});
