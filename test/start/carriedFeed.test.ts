import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchAuditEvents, watchCalls } from '../../src/core/callRecords/live.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack, updateServerTools } from '../../src/core/stacks/stackServer.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/listen.ts';
import { hasRedis, type RedisServer, startRedis } from '../harness/redis.ts';
import { startWorld, type World } from '../harness/world.ts';

const METRICS_TOKEN = 'scraper-scraper-scraper';

describe.runIf(hasRedis())('two instances with TOOLYARD_CHANGES=redis', () => {
  let database: TestDatabase;
  let redis: RedisServer;
  let here: World;
  let there: World;
  beforeAll(async () => {
    database = await createTestDatabase();
    redis = await startRedis();
    const config = { changes: 'redis', redisUrl: redis.url, metricsToken: METRICS_TOKEN } as const;
    here = await startWorld({ databaseUrl: database.url, config });
    there = await startWorld({ databaseUrl: database.url, config });
    await here.saveServer({
      id: 'door',
      name: 'Door',
      connector: { kind: 'http', baseUrl: `http://127.0.0.1:${await freePort()}` },
      tools: [
        {
          name: 'knock',
          inputSchema: { type: 'object' },
          request: { kind: 'template', method: 'GET', path: '/knock' },
        },
      ],
    });
    const carriers = () => [here, there].map(({ edge }) => edge.heartbeat.carrier).join();
    await eventually('Redis carries', () => carriers() === 'redis,redis');
  });
  afterAll(async () => {
    await here?.close();
    await there?.close();
    await redis?.kill();
    await database?.close();
  });

  const newStack = async (name: string) => {
    const stack = await createStack(here.account.ctx, { name, configuration: { isRecorded: true } });
    await addServerToStack(here.account.ctx, stack.id, { serverId: 'door', enableAllTools: true });
    return stack.id;
  };
  const call = (world: World, stackId: string) =>
    fetch(`${world.url}/v1/stacks/${stackId}/tools/door_knock/invoke`, {
      method: 'POST',
      headers: { authorization: `Bearer ${here.account.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool_input: {} }),
    });

  it('receive each other’s calls and audit events', async () => {
    const stackId = await newStack('watched');
    const leave = new AbortController();
    const watcher = { ...there.operator, actor: here.account.ctx.actor, signal: leave.signal };
    const calls = await watchCalls(watcher, { stackId, after: null });
    const events = await watchAuditEvents(watcher, { after: null });
    const firstCall = calls.next();
    // The feed starts shortly after the first subscriber: one of these calls comes after that.
    let isSeen = false;
    void firstCall.then(() => {
      isSeen = true;
    });
    await eventually('a call is seen', async () => {
      await call(here, stackId);
      return isSeen;
    });
    expect((await firstCall).value).toMatchObject({ value: { stackId, toolId: 'door_knock' } });
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { value } of events) if (value) seen.push(value.id);
    })();
    const { id } = await createStack(here.account.ctx, { name: 'another' });
    const event = await here.operator.db.auditEvent.findFirstOrThrow({ where: { targetId: id } });
    await eventually('its event is seen', () => seen.includes(event.id));
    leave.abort();
    await reading;
    await calls.return();
  });

  it('drop a tool that the other instance disabled', async () => {
    const stackId = await newStack('switched off');
    const isFound = async () => (await call(there, stackId)).status !== 404;
    await eventually('in memory there', isFound);
    await updateServerTools(here.account.ctx, stackId, toServerId('door'), { enabledTools: [] });
    await eventually('gone', async () => !(await isFound()), 1_000);
  });

  it('report the change carrier in /readyz and metrics, also after Redis fails', async () => {
    const states = async () => {
      const ready = await (await fetch(`${there.url}/readyz`)).json();
      const page = await fetch(`${there.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
      const carriers = Array.from(
        (await page.text()).matchAll(/^toolyard_changes_carrier\{carrier="(\w+)"\} 1$/gm),
        ([, carrier]) => carrier,
      );
      return { ready, carriers };
    };
    expect(await states()).toMatchObject({ ready: { changes: 'live', carrier: 'redis' }, carriers: ['redis'] });
    await redis.kill();
    await eventually('noticed', () => there.edge.heartbeat.carrier === 'log', 5_000);
    expect(await states()).toMatchObject({
      ready: { status: 'ready', changes: 'live', carrier: 'log', serves: 'memory' },
      carriers: ['log'],
    });
  });
});
