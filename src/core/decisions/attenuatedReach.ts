import { LRUCache } from 'lru-cache';
import { type Condition, uncachedCondition, unsupportedInToken } from '../conditions/condition.ts';
import type { Attenuation } from '../kernel/attenuation.ts';
import { attenuationError } from '../kernel/attenuation.ts';
import { type Ctx, requesterOf } from '../kernel/context.ts';
import type { AppError } from '../lib/errors.ts';
import { eventLoop } from '../lib/eventLoopScheduler.ts';
import type { Tenant } from '../lib/fairQueue.ts';
import type { JsonObject } from '../lib/json.ts';
import { lruOptions } from '../lib/lru.ts';
import { policyCallerOf } from '../policies/caller.ts';
import { evaluatorOf, type PolicyCall } from '../policies/match.ts';
import { toPolicyTool } from '../policies/toolMatch.ts';
import type { SnapshotTool } from '../snapshots/snapshot.ts';

/**
 * Maximum cached compiled conditions of attenuations, for all accounts: up to 6 MB. Evicted ones are compiled again.
 */
const COMPILED_MAX = 200;
const compiled = new LRUCache<string, Condition>(lruOptions(COMPILED_MAX));

/**
 * Requires every attenuation's condition to hold for a validated input; a condition that fails to evaluate counts as
 * false. All conditions share the budget of one decision (`conditions/condition.ts`). Tested by
 * `test/core/endpoints/attenuatedChains.test.ts`.
 * @throws forbidden, with the first condition that does not hold
 */
export async function requireConditions(
  ctx: Pick<Ctx, 'actor' | 'endUser' | 'now' | 'signal'>,
  attenuations: readonly Attenuation[],
  tool: SnapshotTool,
  input: JsonObject,
): Promise<void> {
  if (attenuations.every(({ limits }) => limits.when === undefined)) return;
  const call = {
    caller: policyCallerOf(ctx),
    tool: toPolicyTool(tool),
    input,
    sources: [],
    now: ctx.now(),
    calls: null,
  };
  const problem = await conditionProblemOf(attenuations, call, requesterOf(ctx));
  if (problem) throw problem;
}

/** The refusal of the first false condition; null if all are true. */
export async function conditionProblemOf(
  attenuations: readonly Attenuation[],
  call: PolicyCall,
  requester: Tenant,
): Promise<AppError | null> {
  const evaluate = evaluatorOf(call, requester);
  for (const attenuation of attenuations) {
    const { when } = attenuation.limits;
    if (when === undefined) continue;
    let condition = compiled.get(when);
    if (!condition) {
      const turn = eventLoop.yieldIfBusy(requester.accountId ?? '');
      if (turn) await turn;
      condition = await uncachedCondition(when);
      compiled.set(when, condition);
    }
    const unsupported = unsupportedInToken(condition);
    const result = unsupported === null ? await evaluate(condition, 'every') : { problem: unsupported };
    if (result === true) continue;
    const problem = result === false ? '' : ` (it could not be evaluated: ${result.problem})`;
    return attenuationError(attenuation, `allows only calls for which ${when}${problem}`);
  }
  return null;
}
