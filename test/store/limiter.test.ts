import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { DOCUMENTED_LIMITS } from '../../src/core/limits/classes.ts';
import { type ClosableLimiter, createLimiter, NO_LIMIT } from '../../src/store/limiter.ts';
import { createSharedCounter } from '../../src/store/sharedCounter.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/listen.ts';
import { recordingLog, silentLog } from '../harness/log.ts';

const HAS_REDIS = spawnSync('redis-server', ['--version']).status === 0;
if (!HAS_REDIS) {
  if (process.env['CI'] === 'true') throw new Error('redis-server is not installed, and CI must test with it');
  process.stdout.write('redis-server is not installed: the tests of shared limits are skipped\n');
}

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function makeLimiter(redisUrl: string | null, log = silentLog): ClosableLimiter {
  const limiter = createLimiter({
    limits: DOCUMENTED_LIMITS,
    share: redisUrl === null ? null : (local) => createSharedCounter(redisUrl, local, log),
  });
  closers.push(() => limiter.close());
  return limiter;
}

type RedisServer = { readonly url: string; readonly child: ChildProcess; start(): void; kill(): Promise<void> };

async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const launch = () =>
    spawn('redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1'], { stdio: 'ignore' });
  let child = launch();
  const kill = async () => {
    child.kill('SIGKILL');
    await eventually('Redis is gone', () => child.exitCode !== null || child.signalCode !== null);
  };
  closers.push(kill);
  return {
    url: `redis://127.0.0.1:${port}`,
    get child() {
      return child;
    },
    start: () => {
      child = launch();
    },
    kill,
  };
}

const isShared = (limiter: ClosableLimiter) => async (): Promise<boolean> => {
  await limiter.peek('default', 'probe');
  return !limiter.isDegraded();
};

async function admitted(limiters: readonly ClosableLimiter[], requests: number): Promise<number> {
  const all = Array.from({ length: requests }, (_, index) =>
    limiters[index % limiters.length]?.reserve('default', 'a'),
  );
  return (await Promise.all(all)).filter((state) => state?.isAllowed).length;
}

const kinds = [
  { kind: 'memory', redis: false },
  { kind: 'Redis', redis: true },
].filter(({ redis }) => HAS_REDIS || !redis);

describe.each(kinds)('limits in $kind', ({ redis }) => {
  const setUp = async () => {
    const limiter = makeLimiter(redis ? (await startRedis()).url : null);
    if (redis) await eventually('Redis answers', isShared(limiter));
    return limiter;
  };

  it('count down, refuse, and speak of one fixed window', async () => {
    const limiter = await setUp();
    const firstAt = Date.now() / 1000;
    const states = [];
    for (let index = 0; index < 22; index++) states.push(await limiter.reserve('invoke', 'a'));
    expect(states.map(({ isAllowed }) => isAllowed)).toEqual([...Array(20).fill(true), false, false]);
    expect(states.map(({ remaining }) => remaining)).toEqual([...Array(20).keys()].reverse().concat(0, 0));
    for (const { limit, resetAt } of states) {
      expect(limit).toBe(20);
      expect(Number.isInteger(resetAt)).toBe(true);
      expect(resetAt - firstAt).toBeGreaterThanOrEqual(59);
      expect(resetAt - firstAt).toBeLessThanOrEqual(62);
    }
  });

  it('keep classes and subjects apart', async () => {
    const limiter = await setUp();
    await limiter.reserve('invoke', 'a');
    expect((await limiter.peek('invoke', 'a')).remaining).toBe(19);
    expect((await limiter.peek('invoke', 'b')).remaining).toBe(20);
    expect((await limiter.peek('stacks', 'a')).remaining).toBe(30);
  });

  it('take nothing for a look, and say when nothing is left', async () => {
    const limiter = await setUp();
    expect(await limiter.peek('invoke', 'a', 1)).toMatchObject({ isAllowed: true, remaining: 1 });
    expect(await limiter.reserve('invoke', 'a', 1)).toMatchObject({ isAllowed: true, limit: 1, remaining: 0 });
    expect(await limiter.peek('invoke', 'a', 1)).toMatchObject({ isAllowed: false, remaining: 0 });
    expect(await limiter.peek('invoke', 'a', 5)).toMatchObject({ isAllowed: true, remaining: 4 });
  });
});

describe('without limits', () => {
  it('everything is allowed and the limit is a number that any client can hold', async () => {
    const limiter = createLimiter({ limits: 'off', share: null });
    expect(await limiter.reserve('invoke', 'a', 0)).toMatchObject({
      isAllowed: true,
      limit: NO_LIMIT,
      remaining: NO_LIMIT,
    });
  });
});

describe.each([DOCUMENTED_LIMITS, 'off'] as const)('what is refused', (limits) => {
  it('is told of, and so is every credential that does not hold', async () => {
    const told: string[][] = [];
    const limiter = createLimiter({
      limits,
      share: null,
      onRefusal: (limitClass, subject) => told.push([limitClass, subject]),
    });
    await limiter.reserve('invoke', 'a', 1);
    expect(told).toEqual([]);
    await limiter.reserve('invoke', 'a', 1);
    const refused = limits === 'off' ? [] : [['invoke', 'a']];
    expect(told).toEqual(refused);
    await limiter.reserve('failed_auth', 'b');
    expect(told).toEqual([...refused, ['failed_auth', 'b']]);
  });

  it('need not be told to anybody', async () => {
    const limiter = createLimiter({ limits, share: null });
    expect(await limiter.reserve('failed_auth', 'b')).toMatchObject({ isAllowed: true });
  });
});

describe('quotas', () => {
  it('count by the hour and by the day, each subject by itself, and can be read', async () => {
    const limiter = makeLimiter(null);
    const now = Math.floor(Date.now() / 1000);
    const [hour, day] = [await limiter.count('hour', 'a'), await limiter.count('day', 'a')];
    const ends = [hour, day, await limiter.readCount('hour', 'c')].map(({ resetAt }) => resetAt - now);
    for (const [at, seconds] of [3_600, 86_400, 3_600].entries()) {
      expect(ends[at]).toBeGreaterThanOrEqual(seconds);
      expect(ends[at]).toBeLessThanOrEqual(seconds + 5);
    }
    await limiter.count('hour', 'a');
    const counts = await Promise.all([
      limiter.readCount('hour', 'a'),
      limiter.readCount('day', 'a'),
      limiter.readCount('hour', 'b'),
    ]);
    expect(counts.map(({ calls }) => calls)).toEqual([2, 1, 0]);
  });
});

describe('without Redis', () => {
  it('sign-ins are counted here, and nothing is amiss', async () => {
    const limiter = makeLimiter(null);
    expect(await limiter.reserve('sign_in', 'a')).toMatchObject({ isAllowed: true });
    expect(limiter.isDegraded()).toBe(false);
  });
});

describe('without the Redis that was configured', () => {
  it('nobody signs in, and all else is counted here', async () => {
    const limiter = makeLimiter('redis://127.0.0.1:1');
    await expect(limiter.reserve('sign_in', 'a')).rejects.toMatchObject({
      code: 'unavailable',
      details: { retryAfterSeconds: 5 },
    });
    expect(await limiter.reserve('default', 'a')).toMatchObject({ isAllowed: true, remaining: 59 });
  });
});

describe.runIf(HAS_REDIS)('limits shared by two instances', () => {
  it('admit exactly 60 of 200 concurrent requests', async () => {
    const { url } = await startRedis();
    const limiters = [makeLimiter(url), makeLimiter(url)];
    for (const limiter of limiters) await eventually('Redis answers', isShared(limiter));
    expect(await admitted(limiters, 200)).toBe(60);
  });

  const faults = [
    { says: 'killed', cause: (redis: RedisServer) => redis.kill(), mend: (redis: RedisServer) => redis.start() },
    {
      says: 'frozen',
      cause: (redis: RedisServer) => void redis.child.kill('SIGSTOP'),
      mend: (redis: RedisServer) => void redis.child.kill('SIGCONT'),
    },
  ];
  it.each(faults)(
    'stay bounded and quick while Redis is $says, say so once, and are shared again afterwards',
    async (fault) => {
      const redis = await startRedis();
      const log = recordingLog();
      const limiter = makeLimiter(redis.url, log);
      await eventually('Redis answers', isShared(limiter));
      const linesBefore = log.lines.length;
      await fault.cause(redis);
      const startedAt = performance.now();
      expect(await admitted([limiter], 200)).toBe(60);
      // One by one: only the first may wait for an answer.
      for (let index = 0; index < 30; index++) await limiter.reserve('default', 'b');
      expect(performance.now() - startedAt).toBeLessThan(2_000);
      expect(limiter.isDegraded()).toBe(true);
      expect(log.lines.length - linesBefore).toBeLessThanOrEqual(1);
      expect(log.lines.map(({ message }) => message)).toEqual([
        'Redis does not answer: this instance counts rate limits for itself',
      ]);
      await fault.mend(redis);
      await eventually('Redis counts again', isShared(limiter));
    },
  );
});
