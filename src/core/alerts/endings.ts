import type { Ctx } from '../kernel/context.ts';
import { accountIdOf } from '../kernel/scope.ts';
import { credentialProblems } from '../stacks/credentialProblems.ts';
import { FOUND_MAX, type FoundAlerts } from './kinds.ts';
import type { AlertRules } from './settings.ts';

const DAY_MS = 86_400_000;
/** Minimum lifetime of keys and tokens that raise an alert, as a multiple of the alert period. */
const LIVES = 2;

/** Whether a key or token is valid for so long that people may have forgotten its expiry. */
const isLongLived = (createdAt: Date, expiresAt: Date | null, endDays: number): boolean =>
  expiresAt !== null && expiresAt.getTime() - createdAt.getTime() >= LIVES * endDays * DAY_MS;

/** The period of `days` that starts now, as a Prisma filter. */
const soon = (now: Date, days: number) => ({ gt: now, lte: new Date(now.getTime() + days * DAY_MS) });

/**
 * Stack credentials that need attention: they expire and can't be renewed, their renewal failed, or calls don't use
 * them because the server changed. Credentials that were never stored do not raise an alert.
 * @throws as `heavyRead`
 */
export async function findCredentialAlerts(ctx: Ctx): Promise<FoundAlerts> {
  const { problems, isComplete } = await credentialProblems(ctx);
  const alerts = problems.flatMap((problem) =>
    problem.kind === 'missing'
      ? []
      : [
          {
            kind: 'credential' as const,
            subject: `credential ${problem.stackId} ${problem.serverId} ${problem.fieldId}`,
            stackId: problem.stackId,
            details: {
              stack_name: problem.stackName,
              server_id: problem.serverId,
              server_name: problem.serverName,
              field_id: problem.fieldId,
              field_name: problem.fieldName,
              problem: problem.kind,
              expires_at: problem.expiresAt?.toISOString() ?? null,
            },
          },
        ],
  );
  return {
    kind: 'credential',
    alerts: alerts.slice(0, FOUND_MAX),
    isComplete: isComplete && alerts.length <= FOUND_MAX,
  };
}

/** Manually created stack tokens that expire soon. Excludes tokens that clients renew. */
export async function findEndingTokens(ctx: Ctx, { endDays }: AlertRules): Promise<FoundAlerts> {
  const tokens = await ctx.db.stackToken.findMany({
    where: {
      endpoint: { stack: { accountId: accountIdOf(ctx.actor) } },
      expiresAt: soon(ctx.now(), endDays),
      ...{ revokedAt: null, grantId: null, oauthClient: null, refreshTokens: { none: {} } },
    },
    select: {
      ...{ id: true, name: true, createdAt: true, expiresAt: true },
      endpoint: { select: { name: true, stackId: true, stack: { select: { name: true } } } },
    },
    orderBy: { expiresAt: 'asc' },
    take: FOUND_MAX,
  });
  const alerts = tokens
    .filter(({ createdAt, expiresAt }) => isLongLived(createdAt, expiresAt, endDays))
    .map(({ id, name, expiresAt, endpoint }) => ({
      kind: 'ending_token' as const,
      subject: `ending_token ${id}`,
      stackId: endpoint.stackId,
      details: {
        ...{ token_id: id, name, endpoint_name: endpoint.name, stack_name: endpoint.stack.name },
        expires_at: expiresAt?.toISOString() ?? null,
      },
    }));
  return { kind: 'ending_token', alerts, isComplete: tokens.length < FOUND_MAX };
}

/** API keys that expire soon. Excludes command-line logins, since people just sign in again. */
export async function findEndingKeys(ctx: Ctx, { endDays }: AlertRules): Promise<FoundAlerts> {
  const where = { accountId: accountIdOf(ctx.actor), userId: null, revokedAt: null };
  const keys = await ctx.db.apiKey.findMany({
    where: { ...where, expiresAt: soon(ctx.now(), endDays) },
    orderBy: { expiresAt: 'asc' },
    take: FOUND_MAX,
  });
  const alerts = keys
    .filter(({ createdAt, expiresAt }) => isLongLived(createdAt, expiresAt, endDays))
    .map(({ id, name, display, expiresAt }) => ({
      kind: 'ending_key' as const,
      subject: `ending_key ${id}`,
      stackId: null,
      details: { key_id: id, name, display, expires_at: expiresAt?.toISOString() ?? null },
    }));
  return { kind: 'ending_key', alerts, isComplete: keys.length < FOUND_MAX };
}
