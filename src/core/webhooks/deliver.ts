import type { Webhook, WebhookDelivery } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import type { AccountId, WebhookId } from '../kernel/ids.ts';
import { openedOrNull } from '../kernel/vault/vault.ts';
import { writeUnlessDone } from '../kernel/write.ts';
import { isRecord } from '../lib/json.ts';
import { inputOf } from './approvalDetails.ts';
import { withHints } from './messageHints.ts';
import type { WebhookAnswer, WebhookSender } from './sender.ts';
import { signedHeaders } from './signature.ts';
import { auditOf, webhookBinding } from './webhook.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 60 * 60 * SECOND_MS;
/** How long a receiver may take to respond to a message. */
const TIMEOUT_MS = 10 * SECOND_MS;
/** After this time, the instance that sends a message counts as dead, and another instance may send the message. */
const LEASE_MS = 60 * SECOND_MS;
/** Delays between attempts, in seconds. Their sum is below the lifetime of an approval. */
export const RETRY_SECONDS = [5, 60, 300, 1_800, 7_200, 18_000, 36_000] as const;
/** Attempts after which a message is dropped. */
const ATTEMPTS_MAX = 1 + RETRY_SECONDS.length;
const JITTER = 0.1;
/** A receiver that has not responded successfully for this long is disabled. */
const FAILING_MS_MAX = 72 * HOUR_MS;
/** Maximum concurrent messages of an instance, of an account, and to one receiver. */
const AT_ONCE_MAX = 16;
const PER_ACCOUNT_MAX = 4;
const PER_WEBHOOK_MAX = 2;
/** Maximum slots for receivers whose last delivery failed. The other slots are reserved for healthy receivers. */
const FAILING_MAX = 12;
const ERROR_CHARS_MAX = 300;
const GONE = 410;

type Claimed = {
  readonly id: WebhookDelivery['id'];
  readonly webhookId: WebhookId;
  readonly accountId: AccountId;
  readonly isFailing: boolean;
};

/** Key of the count of messages to all failing receivers. */
const FAILING = 'failing';

/** Deliveries in progress in this process, by webhook and by account. */
type Delivering = {
  readonly underWay: Map<WebhookId | AccountId | typeof FAILING, number>;
  readonly tasks: Set<Promise<void>>;
};

/** Creates the state of the deliveries under way, once per process. */
export const createDelivering = (): Delivering => ({ underWay: new Map(), tasks: new Set() });

/**
 * Starts due deliveries up to the concurrency limits. A hanging receiver delays only its own messages, and a busy
 * account only its own. Healthy receivers go first, and some slots are reserved for them.
 * Safe to run on several instances: one of them sends each message. Another instance takes over only if the first died
 * before it recorded the outcome.
 * Tested by `test/core/webhooks/deliver.test.ts`.
 * @returns the number of deliveries started
 */
export async function beginDeliveries(operator: Ctx, sender: WebhookSender, delivering: Delivering): Promise<number> {
  const { underWay, tasks } = delivering;
  const room = AT_ONCE_MAX - tasks.size;
  if (room <= 0) return 0;
  const failingRoom = FAILING_MAX - (underWay.get(FAILING) ?? 0);
  const from = (max: number) => [...underWay].flatMap(([id, sent]) => (sent >= max ? [id] : []));
  const claimed = await claim(
    operator,
    { webhooks: from(PER_WEBHOOK_MAX), accounts: from(PER_ACCOUNT_MAX) },
    { room, failingRoom },
  );
  for (const each of claimed) {
    count(underWay, each, 1);
    const task = deliver(operator, sender, each)
      .catch((error: unknown) =>
        operator.log.error({ err: error, deliveryId: each.id }, 'the outcome of a webhook could not be stored'),
      )
      .finally(() => {
        count(underWay, each, -1);
        tasks.delete(task);
      });
    tasks.add(task);
  }
  return claimed.length;
}

function count(underWay: Delivering['underWay'], { webhookId, accountId, isFailing }: Claimed, by: 1 | -1): void {
  for (const id of isFailing ? ([webhookId, accountId, FAILING] as const) : [webhookId, accountId]) {
    const left = (underWay.get(id) ?? 0) + by;
    if (left > 0) underWay.set(id, left);
    else underWay.delete(id);
  }
}

type Room = { readonly room: number; readonly failingRoom: number };
type BusyIds = { readonly webhooks: string[]; readonly accounts: string[] };

/** Claims due messages, at most two per webhook; accounts take turns. */
const claim = ({ db, now }: Ctx, busy: BusyIds, { room, failingRoom }: Room) => db.$queryRaw<Claimed[]>`
  WITH due AS (
    SELECT first.id, first.due_at, failing_since IS NOT NULL AS is_failing,
      row_number() OVER (PARTITION BY account_id ORDER BY first.due_at) AS place
    FROM webhook CROSS JOIN LATERAL (
      SELECT id, due_at FROM webhook_delivery
      WHERE webhook_id = webhook.id AND due_at <= ${now()} AND (disabled_at IS NULL OR type = 'webhook.test')
      ORDER BY due_at LIMIT ${PER_WEBHOOK_MAX}::int) AS first
    WHERE NOT webhook.id = ANY(${busy.webhooks}::text[]) AND NOT account_id = ANY(${busy.accounts}::text[])),
  ranked AS (
    SELECT id, due_at, place, is_failing,
      row_number() OVER (PARTITION BY is_failing ORDER BY place, due_at) AS among
    FROM due WHERE place <= ${PER_ACCOUNT_MAX}::int),
  taken AS (
    SELECT id FROM webhook_delivery WHERE due_at <= ${now()}
      AND id IN (
        SELECT id FROM ranked WHERE NOT is_failing OR among <= ${Math.max(0, failingRoom)}::int
        ORDER BY place, is_failing, due_at LIMIT ${room}::int)
    FOR UPDATE SKIP LOCKED)
  UPDATE webhook_delivery delivery SET due_at = ${new Date(now().getTime() + LEASE_MS)}, attempts = attempts + 1
  FROM taken, webhook WHERE delivery.id = taken.id AND webhook.id = webhook_id
  RETURNING delivery.id, webhook_id AS "webhookId", account_id AS "accountId",
    failing_since IS NOT NULL AS "isFailing"`;

async function deliver(operator: Ctx, sender: WebhookSender, { id }: Claimed): Promise<void> {
  const row = await operator.db.webhookDelivery.findUnique({ where: { id }, include: { webhook: true } });
  if (!row) return;
  const answer = row.attempts > ATTEMPTS_MAX ? NEVER_ENDED : await answerTo(operator, sender, row);
  // The process is shutting down. Another instance continues once the lease expires.
  if (operator.signal.aborted) return;
  await (answer.status !== null && answer.status >= 200 && answer.status < 300
    ? recordAccepted(operator, row, answer)
    : recordFailed(operator, row, answer));
}

/** The result of a message when every attempt ended before its outcome was recorded, for example in a crash. */
const NEVER_ENDED: WebhookAnswer = { status: null, error: 'the delivery was started too often without a result' };

/** The receiver's response; an internal failure also counts as an attempt. */
async function answerTo(operator: Ctx, sender: WebhookSender, delivery: Delivered): Promise<WebhookAnswer> {
  try {
    return await send(operator, sender, delivery.webhook, delivery);
  } catch (error) {
    operator.log.error({ err: error, deliveryId: delivery.id }, 'a webhook could not be sent');
    return { status: null, error: 'it could not be sent' };
  }
}

async function send(
  operator: Ctx,
  sender: WebhookSender,
  webhook: Webhook,
  delivery: WebhookDelivery,
): Promise<WebhookAnswer> {
  const { url, accountId } = webhook;
  const secret = openedOrNull(() => operator.vault.open(webhook.sealed, webhookBinding(webhook)));
  if (secret === null)
    return { status: null, error: 'its secret cannot be decrypted: the master key or its URL changed' };
  const body = JSON.stringify(await payloadOf(operator, webhook, delivery));
  const timestamp = Math.floor(operator.now().getTime() / SECOND_MS);
  const headers = {
    'content-type': 'application/json',
    ...signedHeaders(secret, { id: delivery.id, timestamp, body }),
  };
  const signal = AbortSignal.any([operator.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  return sender.send({ url, accountId, headers, body, signal });
}

/** The body of a message. Contains the call's input if the webhook requests it and the call is still pending. */
async function payloadOf(operator: Ctx, { hasInput, accountId }: Webhook, delivery: WebhookDelivery): Promise<unknown> {
  const { type, approvalId } = delivery;
  const payload = withHints(delivery.payload);
  if (!hasInput || approvalId === null || type !== 'approval.requested' || !isRecord(payload)) return payload;
  const approval = await operator.db.approval.findFirst({ where: { id: approvalId, accountId } });
  const data = isRecord(payload['data']) ? payload['data'] : {};
  return { ...payload, data: { ...data, input: approval && inputOf(operator, approval) } };
}

type Delivered = WebhookDelivery & { readonly webhook: Webhook };

async function recordAccepted({ db, now }: Ctx, { id, webhook }: Delivered, { status }: WebhookAnswer): Promise<void> {
  await db.webhookDelivery.updateMany({
    where: { id },
    data: { dueAt: null, deliveredAt: now(), status, error: null },
  });
  if (webhook.failingSince === null && webhook.problem === null) return;
  await db.webhook.updateMany({ where: { id: webhook.id }, data: { failingSince: null, problem: null } });
}

async function recordFailed(operator: Ctx, { id, webhook, attempts }: Delivered, answer: WebhookAnswer): Promise<void> {
  const { db } = operator;
  const { status } = answer;
  const now = operator.now();
  const error = (answer.error ?? `the receiver answered ${status}`).slice(0, ERROR_CHARS_MAX);
  const seconds = RETRY_SECONDS[attempts - 1];
  const dueAt =
    seconds === undefined
      ? null
      : new Date(now.getTime() + seconds * (1 + JITTER * (2 * Math.random() - 1)) * SECOND_MS);
  await db.webhookDelivery.updateMany({ where: { id }, data: { dueAt, status, error } });
  const failingSince = webhook.failingSince ?? now;
  const data = { failingSince, problem: error };
  await db.webhook.updateMany({ where: { id: webhook.id, disabledAt: null }, data });
  const isOver = now.getTime() - failingSince.getTime() >= FAILING_MS_MAX;
  if (isOver) await disable(operator, webhook, `accepted no message for 3 days: ${error}`);
  else if (status === GONE) await disable(operator, webhook, error);
}

/**
 * Stops deliveries until a person resumes the webhook. If two messages detect this concurrently, it is reported once.
 */
async function disable(operator: Ctx, webhook: Webhook, why: string): Promise<void> {
  const problem = why.slice(0, ERROR_CHARS_MAX);
  await writeUnlessDone(operator, async (tx) => {
    const where = { id: webhook.id, disabledAt: null };
    const { count } = await tx.webhook.updateMany({ where, data: { disabledAt: operator.now(), problem } });
    if (count === 0) return null;
    const audit = auditOf('webhook.disable', webhook);
    return { value: undefined, audit: { ...audit, details: { ...audit.details, problem } } };
  });
}
