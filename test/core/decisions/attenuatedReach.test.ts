import { describe, expect, it } from 'vitest';
import { conditionProblemOf, requireConditions } from '../../../src/core/decisions/attenuatedReach.ts';
import {
  consumeCallQuota,
  mayReach,
  mayUseOtherFeatures,
  requireReach,
} from '../../../src/core/endpoints/tokenReach.ts';
import type { TokenReach } from '../../../src/core/kernel/actor.ts';
import { type Actor, tokenRestrictions } from '../../../src/core/kernel/actor.ts';
import type { Attenuation, Limits } from '../../../src/core/kernel/attenuation.ts';
import { attenuationError } from '../../../src/core/kernel/attenuation.ts';
import {
  attenuationIdOf,
  toAccountId,
  toClientId,
  toEndpointId,
  toServerId,
  toStackId,
  toTokenId,
  toToolId,
} from '../../../src/core/kernel/ids.ts';
import { policyCallerOf } from '../../../src/core/policies/caller.ts';
import { snapshotTool } from '../../formats/tool.ts';

const attenuationsOf = (...chain: readonly Limits[]): readonly Attenuation[] =>
  chain.map((limits, at) => ({ id: attenuationIdOf(String(at).repeat(32)), limits }));
const reachBy = (tools: readonly string[], ...chain: readonly Limits[]): TokenReach => ({
  ...{ tools, callsMax: null },
  attenuations: attenuationsOf(...chain),
});
const agent: Actor = {
  ...{ kind: 'agent', accountId: toAccountId('acct_1'), stackId: toStackId('stack_1') },
  ...{ endpointId: toEndpointId('endpoint_1'), clientId: toClientId('client_1'), tokenId: toTokenId('token_1') },
  ...{ listMode: 'full', endUser: null, limits: {} },
};
const visitor: Actor = { kind: 'visitor', accountId: null, address: '127.0.0.1' };
const BANK_READ = toToolId('bank_read');

describe('the tools of a token', () => {
  it.each<[TokenReach, 'all' | 'not_found' | 'forbidden']>([
    [reachBy([]), 'all'],
    [reachBy(['bank_*']), 'all'],
    [reachBy(['mail_*', 'bank_read']), 'all'],
    [reachBy(['mail_*']), 'not_found'],
    [reachBy([], {}, { tools: ['bank_*'] }), 'all'],
    [reachBy([], { tools: ['bank_*'] }, { tools: ['mail_*', 'shop_*'] }), 'forbidden'],
    [reachBy(['mail_*'], { tools: ['mail_*'] }), 'not_found'],
  ])('with %j: %s', (reach, expected) => {
    const required = () => requireReach(reach, BANK_READ, 'read');
    expect(mayReach(reach, BANK_READ)).toBe(expected === 'all');
    if (expected === 'all') return expect(required).not.toThrow();
    const left = reach.attenuations.at(-1);
    const message =
      expected === 'not_found'
        ? 'Tool read not found'
        : `This token was attenuated, and ${left?.id} allows only the tools ${left?.limits.tools?.join(', ')}`;
    expect(required).toThrow(expect.objectContaining({ code: expected, message }));
  });

  it.each<[string, Actor, boolean]>([
    ['an unrestricted agent', agent, true],
    ['an agent with a call limit', { ...agent, reach: { ...reachBy([]), callsMax: 3 } }, true],
    ['one attenuated to an end user', { ...agent, reach: reachBy([], { end_user: 'ann' }) }, true],
    ['one with tools', { ...agent, reach: reachBy(['*']) }, false],
    ['one attenuated to tools', { ...agent, reach: reachBy([], {}, { tools: ['*'] }) }, false],
    ['one attenuated by a condition', { ...agent, reach: reachBy([], { when: 'true' }) }, false],
    ['nobody', visitor, true],
  ])('without a tool filter: %s', (_name, actor, expected) => {
    expect(mayUseOtherFeatures(actor)).toBe(expected);
    expect(tokenRestrictions(actor)).toEqual('reach' in actor ? actor.reach : null);
  });

  it('limit only agents’ calls', async () => {
    const unused = () => {
      throw new Error('nothing is counted');
    };
    const db = new Proxy({}, { get: unused });
    // Boundary: a database that must not be called needs no shape.
    const ctx = { actor: visitor, db: db as never, now: unused, background: { run: unused, drain: unused } };
    await consumeCallQuota(ctx, { ...reachBy([], { calls: 1 }), callsMax: 1 });
    await consumeCallQuota({ ...ctx, actor: agent }, reachBy([], { tools: ['*'] }));
  });
});

describe('attenuation conditions', () => {
  const requester = { accountId: toAccountId('acct_1'), signal: new AbortController().signal };
  const call = {
    caller: policyCallerOf({ actor: agent, endUser: 'ann' }),
    tool: { toolId: BANK_READ, serverId: toServerId('bank'), readOnly: true, destructive: false, openWorld: true },
    ...{ input: { amount: 5 }, sources: [], now: new Date(0), calls: null },
  };
  const problemOf = async (...chain: readonly Limits[]) => {
    const problem = await conditionProblemOf(attenuationsOf(...chain), call, requester);
    return problem && [problem.code, problem.message];
  };

  it('that all hold allow a call, also a second time', async () => {
    const chain = [{ when: 'input.amount < 10' }, {}, { when: 'caller.end_user == "ann" && tool.read_only' }];
    expect([await problemOf(), await problemOf(...chain), await problemOf(...chain)]).toEqual([null, null, null]);
  });

  it('let a call continue if they hold or are absent, and deny it if one fails', async () => {
    const tool = snapshotTool({}, { toolId: BANK_READ });
    const context = { actor: agent, endUser: 'ann', now: () => new Date(0), signal: requester.signal };
    const outcomeOf = (...chain: readonly Limits[]) =>
      requireConditions(context, attenuationsOf(...chain), tool, { amount: 5 }).then(
        () => 'goes on',
        (problem: unknown) => problem,
      );
    const outcomes = [await outcomeOf(), await outcomeOf({}), await outcomeOf({ when: 'input.amount < 10' })];
    expect(outcomes).toEqual(['goes on', 'goes on', 'goes on']);
    expect(await outcomeOf({ when: 'input.amount > 10' })).toMatchObject({ code: 'forbidden' });
    expect(await outcomeOf({}, { when: 'input.amount > 10' }, {})).toMatchObject({ code: 'forbidden' });
  });

  it.each([
    ['is false', 'input.amount > 10', /^$/],
    ['has no truth value', 'input.amount', /^ \(it could not be evaluated: .+\)$/],
    ['cannot be read', 'input.amount >', /^ \(it could not be evaluated: .+\)$/],
    ['counts calls', 'calls.day < 5', /^ \(it could not be evaluated: calls is not supported here\)$/],
  ])('deny a call at the first that %s', async (_name, when, rest) => {
    const [, failing] = attenuationsOf({}, {});
    const before = attenuationError(
      { id: failing?.id ?? attenuationIdOf('') },
      `allows only calls for which ${when}`,
    ).message;
    const [code, message = ''] = (await problemOf({ when: 'true' }, { when }, { when: 'false' })) ?? [];
    expect([code, message.slice(0, before.length)]).toEqual(['forbidden', before]);
    expect(message.slice(before.length)).toMatch(rest);
  });
});
