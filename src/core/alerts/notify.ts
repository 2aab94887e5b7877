import type { Alert, AlertSettings } from '../../generated/prisma/client.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { isJsonObject, type JsonObject } from '../lib/json.ts';
import { findMailedPeople, mailsOf } from '../mail/outbox.ts';
import { type AlertMessage, alertDeliveries, findAlertWebhooks } from '../webhooks/outbox.ts';
import { alertTexts, RECOVERING_KINDS } from './words.ts';

const HOUR_MS = 60 * 60_000;
/** Maximum individual messages per hour; further changes are sent as an hourly digest. */
const SINGLE_MAX = 5;
/** Maximum alerts named in one message; the message also states the total. */
const NAMED_MAX = 50;
/** Maximum alerts sent per evaluation. */
const DUE_MAX = 1_000;

/**
 * Notifies webhooks and people of alerts that opened or ended, in the transaction that found the changes. Each alert
 * sends at most one message an hour. An alert that ends before it is announced sends none. Beyond five messages an
 * hour, a digest covers the rest. Without receivers, nothing is marked as sent, so the first receiver learns of all
 * open alerts.
 */
export async function notifyAlerts(ctx: Ctx, tx: Tx, settings: AlertSettings): Promise<void> {
  const { accountId } = settings;
  const due = await findDue(ctx, tx, settings);
  if (due.length === 0) return;
  const [webhooks, people] = [await findAlertWebhooks(tx, accountId), await findMailedPeople(tx, accountId)];
  const silent = due.filter(({ endedAt, kind }) => endedAt !== null && !RECOVERING_KINDS.includes(kind));
  await markAnnounced(ctx, tx, accountId, silent);
  const announced = due.filter((alert) => !silent.includes(alert));
  if (announced.length === 0 || webhooks.length + people.length === 0) return;
  const plan = planOf(ctx, settings, announced.length);
  if (plan === null) return;
  const digest: AlertMessage = {
    type: 'alert.digest',
    data: {
      title: `${announced.length} alert updates`,
      url: `${ctx.publicUrl()}/inbox/alerts`,
      count: announced.length,
      alerts: announced.slice(0, NAMED_MAX).map((alert) => dataOf(ctx, alert)),
    },
  };
  const messages = plan.isDigest
    ? [digest]
    : announced.map(
        (alert): AlertMessage => ({
          type: alert.endedAt === null ? 'alert.opened' : 'alert.ended',
          data: dataOf(ctx, alert),
        }),
      );
  await tx.webhookDelivery.createMany({ data: messages.flatMap((each) => alertDeliveries(ctx, webhooks, each)) });
  await tx.mail.createMany({ data: messages.flatMap((each) => mailsOf(ctx, people, letterOf(ctx, each))) });
  await markAnnounced(ctx, tx, accountId, announced);
  await tx.alertSettings.updateMany({ where: { accountId }, data: plan.data });
}

/**
 * Alerts to announce: open ones that were not announced as open, and ended ones that were. Each at least an hour after
 * its last message.
 */
const findDue = ({ now }: Ctx, tx: Tx, { accountId }: AlertSettings): Promise<readonly Alert[]> =>
  tx.alert.findMany({
    where: {
      accountId,
      AND: [
        { OR: [{ toldAt: null }, { toldAt: { lte: new Date(now().getTime() - HOUR_MS) } }] },
        {
          OR: [
            { endedAt: null, OR: [{ told: null }, { told: 'ended' }] },
            { endedAt: { not: null }, told: 'opened' },
          ],
        },
      ],
    },
    orderBy: { startedAt: 'asc' },
    take: DUE_MAX,
  });

/** How to send this number of changes, and the counters to store; null to send nothing now. */
function planOf({ now }: Ctx, { toldSince, toldCount, digestAt }: AlertSettings, count: number) {
  const at = now();
  const isWithinHour = (time: Date | null): boolean => time !== null && at.getTime() - time.getTime() < HOUR_MS;
  const before = isWithinHour(toldSince) ? toldCount : 0;
  if (before + count <= SINGLE_MAX)
    return { isDigest: false, data: { toldSince: before > 0 ? toldSince : at, toldCount: before + count } };
  return isWithinHour(digestAt) ? null : { isDigest: true, data: { digestAt: at } };
}

async function markAnnounced(
  { now }: Ctx,
  tx: Tx,
  accountId: Alert['accountId'],
  alerts: readonly Alert[],
): Promise<void> {
  for (const transition of ['opened', 'ended'] as const) {
    const ids = alerts.filter(({ endedAt }) => (endedAt === null) === (transition === 'opened')).map(({ id }) => id);
    if (ids.length > 0)
      await tx.alert.updateMany({ where: { accountId, id: { in: ids } }, data: { told: transition, toldAt: now() } });
  }
}

const dataOf = (ctx: Ctx, alert: Alert): JsonObject => ({
  alert_id: alert.id,
  kind: alert.kind,
  state: alert.endedAt === null ? 'open' : 'over',
  title: alertTexts(alert)[alert.endedAt === null ? 'title' : 'over'],
  url: `${ctx.publicUrl()}${alertTexts(alert).path}`,
  stack_id: alert.stackId,
  started_at: alert.startedAt.toISOString(),
  ended_at: alert.endedAt?.toISOString() ?? null,
  details: isJsonObject(alert.details) ? alert.details : {},
});

const OVER = 'Resolved: ';

/** The message as an e-mail. */
function letterOf(ctx: Ctx, { type, data }: AlertMessage) {
  const listed =
    type === 'alert.digest' && Array.isArray(data['alerts']) ? data['alerts'].filter(isJsonObject) : [data];
  const lines = listed.flatMap(({ title, url, state }) => [`${state === 'over' ? OVER : ''}${title}`, `  ${url}`, '']);
  const more = Number(data['count'] ?? 1) - listed.length;
  return {
    kind: 'alert' as const,
    subject: `${type === 'alert.ended' ? OVER : ''}${data['title']}`,
    text: [
      ...lines,
      ...(more > 0 ? [`And ${more} more.`, ''] : []),
      `You receive this because you turned on alert emails: ${ctx.publicUrl()}/inbox/notifications`,
    ].join('\n'),
  };
}
