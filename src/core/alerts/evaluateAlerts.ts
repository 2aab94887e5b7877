import type { Alert, AlertSettings } from '../../generated/prisma/client.ts';
import { BOUNDS } from '../kernel/bounds.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { type AccountId, newAlertId } from '../kernel/ids.ts';
import { LIVE_CHANNEL, livePayload } from '../kernel/liveFeed.ts';
import { canonicalJson } from '../lib/json.ts';
import { heavyRead } from '../limits/heavyReads.ts';
import { findCredentialAlerts, findEndingKeys, findEndingTokens } from './endings.ts';
import { findFailingTools } from './failingTools.ts';
import type { AlertKind, FoundAlerts } from './kinds.ts';
import { notifyAlerts } from './notify.ts';
import { rulesOf } from './settings.ts';
import { findWaitingReviews } from './waitingReviews.ts';

const MINUTE_MS = 60_000;
/** Evaluation interval per account, shared by all instances. */
const EVERY_MS = 5 * MINUTE_MS;
/** Maximum accounts per run, one after the other. */
const ACCOUNTS_MAX = 20;
const ALERTS_MAX = BOUNDS.max_alerts.max;
/** How long a closed alert stays listed. */
const KEPT_MS = 7 * 24 * 60 * MINUTE_MS;
const TRANSACTION_MS_MAX = 20_000;

/**
 * Evaluates alerts and sends notifications for due accounts: at most twenty per run, longest waiting first. Safe to run
 * on several instances, since only one claims an account. A failed account is retried after five minutes. Tested by
 * `test/core/alerts/evaluateAlerts.test.ts`.
 * @returns the number of accounts evaluated
 */
export async function evaluateAlerts(operator: Ctx): Promise<number> {
  await operator.db.$executeRaw`
  INSERT INTO alert_settings (account_id, muted, due_at)
  SELECT id, '{}', ${operator.now()} FROM account WHERE NOT EXISTS (SELECT 1 FROM alert_settings WHERE account_id = account.id)
  LIMIT ${ACCOUNTS_MAX}::int ON CONFLICT DO NOTHING`;
  const claimed = await claim(operator);
  for (const settings of claimed) {
    if (operator.signal.aborted) break;
    const { accountId } = settings;
    const ctx: Ctx = { ...operator, actor: { kind: 'operator', accountId } };
    try {
      const findings = await findAll(ctx, settings);
      await ctx.db.$transaction(
        async (tx) => {
          await keep(ctx, tx, accountId, findings);
          await notifyAlerts(ctx, tx, settings);
        },
        { timeout: TRANSACTION_MS_MAX },
      );
    } catch (error) {
      operator.log.warn({ err: error, account: accountId }, 'the alert conditions of an account could not be checked');
    }
  }
  return claimed.length;
}

/** Claims the accounts that have waited longest and reschedules them, regardless of the result. */
async function claim({ db, now }: Ctx): Promise<readonly AlertSettings[]> {
  const next = new Date(now().getTime() + EVERY_MS);
  const claimed = await db.$queryRaw<readonly { readonly accountId: AccountId }[]>`
    UPDATE alert_settings SET due_at = ${next} WHERE account_id IN (
      SELECT account_id FROM alert_settings WHERE due_at <= ${now()}
      ORDER BY due_at LIMIT ${ACCOUNTS_MAX}::int FOR UPDATE SKIP LOCKED)
    RETURNING account_id AS "accountId"`;
  const ids = claimed.map(({ accountId }) => accountId);
  return db.alertSettings.findMany({ where: { accountId: { in: ids } }, take: ACCOUNTS_MAX });
}

/** Findings of each kind. Muted kinds yield none, which closes their alerts. */
async function findAll(ctx: Ctx, settings: AlertSettings): Promise<readonly FoundAlerts[]> {
  const rules = rulesOf(settings);
  const { accountId } = settings;
  const finders: Readonly<Record<AlertKind, () => Promise<FoundAlerts>>> = {
    failing_tool: () => heavyRead(ctx, (tx) => findFailingTools(tx, accountId, ctx.now(), rules)),
    credential: () => findCredentialAlerts(ctx),
    ending_token: () => findEndingTokens(ctx, rules),
    ending_key: () => findEndingKeys(ctx, rules),
    review: () => heavyRead(ctx, (tx) => findWaitingReviews(tx, accountId)),
  };
  const findings: FoundAlerts[] = [];
  for (const kind of ['failing_tool', 'credential', 'ending_token', 'ending_key', 'review'] as const)
    findings.push(rules.muted.includes(kind) ? { kind, alerts: [], isComplete: true } : await finders[kind]());
  return findings;
}

/** Opens or reopens alerts for the findings and closes the rest. */
async function keep(ctx: Ctx, tx: Tx, accountId: AccountId, findings: readonly FoundAlerts[]): Promise<void> {
  const now = ctx.now();
  const stored = await tx.alert.findMany({ where: { accountId }, take: ALERTS_MAX });
  const known = new Map(stored.map((alert) => [alert.subject, alert]));
  const current = findings.flatMap(({ alerts }) => alerts);
  const fresh = current
    .filter(({ subject }) => !known.has(subject))
    .slice(0, ALERTS_MAX - stored.length)
    .map((each) => ({ ...each, id: newAlertId(), accountId, startedAt: now }));
  await tx.alert.createMany({ data: fresh });
  const changed: Announced[] = [...fresh];
  for (const each of current) {
    const alert = known.get(each.subject);
    if (!alert) continue;
    const { details } = each;
    const isOpen = alert.endedAt === null;
    if (isOpen && canonicalJson(alert.details) === canonicalJson(details)) continue;
    const data = isOpen ? { details } : { details, startedAt: now, endedAt: null, expiresAt: null };
    await tx.alert.updateMany({ where: { id: alert.id, accountId }, data });
    changed.push(alert);
  }
  const subjects = new Set(current.map(({ subject }) => subject));
  const complete = findings.filter(({ isComplete }) => isComplete).map(({ kind }): string => kind);
  const over = stored.filter(
    ({ kind, subject, endedAt }) => endedAt === null && complete.includes(kind) && !subjects.has(subject),
  );
  await tx.alert.updateMany({
    where: { accountId, id: { in: over.map(({ id }) => id) } },
    data: { endedAt: now, expiresAt: new Date(now.getTime() + KEPT_MS) },
  });
  await announce(tx, accountId, [...changed, ...over]);
}

type Announced = Pick<Alert, 'id' | 'stackId'>;

/** Notifies the dashboards of all instances after commit. */
async function announce(tx: Tx, accountId: AccountId, alerts: readonly Announced[]): Promise<void> {
  if (alerts.length === 0) return;
  const payloads = alerts.map(({ id, stackId }) => livePayload({ kind: 'alert', accountId, id, stackId }));
  const payloadText = JSON.stringify(payloads);
  await tx.$executeRaw`
    WITH told AS (SELECT payload FROM json_array_elements_text(${payloadText}::json) AS payload),
    logged AS (INSERT INTO change_log (channel, payloads) SELECT ${LIVE_CHANNEL}, array_agg(payload) FROM told)
    SELECT pg_notify(${LIVE_CHANNEL}, payload) FROM told`;
}
