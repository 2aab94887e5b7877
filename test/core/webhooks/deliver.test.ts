import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rulesFor } from '../../../src/connectors/egress/allow.ts';
import { createWebhookSender } from '../../../src/connectors/webhooks.ts';
import { invokeTool } from '../../../src/core/answers/answerCall.ts';
import { denyCall } from '../../../src/core/approvals/approval.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import type { WebhookId } from '../../../src/core/kernel/ids.ts';
import { createPolicyRule } from '../../../src/core/policies/policyRule.ts';
import { beginDeliveries, createDelivering, RETRY_SECONDS } from '../../../src/core/webhooks/deliver.ts';
import type { WebhookSender } from '../../../src/core/webhooks/sender.ts';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  testWebhook,
  updateWebhook,
} from '../../../src/core/webhooks/webhook.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld } from '../../harness/world.ts';
import { makeEndpoint } from '../../mcp/kit.ts';
import { bank } from '../policies/kit.ts';

type Received = { readonly headers: IncomingMessage['headers']; readonly body: string; readonly method: string };

/** The received messages, and the response: 204 unless a test changes it. */
const received: Received[] = [];
let answer: (request: Received, response: ServerResponse) => void;
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const got = { headers: request.headers, body: Buffer.concat(parts).toString(), method: request.method ?? '' };
    received.push(got);
    answer(got, response);
  });
});
const port = await listenOnLoopback(receiver);
const url = `http://127.0.0.1:${port}/hook?key=hidden`;
const database = await createTestDatabase();
const options = { databaseUrl: database.url, egressAllow: `127.0.0.1:${port}` };
const [here, there] = [await startWorld(options), await startWorld(options)];
const allow = rulesFor(new URL(url));
const senders = [createWebhookSender({ allow }), createWebhookSender({ allow })];
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await Promise.all([here.close(), there.close(), ...senders.map((sender) => sender.close())]);
  await database.close();
});

const { ctx } = here.account;
const { db } = ctx;
let secret = '';
let webhookId: WebhookId;
let stackId: Awaited<ReturnType<typeof makeEndpoint>>['stackId'];
beforeAll(async () => {
  ({ stackId } = await makeEndpoint(ctx, here.url, 'ours', bank(`http://127.0.0.1:${port}`)));
  await createPolicyRule(ctx, { name: 'who pays', effect: 'ask', tools: ['bank_pay'], message: 'Say why.' });
});
beforeEach(async () => {
  await db.webhook.deleteMany();
  await db.approval.deleteMany();
  received.length = 0;
  answer = (_request, response) => void response.writeHead(204).end();
  const made = await createWebhook(ctx, { name: 'Slack', url });
  secret = made.secret;
  webhookId = made.webhook.id;
});

const at = (operator: Ctx, ms: number): Ctx => ({ ...operator, now: () => new Date(Date.now() + ms) });

/** Sends everything due after this time, on both instances concurrently; returns the number of messages. */
async function deliverAll(ms = 0): Promise<number> {
  const begun = await Promise.all(
    [here, there].map(async ({ operator }, index) => {
      const delivering = createDelivering();
      const sender = senders[index] as WebhookSender;
      const count = await beginDeliveries(at(operator, ms), sender, delivering);
      await Promise.all(delivering.tasks);
      return count;
    }),
  );
  return begun.reduce((sum, count) => sum + count, 0);
}

/** Verifies the signature according to the Standard Webhooks specification. */
function isSigned({ headers, body }: Received): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const isRecent = Math.abs(Date.now() / 1_000 - Number(timestamp)) < 5 * 60;
  return isRecent && signature === `v1,${expected}`;
}

const ask = (note: string) => invokeTool(ctx, stackId, 'bank_pay', { amount: 1, note });
const approvalOf = () =>
  db.approval.findFirstOrThrow({ where: { accountId: here.account.id }, orderBy: { id: 'desc' } });
const dueAgain = async () => {
  const [delivery] = (await listDeliveries(ctx, [webhookId])).get(webhookId) ?? [];
  return delivery;
};

describe('a webhook', () => {
  it('gets one signed message, without the input, when a call waits and when it is decided', async () => {
    await ask('for the rent');
    const { id } = await approvalOf();
    expect(await deliverAll()).toBe(1);
    await denyCall(ctx, id, { message: 'Not yet.' });
    expect(await deliverAll()).toBe(1);
    expect(await deliverAll(3_600_000)).toBe(0);
    expect(received.map(({ method }) => method)).toEqual(['POST', 'POST']);
    expect(received.every(isSigned)).toBe(true);
    const [requested, decided] = received.map(({ body }) => JSON.parse(body));
    const known = {
      ...{
        approval_id: id,
        url: `${ctx.publicUrl()}/inbox/approvals/${id}`,
        rule: 'who pays',
        rule_message: 'Say why.',
      },
      ...{ tool_id: 'bank_pay', tool_name: 'bank_pay', tool_description: 'pay of the bank' },
      tool_annotations: { readOnlyHint: false, destructiveHint: false },
      ...{ caller_name: 'First key', endpoint_name: null },
    };
    expect([requested, decided]).toMatchObject([
      { type: 'approval.requested', data: { ...known, state: 'pending' } },
      { type: 'approval.decided', data: { ...known, state: 'denied', message: 'Not yet.' } },
    ]);
    expect(received.map(({ body }) => body).join()).not.toContain('rent');
    expect((await listDeliveries(ctx, [webhookId])).get(webhookId)).toMatchObject([
      { type: 'approval.decided', attempts: 1, status: 204, dueAt: null },
      { type: 'approval.requested', attempts: 1, status: 204, dueAt: null },
    ]);
  });

  it('gets the input if enabled, and it is stored only in the approval', async () => {
    const other = await createWebhook(ctx, { name: 'Curious', url, hasInput: true });
    await deleteWebhook(ctx, webhookId);
    secret = other.secret;
    await ask('for the rent');
    expect(await deliverAll()).toBe(1);
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ data: { input: { amount: 1, note: 'for the rent' } } });
    expect(received.every(isSigned)).toBe(true);
    const stored = await db.webhookDelivery.findMany();
    expect(JSON.stringify(stored)).not.toContain('rent');
  });

  it('gets all messages, two at a time from each instance', async () => {
    for (let index = 0; index < 9; index += 1) await testWebhook(ctx, webhookId);
    const rounds: number[] = [];
    while (received.length < 9) rounds.push(await deliverAll());
    // Both instances may read the same first two; one of them then has nothing to do.
    expect(rounds.every((sent) => sent >= 1 && sent <= 4)).toBe(true);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(9);
  });
});

/** Receivers that reject a message, and the recorded reason. */
const BAD: Readonly<Record<string, readonly [answer: typeof answer, error: RegExp, status: number | null]>> = {
  fails: [(_request, response) => void response.writeHead(503).end('down'), /answered 503/, 503],
  'hangs up': [(_request, response) => void response.destroy(), /connection closed/, null],
  'redirects to a private address': [
    (_request, response) => void response.writeHead(307, { location: 'http://10.1.2.3/' }).end(),
    /the upstream redirects(?! )/,
    null,
  ],
  'redirects to itself': [
    (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
    /the upstream redirects(?! )/,
    null,
  ],
};

describe('a webhook receiver that', () => {
  it.each(Object.entries(BAD))(
    '%s gets the same message again, and sees the attempt',
    async (_name, [bad, error, status]) => {
      answer = bad;
      await testWebhook(ctx, webhookId);
      expect(await deliverAll()).toBe(1);
      expect(await dueAgain()).toMatchObject({ attempts: 1, status, error: expect.stringMatching(error) });
      expect(JSON.stringify(await listWebhooks(ctx))).toMatch(error);
      expect(await deliverAll()).toBe(0);
      answer = (_request, response) => void response.writeHead(200).end();
      expect(await deliverAll(6_000)).toBe(1);
      expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(await dueAgain()).toMatchObject({ attempts: 2, status: 200, error: null, dueAt: null });
      expect(await listWebhooks(ctx)).toMatchObject([{ problem: null, failingSince: null }]);
    },
  );

  it('hangs is abandoned by a stopping instance, and another one retries', async () => {
    answer = () => undefined;
    await testWebhook(ctx, webhookId);
    const ending = new AbortController();
    const delivering = createDelivering();
    const [sender] = senders as unknown as [WebhookSender];
    expect(await beginDeliveries({ ...here.operator, signal: ending.signal }, sender, delivering)).toBe(1);
    await expect.poll(() => received.length).toBe(1);
    // This instance still has the message, so no other sends it.
    expect(await deliverAll()).toBe(0);
    ending.abort();
    await Promise.all(delivering.tasks);
    answer = (_request, response) => void response.writeHead(200).end();
    expect(await deliverAll(61_000)).toBe(1);
    expect(await dueAgain()).toMatchObject({ attempts: 2, status: 200 });
  });

  it('never accepts a message loses it after all attempts', async () => {
    answer = (_request, response) => void response.writeHead(500).end();
    await testWebhook(ctx, webhookId);
    let ms = 0;
    for (const seconds of [0, ...RETRY_SECONDS]) {
      ms += seconds * 1_100 + 1_000;
      expect(await deliverAll(ms)).toBe(1);
    }
    expect(await deliverAll(ms + 72_000_000)).toBe(0);
    expect(received).toHaveLength(RETRY_SECONDS.length + 1);
    expect(await dueAgain()).toMatchObject({ dueAt: null, deliveredAt: null });
  });

  it('fails for three days is disabled, gets nothing, and resumes when a person enables it', async () => {
    answer = (_request, response) => void response.writeHead(500).end();
    await testWebhook(ctx, webhookId);
    await deliverAll();
    await db.webhook.updateMany({ data: { failingSince: new Date(Date.now() - 73 * 3_600_000) } });
    await deliverAll(6_000);
    const problem = expect.stringContaining('for 3 days');
    expect(await listWebhooks(ctx)).toMatchObject([{ disabledAt: expect.any(Date), problem }]);
    const events = await db.auditEvent.findMany({ where: { action: 'webhook.disable', targetId: webhookId } });
    expect(events).toMatchObject([
      { chain: here.account.id, details: { name: 'Slack', host: `127.0.0.1:${port}`, problem } },
    ]);
    await ask('while it is stopped');
    expect(await db.webhookDelivery.count({ where: { type: 'approval.requested' } })).toBe(0);
    answer = (_request, response) => void response.writeHead(200).end();
    await updateWebhook(ctx, webhookId, { isEnabled: true });
    expect(await deliverAll(3_600_000)).toBe(1);
    expect(await listWebhooks(ctx)).toMatchObject([{ disabledAt: null, problem: null }]);
  });

  it('returns 410 is disabled immediately; a test message is still sent', async () => {
    answer = (_request, response) => void response.writeHead(410).end();
    await testWebhook(ctx, webhookId);
    await deliverAll();
    expect(await listWebhooks(ctx)).toMatchObject([{ disabledAt: expect.any(Date) }]);
    await db.webhookDelivery.deleteMany();
    await testWebhook(ctx, webhookId);
    expect(await deliverAll()).toBe(1);
  });
});
