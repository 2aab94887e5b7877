import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { withProgressEvents } from '../../src/core/calls/progressEvents.ts';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { LIVE_CHANNEL } from '../../src/core/kernel/liveFeed.ts';
import { isJsonNumber, type JsonNumber } from '../../src/core/lib/decimal.ts';
import { parseJson } from '../../src/core/lib/json.ts';
import { type Steered, startSteered } from '../connectors/mcp/steered.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { startWorld, type World } from '../harness/world.ts';
import { makeEndpoint } from '../mcp/kit.ts';
import { ask } from './ask.ts';
import { signIn } from './signedIn.ts';
import { type Credential, type Watching, watch } from './watch.ts';

const SECRET = 'a-very-secret-key';
const WATCH = 'subscription ($progressId: ID!) { toolProgress(progressId: $progressId) { progress total message } }';
const INVOKE = `mutation ($input: InvokeToolInput!) {
  invokeTool(input: $input) { __typename ... on InvalidInputError { message issues { path message } } }
}`;

let database: TestDatabase;
let steered: Steered;
let here: World;
let there: World;
let stackId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  steered = await startSteered();
  const options = { databaseUrl: database.url, egressAllow: '127.0.0.0/8' };
  here = await startWorld(options);
  there = await startWorld(options);
  const document = {
    id: 'steered',
    name: 'Steered',
    connector: { kind: 'mcp-http' as const, url: steered.upstream.url, headers: { 'x-key': '{key}' } },
    credentials: [{ id: 'key', name: 'Key', description: '', required: true, secret: true }],
    tools: [{ name: 'go', description: '', inputSchema: { type: 'object' } }],
  };
  const { ctx } = here.account;
  const endpoint = await makeEndpoint(ctx, here.url, 'steered', [document]);
  stackId = endpoint.stackId;
  await setCredentials(ctx, endpoint.stackId, toServerId('steered'), { credentials: { key: SECRET } });
  // The first call loads code for seconds. Meanwhile, an instance may consider its notifications lost.
  const first = await callAt(here, here.account.apiKey);
  first.end();
  await first.answer;
  await eventually('notifications flow', () => here.edge.deps.changes.isLive && there.edge.deps.changes.isLive);
});
afterAll(async () => {
  await here.close();
  await there.close();
  await steered.upstream.close();
  await database.close();
});

const headersOf = (credential: Credential) =>
  typeof credential === 'string' ? { authorization: `Bearer ${credential}` } : credential;

async function callAt(world: World, credential: Credential, progressId?: string) {
  const running = steered.next();
  const input = { stackId, toolId: 'steered_go', toolInput: {}, progressId };
  const answer = fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headersOf(credential) },
    body: JSON.stringify({ query: INVOKE, variables: { input } }),
  }).then((response) => response.text());
  // If a test leaves a call open, stopping its instance cancels it.
  answer.catch(() => undefined);
  return { answer, ...(await running) };
}

/** A number in its original notation. */
function parseNumber(text: string): JsonNumber {
  const value = parseJson(text);
  if (!isJsonNumber(value)) throw new Error(`${text} is no number`);
  return value;
}

const watchAt = (world: World, credential: Credential, progressId: string) =>
  watch(world.url, credential, WATCH, { progressId });
const noticesOf = ({ events }: Watching): unknown[] => events.map(({ data }) => Object(data).toolProgress);
const notice = (progress: number, total: number | null = null, message: string | null = null) => ({
  progress,
  total,
  message,
});

describe('the progress of a call', () => {
  it('arrives on either instance as it is reported, and ends with the call', async () => {
    const progressId = randomUUID();
    const watching = [
      await watchAt(here, here.account.apiKey, progressId),
      await watchAt(there, here.account.apiKey, progressId),
    ];
    const call = await callAt(here, here.account.apiKey, progressId);
    const notices = [notice(1, 3, 'one'), notice(2, 3), notice(2.5, null, 'nearly')];
    for (const [at, { progress, total, message }] of notices.entries()) {
      await call.tell({ progress, ...(total && { total }), ...(message && { message }) });
      await eventually('both hear it', () => watching.every(({ events }) => events.length === at + 1));
    }
    call.end();
    expect(await call.answer).toContain('InvokeToolPayload');
    expect(await Promise.all(watching.map(({ ended }) => ended))).toEqual([null, null]);
    expect(watching.map(noticesOf)).toEqual([notices, notices]);
  });

  it('arrives at most a few times a second, in order, including the last report', async () => {
    const progressId = randomUUID();
    const watching = await watchAt(there, here.account.apiKey, progressId);
    const call = await callAt(here, here.account.apiKey, progressId);
    const began = performance.now();
    let step = 0;
    const isThird = async (): Promise<boolean> => {
      step += 1;
      await call.tell({ progress: step });
      return watching.events.length >= 3;
    };
    await eventually('three are heard', isThird);
    call.end();
    await watching.ended;
    const heard = noticesOf(watching).map((each) => Object(each).progress);
    expect(heard[0]).toBe(1);
    expect(heard.at(-1)).toBe(step);
    expect(heard).toEqual(heard.toSorted((one, other) => one - other));
    // The first event, one for each half of a second, and the last.
    expect(heard.length).toBeLessThanOrEqual(2 + (performance.now() - began) / 500);
    process.stdout.write(`progress: ${step} notices told, ${heard.length} heard\n`);
  });

  it('contains no secret that the call uses, and no endless text', async () => {
    const progressId = randomUUID();
    const watching = await watchAt(here, here.account.apiKey, progressId);
    const call = await callAt(here, here.account.apiKey, progressId);
    await call.tell({ progress: 1, message: `reads with ${SECRET}` });
    await eventually('it is heard', () => watching.events.length === 1);
    // Each of these takes six bytes in JSON, and eight when encrypted.
    await call.tell({ progress: 2, message: '\u0001'.repeat(5_000) });
    await eventually('it is heard', () => watching.events.length === 2);
    call.end();
    await watching.ended;
    expect(noticesOf(watching)).toEqual([
      notice(1, null, 'reads with [redacted]'),
      notice(2, null, '\u0001'.repeat(500)),
    ]);
  });

  it('contains no number that GraphQL cannot represent', async () => {
    const progressId = randomUUID();
    const watching = await watchAt(here, here.account.apiKey, progressId);
    await withProgressEvents(here.account.ctx, progressId, async ({ onProgress }) => {
      const endless = parseNumber('1e400');
      onProgress?.({ progress: endless });
      onProgress?.({ progress: parseNumber('12345678901234567890'), total: endless });
    });
    await watching.ended;
    expect(noticesOf(watching)).toEqual([notice(12_345_678_901_234_567_000)]);
  });

  it('is visible only to the caller', async () => {
    const progressId = randomUUID();
    const { ctx } = here.account;
    const ann = { cookie: (await signIn(ctx, 'ann@example.com')).cookie, origin: here.url };
    const bob = { cookie: (await signIn(ctx, 'bob@example.com')).cookie, origin: here.url };
    const { key } = await createApiKey(ctx, { name: 'another' });
    const own = await watchAt(here, ann, progressId);
    const others = await Promise.all(
      [bob, key, here.account.apiKey, here.otherAccount.apiKey].map((credential) =>
        watchAt(here, credential, progressId),
      ),
    );
    const call = await callAt(here, ann, progressId);
    await call.tell({ progress: 1 });
    await eventually('it is heard', () => own.events.length === 1);
    call.end();
    expect(await own.ended).toBeNull();
    expect(others.map(({ response }) => response.status)).toEqual([200, 200, 200, 200]);
    // Bob's own call follows on the same feed, so the others would have received events by then.
    const mine = await callAt(here, bob, progressId);
    mine.end();
    expect(await others[0]?.ended).toBeNull();
    expect(others.map(({ events }) => events)).toEqual([[], [], [], []]);
    const after = others.map(({ ended }) => Promise.race([ended, 'goes on']));
    expect(await Promise.all(after)).toEqual([null, 'goes on', 'goes on', 'goes on']);
  });

  it('is requested only for a call with an id, and is encrypted between instances', async () => {
    const client = await database.pool.connect();
    const heard: string[] = [];
    client.on('notification', ({ payload = '' }) => heard.push(payload));
    await client.query(`LISTEN ${LIVE_CHANNEL}`);
    const silent = await callAt(here, here.account.apiKey);
    await expect(silent.tell({ progress: 1 })).rejects.toThrow('nobody asked');
    silent.end();
    expect(await silent.answer).toContain('InvokeToolPayload');
    const named = await callAt(here, here.account.apiKey, randomUUID());
    await named.tell({ progress: 1, message: 'quartz' });
    named.end();
    await named.answer;
    await eventually('what it tells, and its end', () => heard.length === 2);
    expect(heard.map((payload) => JSON.parse(payload).sealed)).toEqual([expect.any(String), null]);
    expect(heard.join()).not.toContain('quartz');
    await client.query(`UNLISTEN ${LIVE_CHANNEL}`);
    client.removeAllListeners('notification');
    client.release();
  });
});

describe('a progress id', () => {
  it.each(['', 'short', 'x'.repeat(65), 'a space in the middle', 'umlaut-ü-in-the-middle'])(
    'can’t be %j',
    async (id) => {
      const input = { stackId, toolId: 'steered_go', toolInput: {}, progressId: id };
      const { data } = await ask(here.url, here.account.apiKey, INVOKE, { input });
      const issues = [{ path: '/progressId', message: 'must be 16 to 64 letters, digits, "-" and "_"' }];
      expect(data).toEqual({
        invokeTool: { __typename: 'InvalidInputError', message: 'Invalid progressId', issues },
      });
      expect((await watchAt(here, here.account.apiKey, id)).response.status).toBe(400);
    },
  );

  it('is only for people who may call tools', async () => {
    const { key } = await createApiKey(here.account.ctx, { name: 'reads', role: 'auditor' });
    expect((await watchAt(here, key, randomUUID())).response.status).toBe(403);
    const caller = await createApiKey(here.account.ctx, { name: 'calls', scopes: ['invoke'] });
    expect((await watchAt(here, caller.key, randomUUID())).response.status).toBe(200);
  });
});
