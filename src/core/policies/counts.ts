import type { Ctx } from '../context.ts';
import type { QuotaCount } from '../limits/limiter.ts';
import type { PolicyCaller } from './caller.ts';
import type { ConditionCalls } from './condition.ts';
import type { Quota, Rule } from './policies.ts';
import type { PolicyTool } from './toolMatch.ts';

type Counting = Pick<Ctx, 'actor' | 'limiter'>;
type Call = { readonly caller: PolicyCaller; readonly tool: PolicyTool };

/** How often the caller has called the tool, and where that is counted. */
export type CallCounts = { readonly subject: string; readonly calls: ConditionCalls };

const callerId = ({ ids }: PolicyCaller): string => ids[0] ?? 'operator';

/**
 * Reads the counts that conditions ask for; null where none does.
 * `test/core/policies/decide.test.ts` tears it down.
 */
export async function readCounts(
  { actor, limiter }: Counting,
  rules: readonly Rule[],
  { caller, tool }: Call,
): Promise<CallCounts | null> {
  if (!rules.some(({ condition }) => condition?.readsCalls)) return null;
  const subject = `${actor.accountId} ${callerId(caller)} ${tool.serverId} ${tool.toolId}`;
  const [hour, day] = await Promise.all([limiter.readCount('hour', subject), limiter.readCount('day', subject)]);
  return { subject, calls: { hour: hour.calls, day: day.calls } };
}

/** Counts a call that is made. */
export async function countCall({ limiter }: Counting, { subject }: CallCounts): Promise<void> {
  await Promise.all([limiter.count('hour', subject), limiter.count('day', subject)]);
}

/** Counts a call for a rule's quota: null while that is not used up, else when it begins anew. */
export async function takeFromQuota({ limiter }: Counting, rule: Rule, quota: Quota, call: Call): Promise<Date | null> {
  const counted = await limiter.count(quota.per, quotaSubject(rule, quota, call));
  return counted.calls > quota.calls ? resetOf(counted) : null;
}

/** What `takeFromQuota` would return for one more call, without counting it. */
export async function peekAtQuota({ limiter }: Counting, rule: Rule, quota: Quota, call: Call): Promise<Date | null> {
  const counted = await limiter.readCount(quota.per, quotaSubject(rule, quota, call));
  return counted.calls >= quota.calls ? resetOf(counted) : null;
}

const resetOf = ({ resetAt }: QuotaCount): Date => new Date(resetAt * 1_000);

/** The counter of a quota: one for everybody, or one for each caller or end user. */
function quotaSubject({ id }: Rule, { of }: Quota, { caller, tool }: Call): string {
  switch (of) {
    case 'account':
      return id;
    case 'tool':
      return `${id} ${tool.serverId} ${tool.toolId}`;
    case 'caller':
      return `${id} ${callerId(caller)}`;
    case 'end_user':
      return `${id} ${caller.endUser ?? ''}`;
  }
}
