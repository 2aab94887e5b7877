import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookId } from '../../../src/core/kernel/ids.ts';
import { beginDeliveries, createDelivering, RETRY_SECONDS } from '../../../src/core/webhooks/deliver.ts';
import { testDelivery } from '../../../src/core/webhooks/outbox.ts';
import type { WebhookSender } from '../../../src/core/webhooks/sender.ts';
import { createWebhook, listDeliveries, testWebhook } from '../../../src/core/webhooks/webhook.ts';
import { createTestAccount, createWorld } from '../world.ts';

const world = await createWorld();
afterAll(() => world.database.close());
const { ctx } = await createTestAccount(world, 'told');
const { db } = world.deps;
let webhookId: WebhookId;
beforeEach(async () => {
  const { webhook } = await createWebhook(ctx, { name: 'Slack', url: 'https://hooks.test/' });
  webhookId = webhook.id;
});

/** Fails differently from a receiver's failure. */
const broken: WebhookSender = { send: () => Promise.reject(new TypeError('no such header')) };

/** Sends due messages after this time; returns their number. */
async function deliverAll(ms: number, sender = broken): Promise<number> {
  const delivering = createDelivering();
  const operator = { ...world.as(), now: () => new Date(Date.now() + ms) };
  const count = await beginDeliveries(operator, sender, delivering);
  await Promise.all(delivering.tasks);
  return count;
}

describe('a message is dropped after the attempt limit', () => {
  it('when an internal error prevents sending, without telling the receiver', async () => {
    await testWebhook(ctx, webhookId);
    let ms = 0;
    for (const [attempt, seconds] of [...RETRY_SECONDS, 0].entries()) {
      expect(await deliverAll(ms)).toBe(1);
      const expected = { attempts: attempt + 1, status: null, error: 'it could not be sent' };
      expect((await listDeliveries(ctx, [webhookId])).get(webhookId)).toMatchObject([expected]);
      ms += seconds * 1_100 + 1_000;
    }
    expect((await listDeliveries(ctx, [webhookId])).get(webhookId)).toMatchObject([{ dueAt: null }]);
    expect(await deliverAll(ms + 72_000_000)).toBe(0);
  });

  it('when each instance that starts an attempt dies', async () => {
    await testWebhook(ctx, webhookId);
    await db.webhookDelivery.updateMany({ where: { webhookId }, data: { attempts: RETRY_SECONDS.length + 1 } });
    expect(await deliverAll(1_000)).toBe(1);
    const error = expect.stringContaining('without a result');
    expect((await listDeliveries(ctx, [webhookId])).get(webhookId)).toMatchObject([{ dueAt: null, error }]);
  });
});

it('a webhook whose receiver returns 410 to two concurrent messages is disabled once', async () => {
  await testWebhook(ctx, webhookId);
  await testWebhook(ctx, webhookId);
  const { promise: both, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  const gone: WebhookSender = {
    async send() {
      sent += 1;
      if (sent === 2) resolve();
      await both;
      return { status: 410, error: null };
    },
  };
  expect(await deliverAll(1_000, gone)).toBe(2);
  expect(await db.auditEvent.count({ where: { action: 'webhook.disable', targetId: webhookId } })).toBe(1);
});

it('a webhook whose address was changed in the database gets nothing', async () => {
  const urls: string[] = [];
  const sender: WebhookSender = {
    async send({ url }) {
      urls.push(url);
      return { status: 204, error: null };
    },
  };
  await db.webhookDelivery.deleteMany();
  await testWebhook(ctx, webhookId);
  await db.webhook.update({ where: { id: webhookId }, data: { url: 'https://elsewhere.test/' } });
  expect(await deliverAll(1_000, sender)).toBe(1);
  const error = expect.stringContaining('its secret cannot be decrypted');
  expect((await listDeliveries(ctx, [webhookId])).get(webhookId)).toMatchObject([{ attempts: 1, status: null, error }]);
  await db.webhook.update({ where: { id: webhookId }, data: { url: 'https://hooks.test/' } });
  expect(await deliverAll(10_000, sender)).toBe(1);
  expect(urls).toEqual(['https://hooks.test/']);
});

it('of a webhook’s test messages the last 50 are kept, and all others', async () => {
  const { webhook: other } = await createWebhook(ctx, { name: 'Other', url: 'https://other.test/' });
  await testWebhook(ctx, other.id);
  const delivery = { ...testDelivery(ctx, { id: webhookId, name: 'Slack' }), type: 'approval.requested' };
  await db.webhookDelivery.create({ data: delivery });
  const sent: string[] = [];
  for (let index = 0; index < 53; index += 1) sent.push((await testWebhook(ctx, webhookId)).id);
  const left = await db.webhookDelivery.findMany({ where: { webhookId }, orderBy: { id: 'asc' } });
  expect(left.map(({ id }) => id)).toEqual([delivery.id, ...sent.slice(3)]);
  expect((await listDeliveries(ctx, [other.id])).get(other.id)).toHaveLength(1);
});
