import { z } from 'zod';
import type { Webhook, WebhookDelivery } from '../../generated/prisma/client.ts';
import { requireMayMakePermanent } from '../accounts/keyEnd.ts';
import type { AuditAction } from '../kernel/audit/action.ts';
import { childPages, childrenOf } from '../kernel/childPages.ts';
import type { Ctx } from '../kernel/context.ts';
import { type DeliveryId, newWebhookId, type WebhookId } from '../kernel/ids.ts';
import { NEWEST_FIRST } from '../kernel/order.ts';
import { accountIdOf, accountWhere, requireRight, requireUnrestrictedKey } from '../kernel/scope.ts';
import type { Binding } from '../kernel/vault/vault.ts';
import { write } from '../kernel/write.ts';
import { writeIdempotent } from '../kernel/writeIdempotent.ts';
import { AppError } from '../lib/errors.ts';
import { listUpTo, parseInput } from '../lib/parse.ts';
import { nameSchema } from '../lib/text.ts';
import { requireCapacity } from '../limits/countedBounds.ts';
import { isSafeOAuthUrl } from '../servers/oauth2.ts';
import { testDelivery, webhookSubjects } from './outbox.ts';
import { newWebhookSecret } from './signature.ts';

const createInput = z.object({
  name: nameSchema,
  url: z
    .url()
    .max(2_048)
    .refine(isSafeOAuthUrl, 'must be https, or http on this machine')
    .refine(
      (text) => URL.parse(text)?.username === '' && URL.parse(text)?.password === '',
      'must not contain a password',
    ),
  hasInput: z.boolean().nullish(),
  events: listUpTo(z.enum(webhookSubjects), webhookSubjects.length, 1).nullish(),
});

/** The subjects that a webhook subscribes to by default. */
const DEFAULT_EVENTS = ['approvals'] as const;

/** Deliveries that a list shows. */
const LISTED_MAX = 50;

/** Associated data that binds a webhook's secret to its row and address. */
export const webhookBinding = ({ id, accountId, url }: Pick<Webhook, 'id' | 'accountId' | 'url'>): Binding => ({
  accountId,
  stackId: '',
  serverId: 'webhook',
  endUser: '',
  fieldId: id,
  revision: 1,
  destination: url,
});

/**
 * Creates a webhook for approvals or alerts of the account, from `{ name, url, hasInput?, events? }`. Covers only
 * approvals by default; `events` selects others. Includes the input of pending calls only if `hasInput` is true. The
 * signing secret is returned only here.
 * @throws forbidden without the right `admin`; invalid_input
 * @throws forbidden for an API key that expires or is limited to some tools, networks or calls: the webhook would
 * reveal other callers' calls and outlive the key
 */
export async function createWebhook(
  ctx: Ctx,
  input: unknown,
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
  requireRight(ctx.actor, 'admin');
  requireUnrestrictedKey(ctx.actor);
  requireMayMakePermanent(ctx.actor);
  const accountId = accountIdOf(ctx.actor);
  const { name, url, hasInput, events } = parseInput(createInput, input, 'Invalid request parameters');
  const secret = newWebhookSecret();
  const settings = { hasInput: hasInput ?? false, events: [...new Set(events ?? DEFAULT_EVENTS)] };
  const row = { id: newWebhookId(), accountId, name, url, ...settings, createdAt: ctx.now() };
  const { bytes: sealed, keyId } = ctx.vault.seal(secret, webhookBinding(row));
  return writeIdempotent(ctx, async (tx) => {
    await requireCapacity(ctx, tx, 'max_webhooks');
    return {
      value: { webhook: await tx.webhook.create({ data: { ...row, sealed, keyId } }), secret },
      audit: auditOf('webhook.create', row),
    };
  });
}

/** The account's webhooks, oldest first. @throws forbidden without the right `admin`: addresses may hold secrets */
export async function listWebhooks(ctx: Ctx): Promise<Webhook[]> {
  requireRight(ctx.actor, 'admin');
  return ctx.db.webhook.findMany({ where: accountWhere(ctx.actor), orderBy: { id: 'asc' } });
}

/**
 * The account's webhooks with these ids, keyed by id.
 * @throws forbidden
 */
export async function listWebhooksById(ctx: Ctx, ids: readonly WebhookId[]): Promise<ReadonlyMap<WebhookId, Webhook>> {
  requireRight(ctx.actor, 'admin');
  const webhooks = await ctx.db.webhook.findMany({ where: { id: { in: [...ids] }, ...accountWhere(ctx.actor) } });
  return new Map(webhooks.map((webhook) => [webhook.id, webhook]));
}

/** One of the account's webhooks; null if unknown or another account's. @throws forbidden */
export async function findWebhook(ctx: Ctx, id: WebhookId): Promise<Webhook | null> {
  requireRight(ctx.actor, 'admin');
  return ctx.db.webhook.findFirst({ where: { id, ...accountWhere(ctx.actor) } });
}

/** The last 50 messages of each of the account's webhooks, newest first. @throws forbidden */
export async function listDeliveries(
  { actor, db }: Ctx,
  ids: readonly WebhookId[],
): Promise<ReadonlyMap<WebhookId, readonly WebhookDelivery[]>> {
  requireRight(actor, 'admin');
  return childPages(db, childrenOf('webhook_delivery', 'webhook_id', NEWEST_FIRST), ids, { take: LISTED_MAX }, (keys) =>
    db.webhookDelivery.findMany({ where: { id: { in: keys }, webhook: accountWhere(actor) } }),
  );
}

/** One message of the account's webhooks; null if unknown or another account's. @throws forbidden */
export async function findDelivery(ctx: Ctx, id: DeliveryId): Promise<WebhookDelivery | null> {
  requireRight(ctx.actor, 'admin');
  return ctx.db.webhookDelivery.findFirst({ where: { id, webhook: accountWhere(ctx.actor) } });
}

/**
 * Deletes a webhook and its pending messages.
 * @throws forbidden without the right `admin`; not_found
 */
export async function deleteWebhook(ctx: Ctx, id: WebhookId): Promise<Webhook> {
  const webhook = await requireWebhook(ctx, id);
  return write(ctx, async (tx) => {
    const { count } = await tx.webhook.deleteMany({ where: { id, ...accountWhere(ctx.actor) } });
    if (count === 0) throw webhookNotFound();
    return { value: webhook, audit: auditOf('webhook.delete', webhook) };
  });
}

const updateInput = z.object({
  name: createInput.shape.name.optional(),
  url: createInput.shape.url.optional(),
  hasInput: z.boolean().nullish(),
  events: createInput.shape.events,
  isEnabled: z.boolean().optional(),
});

/**
 * Changes a webhook. The input is `{ name?, url?, hasInput?, events?, isEnabled? }`. Absent fields stay unchanged; null
 * restores the default of `createWebhook`. `isEnabled: true` resumes a webhook that was disabled because its receiver
 * failed, and sends its pending messages. The signing secret does not change.
 * @throws forbidden without the right `admin`, and as `createWebhook`; not_found, invalid_input
 */
export async function updateWebhook(ctx: Ctx, id: WebhookId, input: unknown): Promise<Webhook> {
  const webhook = await requireWebhook(ctx, id);
  const { name, url, hasInput, events, isEnabled } = parseInput(updateInput, input, 'Invalid request parameters');
  const changes = {
    ...(hasInput !== undefined && { hasInput: hasInput ?? false }),
    ...(events !== undefined && { events: [...new Set(events ?? DEFAULT_EVENTS)] }),
    ...(url !== undefined && url !== webhook.url && movedTo(ctx, webhook, url)),
  };
  if (Object.keys(changes).length > 0) {
    requireUnrestrictedKey(ctx.actor);
    requireMayMakePermanent(ctx.actor);
  }
  const resumed = { disabledAt: null, failingSince: null, problem: null };
  const state = isEnabled === undefined ? {} : isEnabled ? resumed : { disabledAt: webhook.disabledAt ?? ctx.now() };
  const data = { ...(name !== undefined && { name }), ...changes, ...state };
  return write(ctx, async (tx) => {
    // Require the address that was read, since the secret was sealed for it.
    const where = { id, url: webhook.url, ...accountWhere(ctx.actor) };
    const [value] = await tx.webhook.updateManyAndReturn({ where, data });
    if (!value) throw webhookNotFound();
    return { value, audit: auditOf(actionOf(data, isEnabled), value) };
  });
}

/** Only enabling or disabling a webhook keeps the separate audit actions of earlier releases. */
function actionOf(data: object, isEnabled: boolean | undefined): AuditAction {
  const isStateAlone = ['name', 'hasInput', 'events', 'url'].every((column) => !(column in data));
  if (isEnabled === undefined || !isStateAlone) return 'webhook.update';
  return isEnabled ? 'webhook.enable' : 'webhook.disable';
}

/** A webhook's signing secret, encrypted again for a new address. */
function movedTo(ctx: Ctx, webhook: Webhook, url: string) {
  const secret = ctx.vault.open(webhook.sealed, webhookBinding(webhook));
  const { bytes: sealed, keyId } = ctx.vault.seal(secret, webhookBinding({ ...webhook, url }));
  return { url, sealed, keyId };
}

/**
 * Sends a message of the type `webhook.test`, which is listed like any other. Only the last 49 earlier test messages
 * are kept.
 * @throws forbidden; not_found
 */
export async function testWebhook(ctx: Ctx, id: WebhookId): Promise<WebhookDelivery> {
  const webhook = await requireWebhook(ctx, id);
  return write(ctx, async (tx) => {
    const tests = { webhookId: id, type: 'webhook.test', webhook: accountWhere(ctx.actor) };
    const old = await tx.webhookDelivery.findMany({
      where: tests,
      orderBy: { id: 'desc' },
      skip: LISTED_MAX - 1,
      select: { id: true },
    });
    await tx.webhookDelivery.deleteMany({ where: { ...tests, id: { in: old.map((each) => each.id) } } });
    return {
      value: await tx.webhookDelivery.create({ data: testDelivery(ctx, webhook) }),
      audit: auditOf('webhook.test', webhook),
    };
  });
}

async function requireWebhook(ctx: Ctx, id: WebhookId): Promise<Webhook> {
  requireRight(ctx.actor, 'admin');
  const webhook = await findWebhook(ctx, id);
  if (!webhook) throw webhookNotFound();
  return webhook;
}

/** The same error for an unknown webhook and for another account's. */
export const webhookNotFound = (): AppError => new AppError('not_found', 'Webhook not found');

/** Audit event of a webhook. Contains only the host of its address, since the rest may contain a secret. */
export const auditOf = (
  action: AuditAction,
  { id, accountId, name, url }: Pick<Webhook, 'id' | 'accountId' | 'name' | 'url'>,
) => ({
  action,
  target: { kind: 'webhook' as const, id },
  chain: accountId,
  details: { name, host: URL.parse(url)?.host ?? '' },
});
