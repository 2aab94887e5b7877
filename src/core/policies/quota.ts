import { z } from 'zod';
import type { PolicyRule } from '../../generated/prisma/client.ts';
import { QUOTA_PERIODS, type QuotaPeriod } from '../limits/limiter.ts';

/** The unit of a quota: calls, or the bytes of their inputs and results. */
const QUOTA_UNITS = ['calls', 'bytes'] as const;
/** A number of calls or bytes; a rule with a quota matches the calls beyond it. */
export type Quota = {
  readonly unit: (typeof QUOTA_UNITS)[number];
  readonly max: number;
  readonly per: QuotaPeriod;
  readonly of: (typeof QUOTA_SUBJECTS)[number];
};

/** The subjects that quotas count separately. */
const QUOTA_SUBJECTS = ['account', 'tool', 'caller', 'end_user'] as const;

/** Maximum number of calls or bytes. */
const QUOTA_MAX = 1_000_000_000;

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;

/** A rule's quota as sent; null or absent for none. Tested by `test/core/policies/policyRule.test.ts`. */
export const quotaSchema = z
  .object({
    calls: z.int().min(1).max(QUOTA_MAX).nullish(),
    bytes: z.int().min(1).max(QUOTA_MAX).nullish(),
    per: z.enum(QUOTA_PERIODS),
    of: z.enum(QUOTA_SUBJECTS).nullish(),
  })
  .refine(({ calls, bytes }) => isGiven(calls) !== isGiven(bytes), { message: 'needs either calls or bytes' })
  .nullish();

type QuotaColumns = Pick<PolicyRule, 'quotaCalls' | 'quotaUnit' | 'quotaPer' | 'quotaOf'>;

export function quotaColumns(quota: z.infer<typeof quotaSchema>): QuotaColumns {
  if (!quota) return { quotaCalls: null, quotaUnit: 'calls', quotaPer: null, quotaOf: null };
  const { calls, bytes, per, of } = quota;
  const max = calls ?? bytes ?? null;
  return { quotaCalls: max, quotaUnit: calls ? 'calls' : 'bytes', quotaPer: per, quotaOf: of ?? 'account' };
}

/** A stored quota; null for none. */
export function quotaOf({ quotaCalls, quotaUnit, quotaPer, quotaOf: of }: QuotaColumns): Quota | null {
  if (quotaCalls === null) return null;
  return {
    unit: QUOTA_UNITS.find((unit) => unit === quotaUnit) ?? 'calls',
    max: quotaCalls,
    per: QUOTA_PERIODS.find((period) => period === quotaPer) ?? 'day',
    of: QUOTA_SUBJECTS.find((subject) => subject === of) ?? 'account',
  };
}

/** A rule's quota in the format of `quotaSchema`; null for none. */
export function quotaInput(rule: QuotaColumns) {
  const quota = quotaOf(rule);
  if (!quota) return null;
  const { unit, max, per, of } = quota;
  return unit === 'calls' ? { calls: max, per, of } : { bytes: max, per, of };
}
