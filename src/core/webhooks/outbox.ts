import type { Approval, Job, PolicyRule, Webhook } from '../../generated/prisma/client.ts';
import { BOUNDS } from '../kernel/bounds.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { type AccountId, newDeliveryId } from '../kernel/ids.ts';
import type { JsonObject } from '../lib/json.ts';
import { type ApprovalNames, readApprovalNames, readApprovalTools } from './approvalDetails.ts';
import { hintsToStore } from './messageHints.ts';

type WebhookEvent = 'approval.requested' | 'approval.decided';

type AlertEvent = 'alert.opened' | 'alert.ended' | 'alert.digest';

/** Subjects that a webhook can subscribe to. */
export const webhookSubjects = ['approvals', 'alerts', 'jobs'] as const;

export type WebhookSubject = (typeof webhookSubjects)[number];

/** How long a message is kept, sent or not. */
const KEPT_MS = 7 * 24 * 60 * 60_000;
const KEPT_MAX = BOUNDS.max_deliveries.max;
/**
 * The oldest messages are deleted once their number exceeds the limit by this factor, so that not every message
 * triggers a search.
 */
const SLACK = 1.1;
/** Maximum characters of a tool's description in a message; the description itself may be sixteen times as long. */
const DESCRIPTION_CHARS_MAX = 1_024;

/** The message type that receivers see. */
export type MessageType = WebhookEvent | AlertEvent | 'job.ended' | 'webhook.test';

type Message = { readonly type: MessageType; readonly data: JsonObject };

const deliveryOf = ({ now }: Pick<Ctx, 'now'>, { id }: Pick<Webhook, 'id'>, { type, data }: Message) => {
  const createdAt = now();
  const payload = { type, timestamp: createdAt.toISOString(), data };
  const expiresAt = new Date(createdAt.getTime() + KEPT_MS);
  return { id: newDeliveryId(), webhookId: id, type, payload, createdAt, dueAt: createdAt, expiresAt };
};

/** A test message, which shows whether a receiver can be reached. */
export const testDelivery = (ctx: Pick<Ctx, 'now'>, webhook: Pick<Webhook, 'id' | 'name'>) =>
  deliveryOf(ctx, webhook, { type: 'webhook.test', data: { webhook_id: webhook.id, name: webhook.name } });

type RuledApproval = Approval & { readonly rule: Pick<PolicyRule, 'name' | 'message'> };

/**
 * Notifies every webhook of the account about an approval, after the transaction commits. The input is never stored
 * here; it is added at delivery if the webhook requests it.
 */
export async function notifyWebhooks(ctx: Ctx, tx: Tx, type: WebhookEvent, approval: RuledApproval): Promise<void> {
  const webhooks = await findToldWebhooks(tx, approval.accountId, 'approvals');
  if (webhooks.length === 0) return;
  const data = { ...dataOf(ctx, approval), ...(await namesIn(tx, approval)) };
  const rows = webhooks.map((webhook) => ({ ...deliveryOf(ctx, webhook, { type, data }), approvalId: approval.id }));
  await tx.webhookDelivery.createMany({ data: rows });
  await forgetOldest(
    tx,
    webhooks.map(({ id }) => id),
  );
}

/**
 * Deletes the oldest messages, sent or not, of webhooks that exceed their limit by the factor `SLACK`. Messages may be
 * created faster than a receiver accepts them.
 */
const forgetOldest = (tx: Tx, webhookIds: readonly string[]): Promise<number> => tx.$executeRaw`
  DELETE FROM webhook_delivery WHERE id IN (
    SELECT id FROM (
      SELECT id, row_number() OVER (PARTITION BY webhook_id ORDER BY created_at DESC, id DESC) AS place
      FROM webhook_delivery WHERE webhook_id IN (
        SELECT webhook_id FROM webhook_delivery WHERE webhook_id = ANY(${webhookIds}::text[])
        GROUP BY webhook_id HAVING count(*) > ${KEPT_MAX * SLACK}::int)) AS placed
    WHERE place > ${KEPT_MAX}::int)`;

const findToldWebhooks = (tx: Tx, accountId: AccountId, of: WebhookSubject): Promise<Pick<Webhook, 'id'>[]> =>
  tx.webhook.findMany({ where: { accountId, disabledAt: null, events: { has: of } }, select: { id: true } });

/** Notifies the account's webhooks for jobs, after the transaction commits. Neither input nor result is sent. */
export async function notifyJobEnded(ctx: Pick<Ctx, 'now'>, tx: Tx, job: Omit<Job, 'sealed'>): Promise<void> {
  const webhooks = await findToldWebhooks(tx, job.accountId, 'jobs');
  if (webhooks.length === 0) return;
  const data = {
    job_id: job.id,
    state: job.state,
    stack_id: job.stackId,
    tool_id: job.toolId,
    caller_kind: job.callerKind,
    caller_id: job.callerId,
    end_user: job.endUser,
    created_at: job.createdAt.toISOString(),
    ended_at: job.endedAt?.toISOString() ?? null,
    expires_at: job.expiresAt.toISOString(),
  };
  const rows = webhooks.map((webhook) => deliveryOf(ctx, webhook, { type: 'job.ended', data }));
  await tx.webhookDelivery.createMany({ data: rows });
  await forgetOldest(
    tx,
    webhooks.map(({ id }) => id),
  );
}

export type AlertMessage = { readonly type: AlertEvent; readonly data: JsonObject };

/** The account's webhooks that subscribe to alerts. */
export const findAlertWebhooks = (tx: Tx, accountId: AccountId): Promise<readonly Pick<Webhook, 'id'>[]> =>
  findToldWebhooks(tx, accountId, 'alerts');

/** Delivery rows of an alert message, one per webhook. */
export const alertDeliveries = (
  ctx: Pick<Ctx, 'now'>,
  webhooks: readonly Pick<Webhook, 'id'>[],
  message: AlertMessage,
) => webhooks.map((webhook) => deliveryOf(ctx, webhook, message));

/** Display names of the tool and the caller. */
async function namesIn(tx: Tx, { id, accountId }: Approval): Promise<JsonObject> {
  const place = { accountId, stackIds: null };
  const tools = await readApprovalTools(tx, place, [id]);
  const names = await readApprovalNames(tx, place, [id]);
  const tool = tools.get(id);
  return {
    tool_name: tool?.exposedName ?? null,
    tool_title: tool?.title ?? null,
    tool_description: tool?.description.slice(0, DESCRIPTION_CHARS_MAX) ?? null,
    tool_annotations: hintsToStore(tool?.annotations ?? null),
    server_id: tool?.serverId ?? null,
    ...callerIn(names.get(id)),
  };
}

const callerIn = (names: ApprovalNames | undefined): JsonObject => ({
  caller_name: names?.credential ?? null,
  caller_person: names?.person ?? null,
  endpoint_id: names?.endpointId ?? null,
  endpoint_name: names?.endpoint ?? null,
  service_account: names?.serviceAccount ?? null,
  trusted_issuer: names?.trustedIssuer ?? null,
});

const dataOf = (ctx: Ctx, approval: RuledApproval): JsonObject => ({
  approval_id: approval.id,
  state: approval.state,
  url: `${ctx.publicUrl()}/inbox/approvals/${approval.id}`,
  stack_id: approval.stackId,
  tool_id: approval.toolId,
  rule_id: approval.ruleId,
  rule: approval.rule.name,
  rule_message: approval.rule.message,
  caller_kind: approval.callerKind,
  caller_id: approval.callerId,
  end_user: approval.endUser || null,
  expires_at: approval.expiresAt.toISOString(),
  ...(approval.decidedAt && {
    decider_kind: approval.deciderKind,
    decider_id: approval.deciderId,
    decided_at: approval.decidedAt.toISOString(),
    is_for_all: approval.isForAll,
    is_for_session: approval.isForSession,
    message: approval.message,
  }),
});
