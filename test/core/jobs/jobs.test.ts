import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { approveCall } from '../../../src/core/approvals/approval.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createStackToken, revokeStackToken } from '../../../src/core/endpoints/stackToken.ts';
import { cancelJob, findJob, startJob, watchJobs } from '../../../src/core/jobs/job.ts';
import { toApprovalId, toJobId } from '../../../src/core/kernel/ids.ts';
import { createPolicyRule } from '../../../src/core/policies/policyRule.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { createWebhook } from '../../../src/core/webhooks/webhook.ts';
import { eventually } from '../../harness/eventually.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld } from '../../harness/world.ts';

const tool = (name: string, path: string, method = 'POST') => ({
  name,
  inputSchema: { type: 'object', properties: { a: { type: 'number' } }, additionalProperties: false },
  request: { kind: 'template', method, path },
});

const waiting: (() => void)[] = [];
let calls = 0;
const upstream = createServer((request, response) => {
  calls += 1;
  const answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end(`{"call":${calls}}`);
  if (request.url === '/wait') waiting.push(answer);
  else if (request.url === '/broken') response.writeHead(500).end();
  else answer();
});
const port = await listenOnLoopback(upstream);
const answerWaiting = () => waiting.splice(0).forEach((answer) => void answer());

const world = await startWorld({ egressAllow: `127.0.0.1:${port}`, runsJobs: true });
afterAll(async () => {
  answerWaiting();
  await world.close();
  upstream.closeAllConnections();
  upstream.close();
});

const connector = { kind: 'http', baseUrl: `http://127.0.0.1:${port}` };
const tools = [tool('pay', '/pay'), tool('wait', '/wait'), tool('broken', '/broken'), tool('held', '/pay')];
await world.saveServer({ id: 'bank', name: 'Bank', connector, tools });
const { ctx, apiKey } = world.account;
const { id: stackId } = await createStack(ctx, { name: 'payments' });
await addServerToStack(ctx, stackId, { serverId: 'bank', enableAllTools: true });
const { endpoint, token } = await createClientEndpoint(ctx, { stackId, name: 'Agent' });
await createPolicyRule(ctx, { name: 'ask', effect: 'ask', tools: ['bank_held'] });

type Body = Readonly<Record<string, unknown>> & { readonly id: string; readonly state: string };

async function request(
  path: string,
  init: { method?: string; token?: string; body?: object; prefer?: string; key?: string } = {},
) {
  const { method = 'GET', token: bearer = apiKey, body, prefer, key } = init;
  const response = await fetch(path.startsWith('http') ? path : `${world.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(prefer !== undefined && { prefer }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Body };
}

const invoke = (name: string, key?: string, prefer = 'respond-async') =>
  request(`/v1/stacks/${stackId}/tools/bank_${name}/invoke`, {
    ...{ method: 'POST', body: { tool_input: { a: 1 } }, prefer },
    ...(key !== undefined && { key }),
  });
const jobAt = (id: string) => request(`/v1/stacks/${stackId}/jobs/${id}`);
/** The job, once `check` is true of it. */
async function once(id: string, label: string, check: (body: Body) => boolean): Promise<Body> {
  let { body } = await jobAt(id);
  await eventually(label, async () => {
    ({ body } = await jobAt(id));
    return check(body);
  });
  return body;
}
const ended = (id: string) => once(id, 'it has ended', (body) => body['ended_at'] !== null);
const heldFor = async (id: string) =>
  toApprovalId(String((await once(id, 'it waits for approval', (body) => 'pause_id' in body))['pause_id']));

describe('Prefer: respond-async', () => {
  it('answers 202 with the address of a job that returns the result of a plain call', async () => {
    const plain = await invoke('pay', undefined, 'return=minimal');
    const started = await invoke('pay', undefined, 'wait=1, Respond-Async; x=1');
    expect([plain.status, started.status, started.headers.get('preference-applied')]).toEqual([
      200,
      202,
      'respond-async',
    ]);
    const address = started.headers.get('location') ?? '';
    expect(address).toBe(`${world.url}/v1/stacks/${stackId}/jobs/${started.body.id}`);
    await ended(started.body.id);
    const { body } = await request(address);
    expect(body).toMatchObject({ state: 'succeeded', tool_id: 'bank_pay', result: { call: calls } });
  });

  it('starts one job per Idempotency-Key, and makes no second plain call with it', async () => {
    const before = calls;
    const [first, second] = await Promise.all([invoke('pay', 'key-1'), invoke('pay', 'key-1')]);
    expect(second.body.id).toBe(first.body.id);
    await ended(first.body.id);
    expect((await invoke('pay', 'key-1', '')).body['result']).toEqual({ call: before + 1 });
    expect((await invoke('wait', 'key-1')).text).toContain('used for another call');
    expect(calls).toBe(before + 1);
  });

  it('refuses what a plain call refuses, before it accepts a job', async () => {
    const post = (path: string, body: object) => request(path, { method: 'POST', body, prefer: 'respond-async' });
    const at = `/v1/stacks/${stackId}/tools`;
    expect((await post(`${at}/bank_pay/invoke`, { tool_input: { b: 1 } })).status).toBe(400);
    expect((await post(`${at}/bank_none/invoke`, { tool_input: {} })).status).toBe(404);
    expect((await post(`${at}/bank_pay/invoke`, { tool_input: {}, max_bytes: 1 })).status).toBe(400);
  });

  it('keeps the failure of a tool, and cuts a result to max_bytes', async () => {
    const broken = await invoke('broken');
    expect(await ended(broken.body.id)).toMatchObject({ state: 'failed', failure: { code: 'upstream_error' } });
  });

  it('works for agents, who see only their own jobs', async () => {
    const at = `/s/${endpoint.clientId}`;
    const body = { tool_name: 'bank_pay', tool_input: { a: 1 } };
    const { body: job, headers } = await request(`${at}/call_tool`, {
      method: 'POST',
      token,
      body,
      prefer: 'respond-async',
    });
    const address = headers.get('location') ?? '';
    expect(address).toBe(`${world.url}${at}/jobs/${job.id}`);
    await ended(job.id);
    expect((await request(address, { token })).body).toMatchObject({ result: { call: calls } });
    // The account sees the agent's job, but not its result.
    expect((await jobAt(job.id)).body).not.toHaveProperty('result');
    const other = await createClientEndpoint(ctx, { stackId, name: 'Other agent' });
    const foreign = await request(`/s/${other.endpoint.clientId}/jobs/${job.id}`, { token: other.token });
    const random = await request(`/s/${other.endpoint.clientId}/jobs/job_x`, { token: other.token });
    expect([foreign.status, foreign.text]).toEqual([random.status, random.text]);
    expect(foreign.status).toBe(404);
  });

  it('answers another account like an unknown job', async () => {
    const { body: job } = await invoke('pay');
    const { ctx: theirs, apiKey: theirKey } = world.otherAccount;
    const { id: theirStack } = await createStack(theirs, { name: 'theirs' });
    const texts = [];
    for (const id of [job.id, 'job_019abf02-7c7e-7c1e-8a55-0d9a2c2b7a11', 'x'])
      for (const [path, method] of [
        ['', 'GET'],
        ['/cancel', 'POST'],
      ] as const) {
        const { status, text } = await request(`/v1/stacks/${theirStack}/jobs/${id}${path}`, {
          method,
          token: theirKey,
        });
        texts.push(`${status} ${text}`);
      }
    expect(new Set(texts)).toEqual(new Set(['404 {"detail":"Job not found"}']));
  });
});

describe('a job', () => {
  it('with an idempotency key is cancelled at its upstream, too', async () => {
    const { body } = await invoke('wait', 'cancelled-later');
    await eventually('it was sent', () => waiting.length === 1);
    await cancelJob(ctx, toJobId(body.id));
    expect(await ended(body.id)).toMatchObject({ state: 'cancelled' });
    waiting.length = 0;
  });

  it('that runs is cancelled at its upstream, and one that waits never starts', async () => {
    const limited = { ...ctx, actor: { ...ctx.actor, limits: {} } };
    await world.operator.db.account.update({
      where: { id: world.account.id },
      data: { rateLimits: { max_running_jobs: 1 } },
    });
    const first = await invoke('wait');
    await eventually('it was sent', () => waiting.length === 1);
    const second = await startJob(limited, stackId, 'bank_pay', { a: 1 });
    const before = calls;
    expect((await findJob(ctx, second.id))?.state).toBe('waiting');
    await cancelJob(ctx, second.id);
    const cancel = await request(`/v1/stacks/${stackId}/jobs/${first.body.id}/cancel`, { method: 'POST' });
    expect(cancel.status).toBe(200);
    expect(await ended(first.body.id)).toMatchObject({ state: 'cancelled', failure: { code: 'cancelled' } });
    expect(await ended(second.id)).toMatchObject({ state: 'cancelled' });
    expect(calls).toBe(before);
    waiting.length = 0;
    await world.operator.db.account.update({ where: { id: world.account.id }, data: { rateLimits: {} } });
  });

  it('waits for an approval, and continues once it is given', async () => {
    const before = calls;
    const { body: job } = await invoke('held');
    const approvalId = await heldFor(job.id);
    expect(calls).toBe(before);
    await approveCall(ctx, approvalId, {});
    expect(await ended(job.id)).toMatchObject({ state: 'succeeded', pause_id: approvalId });
    expect(calls).toBe(before + 1);
  });

  it('does not start once its caller’s token is revoked', async () => {
    const { token: text, tokenRecord } = await createStackToken(ctx, { endpointId: endpoint.id, name: 'short' });
    const held = { tool_name: 'bank_held', tool_input: { a: 2 } };
    const at = `/s/${endpoint.clientId}`;
    const { body: job } = await request(`${at}/call_tool`, {
      method: 'POST',
      token: text,
      body: held,
      prefer: 'respond-async',
    });
    const approvalId = await heldFor(job.id);
    const before = calls;
    await revokeStackToken(ctx, tokenRecord.id);
    await approveCall(ctx, approvalId, {});
    expect(await ended(job.id)).toMatchObject({ state: 'failed' });
    expect(calls).toBe(before);
  });

  it('tells webhooks and live views that it ended, without its result', async () => {
    const { webhook } = await createWebhook(ctx, { name: 'jobs', url: 'http://localhost:9/', events: ['jobs'] });
    const live = await watchJobs(ctx);
    const { body: job } = await invoke('pay');
    const states: string[] = [];
    for await (const { value } of live) {
      if (value?.id === job.id) states.push(value.state);
      if (value?.endedAt) break;
    }
    expect(states.at(-1)).toBe('succeeded');
    const [message] = await world.operator.db.webhookDelivery.findMany({ where: { webhookId: webhook.id } });
    expect(message?.payload).toMatchObject({ type: 'job.ended', data: { job_id: job.id, state: 'succeeded' } });
    expect(JSON.stringify(message?.payload)).not.toContain('"call"');
  });

  it('is refused at max_jobs and max_jobs_bytes', async () => {
    const limitsOf = async (limits: object) => {
      await world.operator.db.account.update({ where: { id: world.account.id }, data: { rateLimits: limits } });
      return { ...ctx, actor: { ...ctx.actor, limits } };
    };
    const few = await limitsOf({ max_jobs: 1 });
    await expect(startJob(few, stackId, 'bank_pay', { a: 1 })).rejects.toThrow('max_jobs is reached');
    const small = await limitsOf({ max_jobs_bytes: 0 });
    await expect(startJob(small, stackId, 'bank_pay', { a: 1 })).rejects.toThrow('max_jobs_bytes is reached');
    await limitsOf({});
  });
});
