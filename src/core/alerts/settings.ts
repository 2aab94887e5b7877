import { z } from 'zod';
import type { AlertSettings } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import { accountIdOf, requireRight } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { listUpTo, parseInput } from '../lib/parse.ts';
import { type AlertKind, alertKinds, toAlertKind } from './kinds.ts';

/** Which alerts an account raises, and their thresholds. */
export type AlertRules = {
  /** Kinds that are turned off. */
  readonly muted: readonly AlertKind[];
  /** Number of full hours before the current hour in which failures are counted. */
  readonly failureHours: number;
  /** A tool raises an alert if at least this many calls failed, and at least `failurePercent` of all calls. */
  readonly failureCount: number;
  readonly failurePercent: number;
  /** Days before expiry at which a token or key raises an alert. */
  readonly endDays: number;
};

const DEFAULTS: AlertRules = { muted: [], failureHours: 1, failureCount: 5, failurePercent: 20, endDays: 7 };

const whole = (min: number, max: number) => z.int(`must be a whole number`).min(min).max(max).nullish();

const rulesInput = z.object({
  muted: listUpTo(z.enum(alertKinds), alertKinds.length).nullish(),
  failureHours: whole(1, 24),
  failureCount: whole(1, 100_000),
  failurePercent: whole(1, 100),
  endDays: whole(1, 60),
});

/** Stored rules, or the defaults. */
export const rulesOf = (stored: AlertSettings | null): AlertRules =>
  stored
    ? {
        ...stored,
        muted: stored.muted.flatMap((kind) => toAlertKind(kind) ?? []),
      }
    : DEFAULTS;

/** Alert rules of the account. @throws forbidden for callers that do not see the whole account */
export async function readAlertRules(ctx: Ctx): Promise<AlertRules> {
  const accountId = accountIdOf(ctx.actor);
  return rulesOf(await ctx.db.alertSettings.findUnique({ where: { accountId } }));
}

/**
 * Updates alert rules. The input is `{ muted?, failureHours?, failureCount?, failurePercent?, endDays? }`; null
 * restores a default. Takes effect within seconds. Alerts of muted kinds are closed, and only recoveries are announced.
 * @throws forbidden without the right `admin`; invalid_input
 */
export async function updateAlertRules(ctx: Ctx, input: unknown): Promise<AlertRules> {
  requireRight(ctx.actor, 'admin');
  const accountId = accountIdOf(ctx.actor);
  const parsed = parseInput(rulesInput, input, 'Invalid request parameters');
  const change = {
    ...(parsed.muted !== undefined && { muted: parsed.muted ?? [...DEFAULTS.muted] }),
    ...(parsed.failureHours !== undefined && { failureHours: parsed.failureHours ?? DEFAULTS.failureHours }),
    ...(parsed.failureCount !== undefined && { failureCount: parsed.failureCount ?? DEFAULTS.failureCount }),
    ...(parsed.failurePercent !== undefined && { failurePercent: parsed.failurePercent ?? DEFAULTS.failurePercent }),
    ...(parsed.endDays !== undefined && { endDays: parsed.endDays ?? DEFAULTS.endDays }),
  };
  if (Object.keys(change).length === 0) return readAlertRules(ctx);
  return write(ctx, async (tx) => {
    const create = { accountId, ...DEFAULTS, muted: [...DEFAULTS.muted], dueAt: ctx.now(), ...change };
    const stored = await tx.alertSettings.upsert({
      where: { accountId },
      create,
      update: { ...change, dueAt: ctx.now() },
    });
    const rules = rulesOf(stored);
    return {
      value: rules,
      audit: { action: 'account.set_alerts', target: { kind: 'account', id: accountId }, details: change },
    };
  });
}
