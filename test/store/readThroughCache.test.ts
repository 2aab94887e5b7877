import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/core/kernel/changes.ts';
import { newStackServerId, type StackId, toAccountId, toEndpointId, toStackId } from '../../src/core/kernel/ids.ts';
import { snapshotKeyOf } from '../../src/core/snapshots/readSnapshot.ts';
import type { StackSnapshot } from '../../src/core/snapshots/snapshot.ts';
import { createReadThroughCache } from '../../src/store/readThroughCache.ts';

const STACK = toStackId('stack_1');
const BYTES_MAX = 100;

function snapshotOf(version: number): StackSnapshot {
  const memo = <T>(_key: string, build: () => T): T => build();
  return {
    stackId: STACK,
    accountId: toAccountId('acct_1'),
    version,
    recordsCalls: false,
    stackVersion: null,
    contents: null,
    policies: null,
    servers: [],
    tools: new Map(),
    removed: new Map(),
    skills: [],
    memo,
  };
}

/** The change listener of the cache, driven by the test. */
function drivenChanges() {
  const listeners: ((change: Change) => void)[] = [];
  const gapListeners: (() => void)[] = [];
  const changes = {
    isLive: true,
    isAnswering: true,
    canServeStale: true,
    subscribe: (listener: (change: Change) => void) => void listeners.push(listener),
    onMissedEvents: (listener: () => void) => void gapListeners.push(listener),
    publishLocally: (all: readonly Change[]) => {
      for (const change of all) for (const listener of listeners) listener(change);
    },
    announce: () => undefined,
    origin: () => 'this instance',
    resetInstanceId: () => undefined,
  };
  return {
    changes,
    setLive: (value: boolean) => {
      changes.isLive = value;
    },
    gap: () => {
      for (const listener of gapListeners) listener();
    },
  };
}

function setUp() {
  const driven = drivenChanges();
  const cache = createReadThroughCache<StackSnapshot>({
    name: 'snapshots',
    changes: driven.changes,
    meter: null,
    bytesMax: BYTES_MAX,
    bytesOf: ({ version }) => version,
    keyOf: snapshotKeyOf,
  });
  const change = (id: StackId, kind: 'stackDeleted' | 'stackSettings' | 'tools' = 'tools') =>
    driven.changes.publishLocally([{ kind, id }]);
  return { ...driven, cache, change };
}

const down = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));

describe('a read-through cache', () => {
  it('reads once for concurrent callers', async () => {
    const { cache } = setUp();
    let reads = 0;
    const read = async () => snapshotOf(++reads);
    const all = await Promise.all(Array.from({ length: 50 }, () => cache.load(STACK, read)));
    expect({ reads, versions: new Set(all.map(({ version }) => version)) }).toEqual({
      reads: 1,
      versions: new Set([1]),
    });
    expect(cache.get(STACK)?.version).toBe(1);
  });

  const drops = [
    { label: 'its stack changes', act: ({ change }: ReturnType<typeof setUp>) => change(STACK), isCached: false },
    {
      label: 'its settings change',
      act: ({ change }: ReturnType<typeof setUp>) => change(STACK, 'stackSettings'),
      isCached: false,
    },
    {
      label: 'its stack is deleted',
      act: ({ change }: ReturnType<typeof setUp>) => change(STACK, 'stackDeleted'),
      isCached: false,
    },
    {
      label: 'something of that id that is no stack changes',
      act: ({ changes }: ReturnType<typeof setUp>) =>
        changes.publishLocally([{ kind: 'endpoint', id: toEndpointId('stack_1') }]),
      isCached: true,
    },
    {
      label: 'credentials in it change',
      act: ({ changes }: ReturnType<typeof setUp>) =>
        changes.publishLocally([{ kind: 'credentials', id: newStackServerId(), endUser: '' }]),
      isCached: true,
    },
    {
      label: 'another stack changes',
      act: ({ change }: ReturnType<typeof setUp>) => change(toStackId('stack_2')),
      isCached: true,
    },
    { label: 'notifications had a gap', act: ({ gap }: ReturnType<typeof setUp>) => gap(), isCached: false },
    {
      label: 'notifications do not flow',
      act: ({ setLive }: ReturnType<typeof setUp>) => setLive(false),
      isCached: false,
    },
  ];
  it.each(drops)('serves an entry after $label: $isCached', async ({ act, isCached }) => {
    const it = setUp();
    await it.cache.load(STACK, async () => snapshotOf(1));
    act(it);
    expect(it.cache.get(STACK) !== undefined).toBe(isCached);
  });

  it('does not cache a read during a stack change, or return it to later callers', async () => {
    const { cache, change } = setUp();
    const old = Promise.withResolvers<StackSnapshot>();
    const before = cache.load(STACK, () => old.promise);
    change(STACK);
    const after = cache.load(STACK, async () => snapshotOf(2));
    old.resolve(snapshotOf(1));
    expect([(await before).version, (await after).version]).toEqual([1, 2]);
    expect(cache.get(STACK)?.version).toBe(2);
  });

  it('does not refuse one caller because of another’s refusal', async () => {
    const { cache } = setUp();
    const stranger = cache.load(STACK, () => Promise.reject(new Error('not found')));
    const owner = cache.load(STACK, async () => snapshotOf(1));
    await expect(stranger).rejects.toThrow('not found');
    expect((await owner).version).toBe(1);
  });

  it('reads again after a failure', async () => {
    const { cache } = setUp();
    await expect(cache.load(STACK, down)).rejects.toThrow('connect');
    expect((await cache.load(STACK, async () => snapshotOf(1))).version).toBe(1);
  });

  it('keeps recently used entries within its byte limit, and none larger than that', async () => {
    const { cache } = setUp();
    // A version represents this many bytes.
    const fill = (stackId: StackId, bytes: number) => cache.load(stackId, async () => snapshotOf(bytes));
    await fill(toStackId('a'), 60);
    await fill(toStackId('b'), 40);
    cache.get('a');
    await fill(toStackId('c'), 30);
    const held = () => ['a', 'b', 'c', 'd'].filter((stackId) => cache.get(stackId));
    expect([held(), cache.bytes()]).toEqual([['a', 'c'], 90]);
    expect((await fill(toStackId('d'), BYTES_MAX + 1)).version).toBe(BYTES_MAX + 1);
    expect([held(), cache.bytes()]).toEqual([['a', 'c'], 90]);
  });

  it('drops the versions of a stack with the stack, also one that is being read', async () => {
    const { cache, change } = setUp();
    const load = (number: number, read = async () => snapshotOf(number)) =>
      cache.load(`${STACK} ${number}`, read, STACK);
    const { promise, resolve } = Promise.withResolvers<StackSnapshot>();
    await load(1);
    const reading = load(2, () => promise);
    await cache.load('stack_2 1', async () => snapshotOf(3), 'stack_2');
    change(STACK);
    resolve(snapshotOf(2));
    await reading;
    expect(['stack_1 1', 'stack_1 2', 'stack_2 1'].map((key) => cache.get(key)?.version)).toEqual([
      undefined,
      undefined,
      3,
    ]);
    await load(1);
    change(STACK);
    expect(cache.get('stack_1 1')).toBeUndefined();
  });

  it('serves the last snapshot only while the database is down', async () => {
    const { cache, setLive } = setUp();
    await cache.load(STACK, async () => snapshotOf(1));
    setLive(false);
    expect((await cache.load(STACK, down)).version).toBe(1);
    await expect(cache.load(STACK, () => Promise.reject(new Error('not found')))).rejects.toThrow('not found');
    expect((await cache.load(STACK, async () => snapshotOf(2))).version).toBe(2);
    expect((await cache.load(STACK, down)).version).toBe(2);
  });
});
