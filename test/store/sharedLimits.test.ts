import { describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { recordingLog } from '../harness/log.ts';
import type { RedisServer } from '../harness/redis.ts';
import { admitted, HAS_REDIS, isShared, makeLimiter, startRedis } from './redis.ts';

describe.runIf(HAS_REDIS)('limits shared by two instances', () => {
  it('admit exactly 60 of 200 concurrent requests', async () => {
    const { url } = await startRedis();
    const limiters = [makeLimiter(url), makeLimiter(url)];
    for (const limiter of limiters) await eventually('Redis answers', isShared(limiter));
    expect(await admitted(limiters, 200)).toBe(60);
  });

  const faults = [
    { label: 'killed', cause: (redis: RedisServer) => redis.kill(), mend: (redis: RedisServer) => redis.start() },
    {
      label: 'frozen',
      cause: (redis: RedisServer) => void redis.child.kill('SIGSTOP'),
      mend: (redis: RedisServer) => void redis.child.kill('SIGCONT'),
    },
  ];
  it.each(faults)(
    'stay bounded without delay while Redis is $label, report it once, and are shared again afterwards',
    async (fault) => {
      const redis = await startRedis();
      const log = recordingLog();
      const limiter = makeLimiter(redis.url, log);
      await eventually('Redis answers', isShared(limiter));
      const linesBefore = log.lines.length;
      await fault.cause(redis);
      expect(await admitted([limiter], 200)).toBe(60);
      // Sequentially: only the first may wait for Redis, because the limiter then counts locally.
      const degraded: boolean[] = [];
      for (let index = 0; index < 30; index++) {
        await limiter.reserve('default', 'b');
        degraded.push(limiter.isDegraded());
      }
      expect(degraded).toEqual(Array(30).fill(true));
      expect(log.lines.length - linesBefore).toBeLessThanOrEqual(1);
      expect(log.lines.map(({ message }) => message)).toEqual([
        'Redis does not respond: this instance counts rate limits separately',
      ]);
      await fault.mend(redis);
      await eventually('Redis counts again', isShared(limiter));
    },
  );

  it.each(faults)('admit 60 in a window although Redis was $label in it', async (fault) => {
    const redis = await startRedis();
    const limiter = makeLimiter(redis.url);
    await eventually('Redis answers', isShared(limiter));
    const before = await admitted([limiter], 25);
    await fault.cause(redis);
    const meanwhile = await admitted([limiter], 20);
    await fault.mend(redis);
    await eventually('Redis counts again', isShared(limiter));
    const afterwards = await admitted([limiter], 40);
    expect({ before, meanwhile, afterwards }).toEqual({ before: 25, meanwhile: 20, afterwards: 15 });
    // Other instances read the current counts from Redis.
    expect(await admitted([makeLimiter(redis.url)], 10)).toBe(0);
  });

  it('admit 60 in a window with two Redis outages', async () => {
    const redis = await startRedis();
    const limiter = makeLimiter(redis.url);
    await eventually('Redis answers', isShared(limiter));
    const admittedAt = [await admitted([limiter], 20)];
    for (const requests of [0, 20]) {
      redis.child.kill('SIGSTOP');
      // Redis is frozen, and late answers count as failures, so the limiter counts locally.
      await admitted([limiter], requests);
      await limiter.peek('default', 'probe');
      redis.child.kill('SIGCONT');
      await eventually('Redis counts again', isShared(limiter));
      admittedAt.push(await admitted([limiter], 1));
    }
    expect(admittedAt).toEqual([20, 1, 1]);
    await redis.kill();
    await admitted([limiter], 10);
    redis.start();
    await eventually('Redis counts again', isShared(limiter));
    expect(await admitted([limiter], 60)).toBe(8);
  });

  it('include what each instance admitted during a Redis outage', async () => {
    const redis = await startRedis();
    const limiters = [makeLimiter(redis.url), makeLimiter(redis.url)];
    for (const limiter of limiters) await eventually('Redis answers', isShared(limiter));
    const before = await admitted(limiters, 20);
    redis.child.kill('SIGSTOP');
    const meanwhile = await admitted(limiters, 20);
    redis.child.kill('SIGCONT');
    for (const limiter of limiters) await eventually('Redis counts again', isShared(limiter));
    // Redis also counts the commands that it received while frozen, so those calls may count twice.
    expect({ before, meanwhile }).toEqual({ before: 20, meanwhile: 20 });
    expect(await admitted(limiters, 60)).toBeLessThanOrEqual(20);
  });

  it('do not turn local because this process was busy when Redis answered', async () => {
    const { url } = await startRedis();
    const log = recordingLog();
    const limiter = makeLimiter(url, log);
    await eventually('Redis answers', isShared(limiter));
    const linesBefore = log.lines.length;
    for (let round = 0; round < 5; round++) {
      const reserved = limiter.reserve('default', 'a');
      // Lets the limiter send its command, then blocks this process for longer than the timeout.
      await new Promise((resolve) => setImmediate(resolve));
      for (const until = performance.now() + 150; performance.now() < until; );
      expect(await reserved).toMatchObject({ remaining: 59 - round });
    }
    expect({ isDegraded: limiter.isDegraded(), lines: log.lines.slice(linesBefore) }).toEqual({
      isDegraded: false,
      lines: [],
    });
  });
});
