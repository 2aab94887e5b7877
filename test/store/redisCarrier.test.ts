import { setImmediate as nextTurn } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/core/kernel/changes.ts';
import { toAuditEventId, toStackId } from '../../src/core/kernel/ids.ts';
import type { LiveEvent } from '../../src/core/kernel/liveFeed.ts';
import { livePayload } from '../../src/core/kernel/liveFeed.ts';
import { startDatabaseProxy } from '../harness/databaseProxy.ts';
import { eventually } from '../harness/eventually.ts';
import { recordingLog } from '../harness/log.ts';
import { startRedis as launchRedis, type RedisServer } from '../harness/redis.ts';
import { closeAfterTest, type Instance, logged, openTestDatabase, startInstance } from './changesKit.ts';
import { HAS_REDIS } from './redis.ts';

const tools = (id: string): Change => ({ kind: 'tools', id: toStackId(id) });
const payload = (change: Change) => JSON.stringify({ origin: 'another instance', ...change });
const isCarried = ({ changes }: Instance) => changes.heartbeat.carrier === 'redis';

async function startRedis(): Promise<RedisServer> {
  const redis = await launchRedis();
  closeAfterTest(() => redis.kill());
  return redis;
}

/** Two instances on one database, with one Redis as the carrier. */
async function startTwo(redisUrl: string) {
  const database = await openTestDatabase();
  const options = { carrier: 'redis', redisUrl } as const;
  const [here, there] = await Promise.all([0, 1].map(() => startInstance(database.url, options)));
  if (!here || !there) throw new Error('there are two');
  await eventually('Redis carries', () => isCarried(here) && isCarried(there));
  return { database, here, there };
}

function idOf(event: LiveEvent): string {
  if (event.kind === 'progress') return event.progressId;
  return event.kind === 'call' ? event.call.id : event.id;
}

/** Subscribes to the live feed of an instance. */
function watchOn({ changes }: Instance) {
  const seen: string[] = [];
  const gone = changes.liveFeed.listen({
    hear: (event: LiveEvent) => void seen.push(idOf(event)),
    miss: () => void seen.push('gap'),
  });
  return { seen, gone };
}
const event = (id: string) =>
  livePayload({
    ...{ kind: 'auditEvent', chain: 'c', id: toAuditEventId(id), stackId: toStackId('s') },
    ...{ action: null, targetId: null },
  });

const FAULTS = {
  killed: { cause: (redis: RedisServer) => redis.kill(), mend: (redis: RedisServer) => redis.start() },
  frozen: {
    cause: (redis: RedisServer) => void redis.child.kill('SIGSTOP'),
    mend: (redis: RedisServer) => void redis.child.kill('SIGCONT'),
  },
};

describe.runIf(HAS_REDIS)('Redis', () => {
  it('notifies other instances before they poll the change log, once per change', async () => {
    const { url } = await startRedis();
    const { database, here, there } = await startTwo(url);
    const id = '00000000-0000-4000-8000-000000000001';
    // Not committed yet, so only Redis can have announced it.
    here.changes.announce({ id, payloads: [payload(tools('a'))] });
    await eventually('told', () => there.heard.length === 1);
    const values = [id, [payload(tools('a'))]];
    await database.pool.query(
      "INSERT INTO change_log (id, channel, payloads) VALUES ($1, 'toolyard_changes', $2)",
      values,
    );
    await logged(database.pool, tools('b'));
    await eventually('the next one', () => there.heard.some((change) => change.id === 'b'));
    expect(there.heard).toEqual([tools('a'), tools('b')]);
  });

  it.each(Object.entries(FAULTS))('that is %s loses no change, and is used again afterwards', async (_name, fault) => {
    const redis = await startRedis();
    const { database, here, there } = await startTwo(redis.url);
    await fault.cause(redis);
    here.changes.announce({ id: '00000000-0000-4000-8000-000000000002', payloads: [payload(tools('lost'))] });
    await logged(database.pool, tools('lost'));
    await eventually('heard', () => there.heard.length === 1);
    await eventually('said', () => there.changes.heartbeat.carrier === 'log');
    await eventually('live all the same', () => there.changes.isLive);
    expect(there.gaps()).toBe(0);
    await fault.mend(redis);
    await eventually('carries again', () => isCarried(here) && isCarried(there), 30_000);
  });

  const CUTS = [
    { toDatabase: false, fromDatabase: false },
    { toDatabase: true, fromDatabase: false },
    { toDatabase: false, fromDatabase: true },
  ];
  it.each(CUTS)('that one instance cannot reach (%j) is abandoned, and used again', async (passing) => {
    const redis = await startRedis();
    const proxy = await startDatabaseProxy(redis.url);
    closeAfterTest(() => proxy.close());
    const database = await openTestDatabase();
    const log = recordingLog();
    const cut = await startInstance(database.url, { carrier: 'redis', redisUrl: proxy.url, log });
    await eventually('Redis carries', () => isCarried(cut));
    proxy.pass(passing);
    await eventually('left', () => !isCarried(cut), 30_000);
    await logged(database.pool, tools('a'));
    await eventually('heard', () => cut.heard.length === 1);
    proxy.heal();
    await eventually('used again', () => isCarried(cut), 30_000);
    expect(log.lines.map(({ message }) => message)).toEqual([
      'Redis delivers changes',
      'Redis does not deliver changes: reading them only from the database',
      'Redis delivers changes',
    ]);
  });

  it('carries the live feed to subscribers, and announces possible gaps', async () => {
    const redis = await startRedis();
    const { here, there } = await startTwo(redis.url);
    const client = new Redis(redis.url).on('error', () => undefined);
    closeAfterTest(() => client.disconnect());
    const liveSubscribers = async () => {
      const channels = await client.pubsub('CHANNELS', 'toolyard:*:live');
      return channels.length;
    };
    expect(await liveSubscribers()).toBe(0);
    const view = watchOn(there);
    await eventually('subscribed', async () => (await liveSubscribers()) === 1);
    here.changes.liveFeed.publish([event('one'), event('two')]);
    await eventually('both', () => view.seen.length === 2);
    await redis.kill();
    redis.start();
    await eventually('told', () => view.seen.includes('gap'), 30_000);
    expect(view.seen.slice(0, 3)).toEqual(['one', 'two', 'gap']);
    view.gone();
    await eventually('unsubscribed', async () => (await liveSubscribers()) === 0, 30_000);
  });

  it('makes the first subscriber wait until it is connected, and then delivers everything', async () => {
    const redis = await startRedis();
    const { here, there } = await startTwo(redis.url);
    redis.child.kill('SIGSTOP');
    const view = watchOn(there);
    const hears = there.changes.liveFeed.hearing().then(() => 'hears');
    expect(await Promise.race([hears, nextTurn('waits')])).toBe('waits');
    redis.child.kill('SIGCONT');
    await hears;
    here.changes.liveFeed.publish([event('first')]);
    await eventually('it is heard', () => view.seen.includes('first'));
  });

  it('announces a gap to subscribers that were there before it connected', async () => {
    const redis = await startRedis();
    await redis.kill();
    const database = await openTestDatabase();
    const instance = await startInstance(database.url, { carrier: 'redis', redisUrl: redis.url });
    const view = watchOn(instance);
    redis.start();
    await eventually('told', () => view.seen.includes('gap'));
  });

  it('ignores messages of unknown form, and logs them', async () => {
    const redis = await startRedis();
    const database = await openTestDatabase();
    const log = recordingLog();
    const instance = await startInstance(database.url, { carrier: 'redis', redisUrl: redis.url, log });
    await eventually('Redis carries', () => isCarried(instance));
    const other = new Redis(redis.url);
    closeAfterTest(() => other.disconnect());
    const channels = await other.pubsub('CHANNELS', 'toolyard:*:changes');
    const [channel = ''] = channels.map(String);
    for (const message of ['', '{', '[]', '{"id":1,"payloads":[]}', '{"id":"1","payloads":"x"}'])
      await other.publish(channel, message);
    await other.publish(channel, JSON.stringify({ id: '1', payloads: ['{', payload(tools('good'))] }));
    await eventually('the good one', () => instance.heard.length === 1);
    expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(6);
  });
});
