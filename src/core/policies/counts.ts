import type { ConditionCalls } from '../conditions/condition.ts';
import type { Ctx } from '../kernel/context.ts';
import type { QuotaCount } from '../limits/limiter.ts';
import type { PolicyCaller } from './caller.ts';
import type { Rule } from './policies.ts';
import type { Quota } from './quota.ts';
import type { PolicyTool } from './toolMatch.ts';

type Counting = Pick<Ctx, 'actor' | 'limiter'>;
type Call = { readonly caller: PolicyCaller; readonly tool: PolicyTool };

/** How often the caller has called the tool, and the counter's key. */
type CallCounts = { readonly subject: string; readonly calls: ConditionCalls };

const callerId = ({ ids }: PolicyCaller): string => ids[0] ?? 'operator';

/** Reads the counts that conditions use; null if no condition does. Tested by `test/core/decisions/decide.test.ts`. */
export async function readCounts(
  { actor, limiter }: Counting,
  rules: readonly Rule[],
  { caller, tool }: Call,
): Promise<CallCounts | null> {
  if (!rules.some(({ condition }) => condition?.readsCalls)) return null;
  const subject = `${actor.accountId} ${callerId(caller)} ${tool.serverId} ${tool.toolId}`;
  const [hour, day] = await Promise.all([limiter.readCount('hour', subject), limiter.readCount('day', subject)]);
  return { subject, calls: { hour: hour.count, day: day.count } };
}

/** Counts an allowed call. */
export async function countCall({ limiter }: Counting, { subject }: CallCounts): Promise<void> {
  await Promise.all([limiter.count('hour', subject), limiter.count('day', subject)]);
}

/**
 * Counts a call against a rule's quota. Returns null if the quota is not used up, otherwise when it resets. Bytes are
 * counted after the call (`countBytes`), so concurrent calls together may exceed a byte quota.
 */
export async function consumeQuota(ctx: Counting, rule: Rule, quota: Quota, call: Call): Promise<Date | null> {
  if (quota.unit === 'bytes') return peekAtQuota(ctx, rule, quota, call);
  const counted = await ctx.limiter.count(quota.per, quotaSubject(rule, quota, call));
  return counted.count > quota.max ? resetOf(counted) : null;
}

/** A byte quota that a call counts towards. */
export type ByteCount = Pick<Quota, 'per'> & { readonly subject: string };

/** The byte quotas that a call counts towards. */
export const byteCountsOf = (rules: readonly Rule[], call: Call): readonly ByteCount[] =>
  rules.flatMap((rule) =>
    rule.quota?.unit === 'bytes' ? [{ per: rule.quota.per, subject: quotaSubject(rule, rule.quota, call) }] : [],
  );

/** Counts the bytes of a completed call. */
export async function countBytes(
  { limiter }: Pick<Counting, 'limiter'>,
  counts: readonly ByteCount[],
  bytes: number,
): Promise<void> {
  await Promise.all(counts.map(({ per, subject }) => limiter.count(per, subject, bytes)));
}

/** The result that `consumeQuota` would return for one more call, without counting it. */
export async function peekAtQuota({ limiter }: Counting, rule: Rule, quota: Quota, call: Call): Promise<Date | null> {
  const counted = await limiter.readCount(quota.per, quotaSubject(rule, quota, call));
  return counted.count >= quota.max ? resetOf(counted) : null;
}

const resetOf = ({ resetAt }: QuotaCount): Date => new Date(resetAt * 1_000);

/** The counter of a quota: one for everyone, or one for each caller or end user. */
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
