import { beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '../../../src/core/kernel/changes.ts';
import { type CheckedCache, type CheckedLookup, createCheckedCache } from '../../../src/core/kernel/checkedCache.ts';
import { toAccountId, toApiKeyId, toEndpointId } from '../../../src/core/kernel/ids.ts';
import { createTestChanges, type TestChanges } from '../world.ts';

const OUTAGE = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
const SECOND = 1_000;

const CACHE = {
  name: 'api_keys',
  meter: null,
  kinds: ['apiKey', 'account'],
  acceptingKinds: ['signingKeys'],
} as const;

let changes: TestChanges;
let now: Date;
let cache: CheckedCache<string>;
let reads: number;
let answer: () => Promise<CheckedLookup<string> | null>;

beforeEach(() => {
  changes = createTestChanges();
  now = new Date('2026-11-21T10:00:00Z');
  reads = 0;
  answer = async () => ({ value: 'alice', ids: ['key_1', 'acct_1'] });
  cache = createCheckedCache({ changes, now: () => now, ...CACHE });
});

const get = (digest = 'digest') =>
  cache.get(digest, () => {
    reads += 1;
    return answer();
  });
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const fail = async () => Promise.reject(OUTAGE);

/** How many reads `use` causes after the cache was filled. */
async function readsAfterFill(use: () => Promise<unknown>): Promise<number> {
  await get();
  reads = 0;
  await use();
  return reads;
}

describe('a cached check', () => {
  test.each<[string, number, () => void]>([
    ['is cached for less than 30 seconds', 0, () => pass(30 * SECOND - 1)],
    ['is read again after 30 seconds', 1, () => pass(30 * SECOND)],
    [
      'is invalidated when its row changes',
      1,
      () => changes.publishLocally([{ kind: 'apiKey', id: toApiKeyId('key_1') }]),
    ],
    [
      'is invalidated when its account changes',
      1,
      () => changes.publishLocally([{ kind: 'account', id: toAccountId('acct_1') }]),
    ],
    [
      'survives a change of another row',
      0,
      () => changes.publishLocally([{ kind: 'apiKey', id: toApiKeyId('key_2') }]),
    ],
    [
      'survives changes of other kinds',
      0,
      () => changes.publishLocally([{ kind: 'endpoint', id: toEndpointId('key_1') }]),
    ],
    ['is read again after a gap', 1, () => changes.gap()],
    [
      'is read again while changes may be missed',
      1,
      () => {
        changes.isLive = false;
      },
    ],
  ])('%s', async (_name, expected, between) => {
    const count = await readsAfterFill(() => {
      between();
      return get();
    });
    expect(count).toBe(expected);
  });

  test('that was read while changes could be missed is not trusted once they arrive again', async () => {
    changes.isLive = false;
    const count = await readsAfterFill(() => {
      changes.isLive = true;
      return get();
    });
    expect(count).toBe(1);
  });

  test('applies only to its own digest', async () => {
    expect(await readsAfterFill(() => get('other'))).toBe(1);
  });

  test.each<[string, string | null, () => void]>([
    ['while it may be trusted', 'alice', () => undefined],
    ['no longer after 30 seconds', null, () => pass(30 * SECOND)],
    ['no longer after a gap', null, () => changes.gap()],
  ])('is served without asking %s', async (_when, expected, between) => {
    expect(cache.known('digest')).toBeNull();
    await get();
    between();
    expect(cache.known('digest')).toBe(expected);
  });

  test('is read once for concurrent callers', async () => {
    await Promise.all(Array.from({ length: 20 }, () => get()));
    expect(reads).toBe(1);
  });
});

describe('a change during a read', () => {
  test('keeps the old result out of the cache and from later callers', async () => {
    const gate = Promise.withResolvers<CheckedLookup<string> | null>();
    answer = () => gate.promise;
    const early = get();
    changes.publishLocally([{ kind: 'apiKey', id: toApiKeyId('key_1') }]);
    answer = async () => null;
    expect(await get()).toBeNull();
    gate.resolve({ value: 'alice', ids: ['key_1'] });
    await early;
    expect(await get()).toBeNull();
  });
});

test('a change of other rows during a read does not prevent caching', async () => {
  const gate = Promise.withResolvers<CheckedLookup<string> | null>();
  answer = () => gate.promise;
  const early = get();
  changes.publishLocally([{ kind: 'apiKey', id: toApiKeyId('key_2') }]);
  gate.resolve({ value: 'alice', ids: ['key_1'] });
  await early;
  reads = 0;
  expect([await get(), reads]).toEqual(['alice', 0]);
});

describe('a rejection', () => {
  beforeEach(() => {
    answer = async () => null;
  });

  test('is cached for five seconds', async () => {
    expect(await readsAfterFill(get)).toBe(0);
    pass(5 * SECOND);
    await get();
    expect(reads).toBe(1);
  });

  test.each<[string, number, Change]>([
    ['is dropped once something may become acceptable', 1, { kind: 'signingKeys', id: 'kid' }],
    ['survives a row change that makes nothing acceptable', 0, { kind: 'account', id: toAccountId('acct_2') }],
  ])('%s', async (_name, expected, change) => {
    const count = await readsAfterFill(() => {
      changes.publishLocally([change]);
      return get();
    });
    expect(count).toBe(expected);
  });

  test.each<[string, () => void]>([
    ['a row changed', () => changes.publishLocally([{ kind: 'apiKey', id: toApiKeyId('key_9') }])],
    ['notifications had a gap', () => changes.gap()],
  ])('is not cached when %s during the read', async (_name, between) => {
    const gate = Promise.withResolvers<null>();
    answer = () => gate.promise;
    const early = get();
    between();
    gate.resolve(null);
    await early;
    await get();
    expect(reads).toBe(2);
  });

  test('replaces a cached success', async () => {
    answer = async () => ({ value: 'alice', ids: ['key_1'] });
    await get();
    answer = async () => null;
    changes.gap();
    expect(await get()).toBeNull();
    answer = fail;
    pass(6 * SECOND);
    await expect(get()).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('without the database', () => {
  test.each<[string, () => void]>([
    ['after it was trusted', () => pass(31 * SECOND)],
    ['after a gap', () => changes.gap()],
  ])('a cached result is still valid %s', async (_when, between) => {
    await get();
    between();
    changes.isLive = false;
    answer = fail;
    expect(await get()).toBe('alice');
  });

  test.each<[string, () => void]>([
    [
      'after the operator’s configured time',
      () => {
        changes.canServeStale = false;
      },
    ],
    ['once its row changed', () => changes.publishLocally([{ kind: 'apiKey', id: toApiKeyId('key_1') }])],
  ])('a cached result is no longer valid %s', async (_when, between) => {
    await get();
    between();
    changes.isLive = false;
    answer = fail;
    await expect(get()).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 5 } });
  });

  test('an unknown one is unavailable, not rejected, and is read again', async () => {
    answer = fail;
    await expect(get()).rejects.toMatchObject({ code: 'unavailable', message: 'Service unavailable' });
    answer = async () => ({ value: 'alice', ids: [] });
    expect(await get()).toBe('alice');
  });

  test('an internal error is not mistaken for an outage', async () => {
    await get();
    changes.gap();
    answer = async () => Promise.reject(new Error('fault'));
    await expect(get()).rejects.toThrow('fault');
  });
});
