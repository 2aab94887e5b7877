import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/core/kernel/actor.ts';
import { BOUNDS, type BoundName, boundNames, boundOf, boundReached } from '../../../src/core/kernel/bounds.ts';
import {
  newConnectLinkId,
  toAccountId,
  toApiKeyId,
  toSessionId,
  toStackId,
  toUserId,
} from '../../../src/core/kernel/ids.ts';
import {
  DOCUMENTED_LIMITS,
  LIMIT_WINDOW_SECONDS,
  type LimitClass,
  WINDOW_SECONDS,
} from '../../../src/core/kernel/limitClasses.ts';
import { charge, limitSubject } from '../../../src/core/limits/charge.ts';
import type { Limiter, LimitState } from '../../../src/core/limits/limiter.ts';
import { listLimits } from '../../../src/core/limits/list.ts';
import { networkOf } from '../../../src/core/limits/network.ts';
import { agentOf } from '../sampleActors.ts';

const accountId = toAccountId('acct_1');
const own = { invoke: 7, max_stacks: 3 };
const key = { kind: 'apiKey', accountId, keyId: toApiKeyId('key_1'), role: 'developer', limits: own } as const;
const user: Actor = { ...key, kind: 'user', userId: toUserId('user_1'), sessionId: toSessionId('session_1') };
const agent: Actor = agentOf({ accountId, stackId: toStackId('stack_1') });
const link: Actor = { kind: 'link', accountId, linkId: newConnectLinkId() };
const visitor: Actor = { kind: 'visitor', accountId: null, address: '2001:db8:1:2:3::4' };
const operator: Actor = { kind: 'operator', accountId: null };
const operatorInside: Actor = { kind: 'operator', accountId };

const notPartOfThisTest = () => Promise.reject(new Error('not asked here'));
const NO_LIMITER: Limiter = {
  reserve: notPartOfThisTest,
  peek: notPartOfThisTest,
  count: notPartOfThisTest,
  readCount: notPartOfThisTest,
  isDegraded: () => false,
};

describe('a counter', () => {
  it.each<[string, Actor, LimitClass, unknown[]]>([
    ['the account’s for its keys, with its own limit', key, 'invoke', ['invoke', 'acct_1', 7]],
    ['the account’s for its keys, with the limit of all', key, 'default', ['default', 'acct_1', undefined]],
    ['the person’s own for their pages', user, 'default', ['dashboard', 'user_1', undefined]],
    ['one for the calls of all people, as many as programs have', user, 'invoke', ['dashboard_calls', 'acct_1', 7]],
    [
      'one for those, with its own limit',
      { ...user, limits: { ...own, dashboard_calls: 9 } },
      'invoke',
      ['dashboard_calls', 'acct_1', 9],
    ],
    ['the endpoint’s for an agent', agent, 'call_tool', ['call_tool', 'client_1', undefined]],
    ['the account’s for who finishes a sign-in', link, 'default', ['default', 'acct_1', undefined]],
    ['the network’s for a visitor', visitor, 'sign_in', ['sign_in', '2001:db8:1:2::', undefined]],
    ['one for the operator', operator, 'default', ['default', 'operator', undefined]],
    ['the account’s for the operator inside it', operatorInside, 'default', ['default', 'acct_1', undefined]],
  ])('%s', async (_name, actor, limitClass, expected) => {
    const charged: unknown[] = [];
    const state: LimitState = { limitClass, isAllowed: true, limit: 1, remaining: 0, resetAt: 0 };
    const note = async (...args: unknown[]): Promise<LimitState> => {
      charged.push(args);
      return state;
    };
    const limiter = { ...NO_LIMITER, reserve: note };
    expect(await charge({ actor, limiter }, limitClass)).toBe(state);
    expect(charged.map((args) => [...(args as unknown[]), undefined].slice(0, 3))).toEqual([expected]);
  });

  it('shows each class of an account, with its own limits', async () => {
    const peek = async (limitClass: LimitClass, subject: string, limit = 60): Promise<LimitState> => ({
      limitClass,
      isAllowed: limitClass === 'stacks',
      limit,
      remaining: subject.length,
      resetAt: 0,
    });
    const limiter = { ...NO_LIMITER, peek };
    const rest = { remaining: 'acct_1'.length, resetAt: 0 };
    expect(await listLimits({ actor: key, limiter })).toEqual([
      { limitClass: 'default', isAllowed: false, limit: 60, ...rest },
      { limitClass: 'stacks', isAllowed: true, limit: 60, ...rest },
      { limitClass: 'invoke', isAllowed: false, limit: 7, ...rest },
      { limitClass: 'dashboard_calls', isAllowed: false, limit: 7, ...rest },
    ]);
    expect((await listLimits({ actor: operatorInside, limiter })).map(({ limit }) => limit)).toEqual([60, 60, 60, 60]);
    expect(limitSubject({ actor: operator })).toBe('operator');
  });
});

describe('a network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2::'],
    ['2001:db8:1:3::1', '2001:db8:1:3::'],
    ['unknown', 'unknown'],
  ])('of %s: %s', (address, expected) => {
    expect(networkOf(address)).toBe(expected);
  });
});

describe('a bound', () => {
  it('comes from the account, otherwise the default', () => {
    expect(boundOf(key, 'max_stacks')).toBe(3);
    expect(boundOf(key, 'max_tokens')).toBe(5_000);
    expect(boundOf(link, 'max_stacks')).toBe(1_000);
    expect(boundOf(operator, 'max_stacks')).toBe(1_000);
  });

  it.each<[BoundName, number, 'invalid_input' | 'rate_limited' | undefined, object]>([
    [
      'max_stacks',
      3,
      undefined,
      {
        code: 'invalid_input',
        message:
          'The limit max_stacks is reached: 3 (stacks of an account); the operator can raise it with `toolyard account limits --set max_stacks=…`',
        details: {},
      },
    ],
    [
      'max_results_bytes',
      64 * 1_024 + 1,
      'rate_limited',
      {
        code: 'rate_limited',
        message:
          'The limit max_results_bytes is reached: 64 KiB (stored results of an account); the operator can raise it with `toolyard account limits --set max_results_bytes=…`',
        details: {
          retryAfterSeconds: 5,
          reached: { name: 'max_results_bytes', limit: 64 * 1_024 + 1, remaining: 0 },
        },
      },
    ],
    [
      'max_passkeys',
      20,
      'invalid_input',
      {
        code: 'invalid_input',
        message: 'The limit max_passkeys is reached: 20 (passkeys of a person)',
        details: {},
      },
    ],
  ])('names itself and who can raise it: %s', (name, max, code, expected) => {
    const { code: actualCode, message, details } = boundReached(name, max, code);
    expect({ code: actualCode, message, details }).toEqual(expected);
  });

  it('has a number and a unit', () => {
    const stacks = { counts: 'stacks of an account', max: 1_000, unit: 'items', isAdjustable: true };
    expect(BOUNDS.max_stacks).toEqual(stacks);
    expect(BOUNDS.max_passkeys).toEqual({
      counts: 'passkeys of a person',
      max: 20,
      unit: 'items',
      isAdjustable: false,
    });
    expect(BOUNDS.max_server_bytes).toMatchObject({ max: 16_777_216, unit: 'bytes' });
  });

  it('is in the documented list, adjustable per account or not', () => {
    const fixed = boundNames.filter((name) => !BOUNDS[name].isAdjustable);
    expect(boundNames).toEqual(Object.keys(BOUNDS));
    expect(fixed).toEqual([
      ...[
        'max_stack_versions',
        'max_stack_versions_bytes',
        'max_versions_in_use',
        'max_skill_bytes',
        'max_deliveries',
        'max_alerts',
        'max_sessions',
        'max_logins',
        'max_passkeys',
        'max_refresh_tokens',
        'max_client_registrations',
      ],
      'max_origin_connections',
      'max_mcp_session_bytes',
      ...[
        'max_held_definitions',
        'max_removed_tools',
        'max_document_bytes',
        'max_server_tools',
        'max_server_bytes',
        'max_schema_bytes',
        'max_defaults_bytes',
        'max_request_bytes',
        'max_file_bytes',
        'max_call_files',
        'max_call_file_bytes',
        'max_request_head_bytes',
        'max_discovery_pages',
        'max_discovery_bytes',
      ],
    ]);
  });
});

it('requests count in the documented numbers, by minute or hour', () => {
  expect(DOCUMENTED_LIMITS).toEqual({
    ...{ default: 60, stacks: 30, invoke: 20, list_tools: 60, call_tool: 60, failed_auth: 60 },
    ...{ sign_in: 10, sign_in_hourly: 1_000, dashboard: 600, dashboard_calls: 20 },
  });
  expect([LIMIT_WINDOW_SECONDS, WINDOW_SECONDS]).toEqual([60, { sign_in_hourly: 3_600 }]);
});
