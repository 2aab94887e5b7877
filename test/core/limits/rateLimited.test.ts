import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/core/kernel/actor.ts';
import { toAccountId, toApiKeyId, toSessionId, toStackId, toUserId } from '../../../src/core/kernel/ids.ts';
import type { LimitClass } from '../../../src/core/kernel/limitClasses.ts';
import { rateLimited, rateLimitedAnyway } from '../../../src/core/limits/rateLimited.ts';
import { agentOf } from '../sampleActors.ts';

const accountId = toAccountId('acct_1');
const own = { invoke: 7, max_stacks: 3 };
const key = { kind: 'apiKey', accountId, keyId: toApiKeyId('key_1'), role: 'developer', limits: own } as const;
const user: Actor = { ...key, kind: 'user', userId: toUserId('user_1'), sessionId: toSessionId('session_1') };
const agent: Actor = agentOf({ accountId, stackId: toStackId('stack_1') });
const visitor: Actor = { kind: 'visitor', accountId: null, address: '2001:db8:1:2:3::4' };

describe('a rate-limit error', () => {
  it.each([
    ['a minute', 60, 60],
    ['a fraction of a second', 0.2, 1],
    ['a window that has just ended', -1, 1],
    ['an hour', 3_600, 3_600],
    ['more than any window', 4_000, 3_600],
  ])('has a retry delay of %s', (_name, aheadSeconds, expected) => {
    const now = new Date('2026-11-22T10:00:00.000Z');
    const state = {
      limitClass: 'default',
      isAllowed: false,
      limit: 1,
      remaining: 0,
      resetAt: now.getTime() / 1_000 + aheadSeconds,
    } as const;
    expect(rateLimited(state, now, null)).toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining(`: try again in ${expected} s. `),
      details: {
        retryAfterSeconds: expected,
        documentedText: 'Too many requests',
        reached: { name: 'default', limit: 1, remaining: 0 },
      },
    });
  });

  const forAll = (name: string) => `TOOLYARD_RATE_LIMITS=${name}=N`;
  const forOne = (name: string, account = 'acct_1') =>
    `\`toolyard account limits --account ${account} --set ${name}=N\``;
  const either = (name: string, account?: string) =>
    `${forAll(name)}, or only for this account with ${forOne(name, account)}`;
  it.each<[LimitClass, Actor | null, string, string, string]>([
    ['default', key, 'requests of this account', 'a minute', either('default')],
    ['default', agent, 'requests of this endpoint', 'a minute', either('default', 'ID')],
    ['default', visitor, 'requests of this network', 'a minute', either('default', 'ID')],
    ['stacks', key, 'stack changes of this account', 'a minute', either('stacks')],
    ['invoke', key, 'tool calls of this account', 'a minute', forOne('invoke')],
    ['list_tools', agent, 'tool lists of this endpoint', 'a minute', either('list_tools', 'ID')],
    ['call_tool', agent, 'tool calls of this endpoint', 'a minute', either('call_tool', 'ID')],
    ['failed_auth', null, 'requests without a valid credential from this network', 'a minute', forAll('failed_auth')],
    ['sign_in', visitor, 'sign-in attempts from this network', 'a minute', forAll('sign_in')],
    [
      'sign_in_hourly',
      visitor,
      'sign-in attempts with this e-mail from all networks',
      'an hour',
      forAll('sign_in_hourly'),
    ],
    ['dashboard', user, 'requests of your dashboard pages', 'a minute', forAll('dashboard')],
    [
      'dashboard_calls',
      user,
      'dashboard tool calls of all users of this account',
      'a minute',
      forOne('dashboard_calls'),
    ],
  ])('of %s names the limited subject, the limit, and how to raise it', (limitClass, actor, subject, per, raise) => {
    const state = { limitClass, isAllowed: false, limit: 3, remaining: 0, resetAt: 12 } as const;
    const { message } = rateLimited(state, new Date(0), actor);
    expect(message).toBe(
      `Too many requests: try again in 12 s. The limit ${limitClass} (${subject}) is 3 ${per}; the operator can raise it with ${raise} (docs/limits.md)`,
    );
    // The text is sent in headers and OAuth errors (RFC 6749, section 5.2).
    expect(message).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  it('for a fixed limit offers no increase', () => {
    const state = { limitClass: 'sign_in_hourly', isAllowed: false, limit: 20, remaining: 0, resetAt: 12 } as const;
    expect(rateLimitedAnyway(state, new Date(0)).message).toBe(
      'Too many requests: try again in 12 s. This limit is the same for everyone',
    );
  });
});
