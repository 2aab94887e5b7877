import { LRUCache } from 'lru-cache';
import { asDatabaseUnavailable, DatabaseUnavailable } from '../lib/databaseFault.ts';
import { lruOptions } from '../lib/lru.ts';
import { sha256Text } from '../lib/sha256.ts';
import type { Background } from './background.ts';
import type { Change, Changes } from './changes.ts';
import type { Deps } from './context.ts';
import { readWithTimeout } from './timeouts.ts';

/** A value read from the database, and the ids of the rows whose change invalidates it. */
export type CheckedLookup<T> = { readonly value: T; readonly ids: readonly string[] };

/** A cache's name, and the changes that invalidate its entries. */
export type CheckedCacheOptions = {
  readonly name: CacheName;
  readonly changes: Changes;
  readonly meter: { cacheRead(cache: CacheName): void } | null;
  readonly now: () => Date;
  /** Kinds of change that invalidate the entries of their row; other entries stay. */
  readonly kinds: readonly Change['kind'][];
  /** Kinds of change after which a previously refused credential may be accepted. */
  readonly acceptingKinds?: readonly Change['kind'][];
};

/** Dependencies of the authenticators of keys, sessions and tokens. */
export type AuthenticatorOptions = Pick<Deps, 'db' | 'changes' | 'now' | 'background' | 'meter' | 'refusals'>;

/**
 * Caches the database's records of credentials. The key is a digest of the whole credential, so that part of a
 * credential finds nothing.
 */
export type CheckedCache<T> = {
  /** The cached value if it is current; null if `get` is needed. */
  known(digest: string): T | null;
  /**
   * @throws AppError unavailable when the database is needed but does not respond and the cached value is not allowed
   */
  get(digest: string, read: () => Promise<CheckedLookup<T> | null>): Promise<T | null>;
};

type Read<T> = () => Promise<CheckedLookup<T> | null>;
type Entry<T> = { readonly checked: CheckedLookup<T>; readonly checkedAtMs: number; readonly epoch: number };

type State<T> = {
  readonly entries: LRUCache<string, Entry<T>>;
  readonly refusals: LRUCache<string, number>;
  /** Running queries that began after the last change, which callers may share. */
  readonly shared: Map<string, Promise<T | null>>;
  /** For each running query, the rows that changed since it began, so its result may be outdated. */
  readonly running: Set<Set<string>>;
  /**
   * Number of interruptions of the change stream. Entries of an earlier epoch are read again, but kept in case the
   * database is unavailable.
   */
  epoch: number;
};

const TRUSTED_MS = 30_000;
const REFUSAL_TRUSTED_MS = 5_000;
const ENTRIES_MAX = 10_000;
const REFUSALS_MAX = 1_000;
/** Means every row in a set of changed rows. */
const ANY_ROW = '';
/** The epoch of values read while changes could be missed. */
const NEVER_TRUSTED = -1;

/** Caches answers until a change invalidates their row. Tested by `test/core/kernel/checkedCache.test.ts`. */
export function createCheckedCache<T>(options: CheckedCacheOptions): CheckedCache<T> {
  const state: State<T> = {
    entries: new LRUCache(lruOptions(ENTRIES_MAX)),
    refusals: new LRUCache(lruOptions(REFUSALS_MAX)),
    shared: new Map(),
    running: new Set(),
    epoch: 0,
  };
  const { kinds, acceptingKinds = [] } = options;
  options.changes.subscribe(({ kind, id }) => {
    if (kinds.includes(kind)) {
      for (const changed of state.running) changed.add(id);
      // A caller that arrives after the change must not get an answer from before it.
      state.shared.clear();
      for (const [digest, { checked }] of state.entries.entries())
        if (checked.ids.includes(id)) state.entries.delete(digest);
    }
    if (acceptingKinds.includes(kind)) forgetRefusals(state);
  });
  options.changes.onMissedEvents(() => {
    forgetRefusals(state);
    state.epoch += 1;
  });
  const known = (digest: string): T | null => {
    const entry = state.entries.get(digest);
    if (entry?.epoch !== state.epoch || !options.changes.isLive) return null;
    return options.now().getTime() - entry.checkedAtMs < TRUSTED_MS ? entry.checked.value : null;
  };
  return {
    known,
    async get(digest, read) {
      const value = known(digest);
      if (value !== null) return value;
      const refusedAtMs = state.entries.has(digest) ? undefined : state.refusals.get(digest);
      if (refusedAtMs !== undefined && options.now().getTime() - refusedAtMs < REFUSAL_TRUSTED_MS) return null;
      return readOnce(options, state, digest, read);
    },
  };
}

function forgetRefusals<T>(state: State<T>): void {
  for (const changed of state.running) changed.add(ANY_ROW);
  state.shared.clear();
  state.refusals.clear();
}

/** Reads a value; concurrent callers share one query. */
function readOnce<T>(options: CheckedCacheOptions, state: State<T>, digest: string, read: Read<T>): Promise<T | null> {
  const shared = state.shared.get(digest);
  if (shared) return shared;
  options.meter?.cacheRead(options.name);
  const changed = new Set<string>();
  state.running.add(changed);
  const answer = readAndKeep(options, state, { digest, read, changed })
    .catch((error: unknown) => {
      const unavailable = asDatabaseUnavailable(error);
      if (!(unavailable instanceof DatabaseUnavailable)) throw error;
      const entry = state.entries.get(digest);
      if (entry && options.changes.canServeStale) return entry.checked.value;
      throw unavailable;
    })
    .finally(() => {
      state.running.delete(changed);
      if (state.shared.get(digest) === answer) state.shared.delete(digest);
    });
  state.shared.set(digest, answer);
  return answer;
}

type CacheRead<T> = { readonly digest: string; readonly read: Read<T>; readonly changed: ReadonlySet<string> };

async function readAndKeep<T>(
  options: CheckedCacheOptions,
  state: State<T>,
  { digest, read, changed }: CacheRead<T>,
): Promise<T | null> {
  const epoch = options.changes.isLive ? state.epoch : NEVER_TRUSTED;
  const checkedAtMs = options.now().getTime();
  const checked = await readWithTimeout(options.changes, read);
  if (checked) {
    const isStale = changed.has(ANY_ROW) || checked.ids.some((id) => changed.has(id));
    if (!isStale) state.entries.set(digest, { checked, checkedAtMs, epoch });
    return checked.value;
  }
  // A refusal belongs to no row, so any change invalidates it.
  if (changed.size > 0) return null;
  state.entries.delete(digest);
  state.refusals.set(digest, checkedAtMs);
  return null;
}

const DIGESTS_MAX = 10_000;
const DIGESTS_MS = 30_000;

/**
 * Looks values up by a credential's SHA-256 in hex. Computing a digest costs as much as all other checks of a request,
 * so digests are cached: at most 10,000, for up to half a minute. Only credentials that `find` knows are cached.
 */
export function byDigest<T>(find: (digest: string) => T | null): (text: string) => T | null {
  const digests = new Map<string, string>();
  return (text) => {
    const known = digests.get(text);
    if (known !== undefined) return find(known);
    const digest = sha256Text(text, 'hex');
    const value = find(digest);
    if (value === null) return null;
    if (digests.size >= DIGESTS_MAX) digests.clear();
    if (digests.size === 0) setTimeout(() => digests.clear(), DIGESTS_MS).unref();
    // Copy the text, since a substring would keep the whole header in memory.
    digests.set(Buffer.from(text).toString(), digest);
    return value;
  };
}

const NOTED_EVERY_MS = 60_000;
const NOTED_MAX = 10_000;

/** The options of `createLastUse`. */
type LastUseOptions<Id extends string> = {
  readonly now: () => Date;
  readonly background: Background;
  /** The task's name in the log; `write` stores the time for an id. */
  readonly task: string;
  readonly write: (id: Id, at: Date) => Promise<unknown>;
};

/**
 * Records when a credential was last used, in the background and at most once a minute, since a write per request would
 * cost more than the request.
 */
export function createLastUse<Id extends string>({
  now,
  background,
  task,
  write,
}: LastUseOptions<Id>): (id: Id) => void {
  const notedAtMs = new LRUCache<Id, number>(lruOptions(NOTED_MAX));
  return (id) => {
    const at = now();
    if (at.getTime() - (notedAtMs.get(id) ?? 0) < NOTED_EVERY_MS) return;
    notedAtMs.set(id, at.getTime());
    background.run(task, () => write(id, at));
  };
}

/** Caches of database rows. */
export type CacheName = 'snapshots' | 'credentials' | 'api_keys' | 'stack_tokens' | 'sessions';
