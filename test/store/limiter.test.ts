import { describe, expect, it } from 'vitest';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { NO_LIMIT } from '../../src/core/limits/limiter.ts';
import { createLimiter } from '../../src/store/limiter.ts';
import { eventually } from '../harness/eventually.ts';
import { HAS_REDIS, isShared, makeLimiter, startRedis } from './redis.ts';

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

  it('count down, refuse, and share one fixed window', async () => {
    const limiter = await setUp();
    const firstAt = Date.now() / 1000;
    const states = [];
    for (let index = 0; index < 22; index++) states.push(await limiter.reserve('invoke', 'a'));
    expect(states.map(({ isAllowed }) => isAllowed)).toEqual([...Array(20).fill(true), false, false]);
    expect(states.map(({ remaining }) => remaining)).toEqual([...Array(20).keys()].reverse().concat(0, 0));
    const tookSeconds = Date.now() / 1000 - firstAt;
    for (const { limit, resetAt } of states) {
      expect(limit).toBe(20);
      expect(Number.isInteger(resetAt)).toBe(true);
      expect(resetAt - firstAt).toBeGreaterThanOrEqual(59);
      expect(resetAt - firstAt).toBeLessThanOrEqual(62 + tookSeconds);
    }
  });

  it('count classes and subjects separately', async () => {
    const limiter = await setUp();
    await limiter.reserve('invoke', 'a');
    expect((await limiter.peek('invoke', 'a')).remaining).toBe(19);
    expect((await limiter.peek('invoke', 'b')).remaining).toBe(20);
    expect((await limiter.peek('stacks', 'a')).remaining).toBe(30);
  });

  it('take no point for a peek, and report when none is left', async () => {
    const limiter = await setUp();
    expect(await limiter.peek('invoke', 'a', 1)).toMatchObject({ isAllowed: true, remaining: 1 });
    expect(await limiter.reserve('invoke', 'a', 1)).toMatchObject({ isAllowed: true, limit: 1, remaining: 0 });
    expect(await limiter.peek('invoke', 'a', 1)).toMatchObject({ isAllowed: false, remaining: 0 });
    expect(await limiter.peek('invoke', 'a', 5)).toMatchObject({ isAllowed: true, remaining: 4 });
  });
});

describe('without limits', () => {
  it('everything is allowed, and the reported limit is a safe number', async () => {
    const limiter = createLimiter({ limits: 'off', shared: null });
    expect(await limiter.reserve('invoke', 'a', 0)).toMatchObject({
      isAllowed: true,
      limit: NO_LIMIT,
      remaining: NO_LIMIT,
    });
  });
});

describe.each([DOCUMENTED_LIMITS, 'off'] as const)('a refused request', (limits) => {
  it('is reported, and so is every invalid credential', async () => {
    const refusals: string[][] = [];
    const limiter = createLimiter({
      limits,
      shared: null,
      onRefusal: (limitClass, subject) => refusals.push([limitClass, subject]),
    });
    await limiter.reserve('invoke', 'a', 1);
    expect(refusals).toEqual([]);
    await limiter.reserve('invoke', 'a', 1);
    const refused = limits === 'off' ? [] : [['invoke', 'a']];
    expect(refusals).toEqual(refused);
    await limiter.reserve('failed_auth', 'b');
    expect(refusals).toEqual([...refused, ['failed_auth', 'b']]);
  });

  it('may go unreported', async () => {
    const limiter = createLimiter({ limits, shared: null });
    expect(await limiter.reserve('failed_auth', 'b')).toMatchObject({ isAllowed: true });
  });
});

describe('quotas', () => {
  it('count by hour and day, each subject separately, and can be read', async () => {
    const limiter = makeLimiter(null);
    const now = Math.floor(Date.now() / 1000);
    const [hour, day] = [await limiter.count('hour', 'a'), await limiter.count('day', 'a')];
    const ends = [hour, day, await limiter.readCount('hour', 'c')].map(({ resetAt }) => resetAt - now);
    const tookSeconds = Date.now() / 1000 - now;
    for (const [at, seconds] of [3_600, 86_400, 3_600].entries()) {
      expect(ends[at]).toBeGreaterThanOrEqual(seconds);
      expect(ends[at]).toBeLessThanOrEqual(seconds + 1 + tookSeconds);
    }
    await limiter.count('hour', 'a', 500);
    const counts = await Promise.all([
      limiter.readCount('hour', 'a'),
      limiter.readCount('day', 'a'),
      limiter.readCount('hour', 'b'),
    ]);
    expect(counts.map(({ count }) => count)).toEqual([501, 1, 0]);
  });
});

describe('without Redis', () => {
  it('sign-ins are counted locally, without a warning', async () => {
    const limiter = makeLimiter(null);
    expect(await limiter.reserve('sign_in', 'a')).toMatchObject({ isAllowed: true });
    expect(limiter.isDegraded()).toBe(false);
  });
});

describe('when the configured Redis is down', () => {
  it('sign-ins are refused, and everything else is counted locally', async () => {
    const limiter = makeLimiter('redis://127.0.0.1:1');
    await expect(limiter.reserve('sign_in', 'a')).rejects.toMatchObject({
      code: 'unavailable',
      details: { retryAfterSeconds: 5 },
    });
    expect(await limiter.reserve('default', 'a')).toMatchObject({ isAllowed: true, remaining: 59 });
  });
});
