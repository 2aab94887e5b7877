import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWebhookSender } from '../../../src/connectors/webhooks.ts';
import { toDeliveryId, type WebhookId } from '../../../src/core/kernel/ids.ts';
import { beginDeliveries, createDelivering } from '../../../src/core/webhooks/deliver.ts';
import type { WebhookSender } from '../../../src/core/webhooks/sender.ts';
import { createWebhook, listDeliveries, testWebhook } from '../../../src/core/webhooks/webhook.ts';
import { eventually } from '../../harness/eventually.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../world.ts';

/** More accounts than messages may be sent at once. */
const ACCOUNTS = 20;

let world: World;
let alice: TestAccount;
beforeAll(async () => {
  world = await createWorld();
  alice = await createTestAccount(world, 'Alice');
});
afterAll(() => world.database.close());

/** The result of a test message to a webhook. */
async function sent(id: WebhookId, sender: WebhookSender) {
  await testWebhook(alice.ctx, id);
  const delivering = createDelivering();
  await beginDeliveries(world.as(), sender, delivering);
  await Promise.all(delivering.tasks);
  const [delivery] = (await listDeliveries(alice.ctx, [id])).get(id) ?? [];
  return delivery;
}

it.each(['http://hooks.example.com/', 'file:///etc/passwd', 'nothing', 'https://user:pw@hooks.example.com/'])(
  'no webhook is created for %s',
  async (url) => {
    await expect(createWebhook(alice.ctx, { name: 'bad', url })).rejects.toMatchObject({ code: 'invalid_input' });
  },
);

it.each(['http://127.0.0.1:9/', 'https://10.1.2.3/', 'https://[::1]/', 'https://localhost/'])(
  'nothing is sent to %s, which the operator forbids',
  async (url) => {
    const sender = createWebhookSender({ allow: [] });
    const { webhook } = await createWebhook(alice.ctx, { name: 'inside', url });
    expect(await sent(webhook.id, sender)).toMatchObject({ status: null, error: expect.stringMatching(/address/) });
    await sender.close();
  },
);

it('a secret opens only for its own webhook and address', async () => {
  const urls: string[] = [];
  const sender: WebhookSender = {
    send: ({ url }) => {
      urls.push(url);
      return Promise.resolve({ status: 200, error: null });
    },
  };
  const { webhook } = await createWebhook(alice.ctx, { name: 'moved', url: 'https://hooks.example.com/' });
  expect(await sent(webhook.id, sender)).toMatchObject({ status: 200 });
  await world.deps.db.webhook.updateMany({
    where: { id: webhook.id },
    data: { url: 'https://elsewhere.example.com/' },
  });
  expect(await sent(webhook.id, sender)).toMatchObject({ error: expect.stringContaining('cannot be decrypted') });
  expect(urls).toEqual(['https://hooks.example.com/']);
});

it('an account with many messages and hanging receivers leaves capacity for others', async () => {
  const { db } = world.deps;
  await db.webhook.deleteMany();
  const bob = await createTestAccount(world, 'Bob');
  const make = async ({ ctx }: TestAccount, name: string) =>
    (await createWebhook(ctx, { name, url: `https://${name}.example.com/` })).webhook.id;
  const many = await Promise.all(Array.from({ length: 10 }, (_, at) => make(alice, `alice${at}`)));
  const own = await make(bob, 'bob');
  const before = new Date(alice.ctx.now().getTime() - 60_000);
  const message = { type: 'approval.requested', payload: {}, createdAt: before, dueAt: before, expiresAt: before };
  const rows = many.flatMap((id) =>
    Array.from({ length: 120 }, (_, at) => ({ id: toDeliveryId(`msg_${id}_${at}`), webhookId: id })),
  );
  await db.webhookDelivery.createMany({ data: rows.map((row) => ({ ...row, ...message })) });
  await testWebhook(bob.ctx, own);
  const hosts: string[] = [];
  const delivering = createDelivering();
  const hanging = Promise.withResolvers<void>();
  const sender: WebhookSender = {
    async send({ url }) {
      hosts.push(URL.parse(url)?.host ?? '');
      await hanging.promise;
      return { status: 200, error: null };
    },
  };
  expect(await beginDeliveries(world.as(), sender, delivering)).toBe(5);
  expect(await beginDeliveries(world.as(), sender, delivering)).toBe(0);
  hanging.resolve();
  await Promise.all(delivering.tasks);
  expect(hosts.filter((host) => host === 'bob.example.com')).toHaveLength(1);
  expect(await beginDeliveries(world.as(), sender, delivering)).toBe(4);
  await Promise.all(delivering.tasks);
  expect(delivering.underWay.size).toBe(0);
});

it('many accounts’ unresponsive receivers leave capacity for one that responds', async () => {
  const { db } = world.deps;
  await db.webhook.deleteMany();
  const now = alice.ctx.now();
  const before = new Date(now.getTime() - 60_000);
  const message = { type: 'approval.requested', payload: {}, createdAt: before, dueAt: before, expiresAt: before };
  for (let at = 0; at < ACCOUNTS; at += 1) {
    const { ctx } = await createTestAccount(world, `Silent ${at}`);
    const { webhook } = await createWebhook(ctx, { name: 'silent', url: `https://silent${at}.example.com/` });
    const rows = Array.from({ length: 50 }, (_, row) => ({ id: toDeliveryId(`msg_${webhook.id}_${row}`) }));
    await db.webhookDelivery.createMany({ data: rows.map((row) => ({ ...row, ...message, webhookId: webhook.id })) });
  }
  const bob = await createTestAccount(world, 'Well');
  const own = (await createWebhook(bob.ctx, { name: 'well', url: 'https://well.example.com/' })).webhook.id;
  let giveUp = Promise.withResolvers<void>();
  const sender: WebhookSender = {
    async send({ url }) {
      if (url === 'https://well.example.com/') return { status: 200, error: null };
      await giveUp.promise;
      return { status: null, error: 'it took longer than it may' };
    },
  };
  const delivering = createDelivering();
  const isUnderWay = async (): Promise<boolean> => {
    await beginDeliveries(world.as(), sender, delivering);
    return delivering.underWay.has(own);
  };
  const rounds: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    await testWebhook(bob.ctx, own);
    let count = 1;
    for (; !(await isUnderWay()) && count < 9; count += 1) {
      giveUp.resolve();
      await Promise.all(delivering.tasks);
      giveUp = Promise.withResolvers();
    }
    rounds.push(count);
    await eventually('it is taken', () => !delivering.underWay.has(own));
  }
  // A webhook counts as healthy until its first failure. After that, the limit for failing ones leaves room for others.
  expect(Math.max(...rounds)).toBeLessThanOrEqual(2);
  expect(rounds.slice(2)).toEqual([1, 1]);
  giveUp.resolve();
  await Promise.all(delivering.tasks);
  expect(delivering.underWay.size).toBe(0);
});
