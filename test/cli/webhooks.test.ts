import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { rulesFor } from '../../src/connectors/egress/allow.ts';
import { createWebhookSender } from '../../src/connectors/webhooks.ts';
import { beginDeliveries, createDelivering } from '../../src/core/webhooks/deliver.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { openShop } from './shop.ts';
import { run, runJson } from './toolyard.ts';

const received: { readonly signature: string; readonly signed: string; readonly body: string }[] = [];
let status = 204;
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers;
    const body = Buffer.concat(parts).toString();
    received.push({ signature: String(signature), signed: `${id}.${at}.${body}`, body });
    response.writeHead(status).end();
  });
});
const address = `http://127.0.0.1:${await listenOnLoopback(receiver)}/hook`;
const { at, close } = await openShop();
const sender = createWebhookSender({ allow: rulesFor(new URL(address)) });
afterAll(async () => {
  await close();
  await sender.close();
  receiver.close();
});
const { api } = at;

/** Sends due messages, like the service's timer. */
async function deliver(): Promise<void> {
  const delivering = createDelivering();
  await beginDeliveries(at.world.operator, sender, delivering);
  await Promise.all(delivering.tasks);
}

const made = z.object({ webhook_id: z.string(), secret: z.string() });
const create = (...more: string[]) => ['webhook', 'create', '--name', 'Slack', '--address', address, ...more];

it('creates a webhook whose secret verifies its messages, lists it, and shows its deliveries', async () => {
  expect((await run(['webhook', 'list'], api)).out).toBe('No webhooks');
  const { webhook_id: id, secret } = made.parse(await runJson(create(), api));
  const listed = await runJson(['webhook', 'list'], api);
  expect(listed).toMatchObject([{ webhook_id: id, name: 'Slack', url: address, has_input: false, disabled_at: null }]);
  expect(JSON.stringify(listed)).not.toContain(secret);
  expect((await run(['webhook', 'list'], api)).out).toMatch(new RegExp(`^${id} +Slack +${address} +on$`, 'm'));
  expect((await run(['webhook', 'deliveries', id], api)).out).toBe('No messages');

  const tested = await run(['webhook', 'test', id], api);
  expect(tested.out).toMatch(new RegExp(`^Sending msg_\\S+\\. See the outcome: toolyard webhook deliveries ${id}$`));
  await deliver();
  const [message] = received;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  expect(message?.signature).toBe(
    `v1,${createHmac('sha256', key)
      .update(message?.signed ?? '')
      .digest('base64')}`,
  );
  expect(await runJson(['webhook', 'deliveries', id], api)).toMatchObject([
    { type: 'webhook.test', attempts: 1, status: 204, error: null, next_at: null, delivered_at: expect.any(String) },
  ]);
  status = 500;
  await run(['webhook', 'test', id], api);
  await deliver();
  expect((await run(['webhook', 'deliveries', id], api)).out).toMatch(/webhook\.test +1 +500 +again 20\S+ +\S.*500/);
});

it('sends the input if enabled, and nothing to a stopped webhook until it is enabled again', async () => {
  status = 204;
  await runJson(['stack', 'create', '--name', 'told'], api);
  await run(['stack', 'add-server', 'told', 'shop', '--all'], api);
  await run(['stack', 'set-credentials', 'told', 'shop', 'shop_key=k'], api);
  await runJson(['policy', 'create', '{"name":"ask first","effect":"ASK"}'], api);
  const { webhook_id: id } = made.parse(await runJson(create('--input'), api));
  received.length = 0;
  await run(['call', 'told', 'shop_echo', '--input', '{"message":"the rent"}'], api);
  await deliver();
  const inputs = received.map(({ body }) => JSON.parse(body).data.input);
  expect(inputs.toSorted()).toEqual([{ message: 'the rent' }, undefined]);

  status = 410;
  await run(['webhook', 'test', id], api);
  await deliver();
  expect((await run(['webhook', 'list'], api)).out).toMatch(new RegExp(`^${id} .* stopped +\\S`, 'm'));
  expect((await run(['webhook', 'enable', id], api)).out).toBe(`Enabled ${id}`);
  expect((await run(['webhook', 'list'], api)).out).toMatch(new RegExp(`^${id} .* on$`, 'm'));
});

it('refuses an invalid address and foreign ids, and deletes what it created', async () => {
  const bad = await run(['webhook', 'create', '--name', 'x', '--address', 'ftp://hooks.test/'], api);
  expect([bad.code, bad.err]).toEqual([expect.any(Number), expect.stringContaining('url')]);
  expect(bad.code).not.toBe(0);
  for (const verb of ['test', 'enable', 'delete'])
    expect((await run(['webhook', verb, 'webhook_none', ...(verb === 'delete' ? ['--yes'] : [])], api)).code).toBe(3);
  const listed = z.array(z.object({ webhook_id: z.string() })).parse(await runJson(['webhook', 'list'], api));
  for (const { webhook_id: id } of listed)
    expect((await run(['webhook', 'delete', id, '--yes'], api)).out).toBe(`Deleted webhook ${id}`);
  expect((await run(['webhook', 'list'], api)).out).toBe('No webhooks');
});
