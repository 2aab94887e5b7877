import { LRUCache } from 'lru-cache';
import type { Change, Changes } from '../changes.ts';
import { AppError } from '../errors.ts';

/** What a look-up found, and the ids of the rows whose change makes it void. */
export type Checked<T> = { readonly value: T; readonly ids: readonly string[] };

export type CheckedCacheOptions = {
  readonly changes: Changes;
  readonly now: () => Date;
  /** True for an error that says the database cannot be asked, as opposed to a fault of the query. */
  readonly isUnavailable: (error: unknown) => boolean;
  /** Kinds of change that can void an entry. */
  readonly kinds: readonly Change['kind'][];
};

/** Answers of the database about credentials, by a digest of the whole credential: never by a part of it. */
export type CheckedCache<T> = {
  /** @throws AppError unavailable when the database is needed, cannot be asked, and nothing recent is known */
  get(digest: string, read: () => Promise<Checked<T> | null>): Promise<T | null>;
};

type Read<T> = () => Promise<Checked<T> | null>;
type Entry<T> = { readonly checked: Checked<T>; readonly checkedAtMs: number; readonly epoch: number };

type State<T> = {
  readonly entries: LRUCache<string, Entry<T>>;
  readonly refusals: LRUCache<string, number>;
  /** Look-ups under way. */
  readonly reading: Map<string, Promise<T | null>>;
  /** Counts changes and gaps: an answer is kept only if none came while it was read. */
  generation: number;
  /** Counts gaps: entries of an earlier epoch are asked for again, but not forgotten. */
  epoch: number;
};

const TRUSTED_MS = 30_000;
/** How long a known credential outlives the database: its operations then fail with their own error, not with 401. */
const TRUSTED_WITHOUT_DATABASE_MS = 5 * 60_000;
const REFUSAL_TRUSTED_MS = 5_000;
const RETRY_AFTER_SECONDS = 5;
const ENTRIES_MAX = 10_000;
const REFUSALS_MAX = 1_000;
/** The epoch of answers that were read while notifications could be missed. */
const NEVER_TRUSTED = -1;

export function createCheckedCache<T>(options: CheckedCacheOptions): CheckedCache<T> {
  const state: State<T> = {
    entries: new LRUCache({ max: ENTRIES_MAX }),
    refusals: new LRUCache({ max: REFUSALS_MAX }),
    reading: new Map(),
    generation: 0,
    epoch: 0,
  };
  options.changes.subscribe((change) => {
    if (options.kinds.includes(change.kind)) forgetRow(state, change.id);
  });
  options.changes.onGap(() => {
    forgetReads(state);
    state.epoch += 1;
  });
  return {
    async get(digest, read) {
      const entry = state.entries.get(digest);
      if (entry && isTrusted(options, state, entry)) return entry.checked.value;
      if (!entry && isRefused(options, state, digest)) return null;
      return readOnce(options, state, digest, read);
    },
  };
}

function forgetRow<T>(state: State<T>, id: string): void {
  forgetReads(state);
  for (const [digest, { checked }] of state.entries.entries()) {
    if (checked.ids.includes(id)) state.entries.delete(digest);
  }
}

// Whoever asks from now on must not be given what was read before.
function forgetReads<T>(state: State<T>): void {
  state.generation += 1;
  state.reading.clear();
  state.refusals.clear();
}

const ageMs = (options: CheckedCacheOptions, sinceMs: number): number => options.now().getTime() - sinceMs;

const isTrusted = <T>(options: CheckedCacheOptions, state: State<T>, entry: Entry<T>): boolean =>
  options.changes.isLive() && entry.epoch === state.epoch && ageMs(options, entry.checkedAtMs) < TRUSTED_MS;

const isRefused = <T>(options: CheckedCacheOptions, state: State<T>, digest: string): boolean => {
  const refusedAtMs = state.refusals.get(digest);
  return refusedAtMs !== undefined && ageMs(options, refusedAtMs) < REFUSAL_TRUSTED_MS;
};

/** Reads once however many ask at the same time. */
function readOnce<T>(options: CheckedCacheOptions, state: State<T>, digest: string, read: Read<T>): Promise<T | null> {
  const running = state.reading.get(digest);
  if (running) return running;
  const started = readAndKeep(options, state, digest, read)
    .catch((error: unknown) => withoutDatabase(options, state, digest, error))
    .finally(() => {
      if (state.reading.get(digest) === started) state.reading.delete(digest);
    });
  state.reading.set(digest, started);
  return started;
}

async function readAndKeep<T>(
  options: CheckedCacheOptions,
  state: State<T>,
  digest: string,
  read: Read<T>,
): Promise<T | null> {
  const { generation } = state;
  const epoch = options.changes.isLive() ? state.epoch : NEVER_TRUSTED;
  const checkedAtMs = options.now().getTime();
  const checked = await read();
  if (generation !== state.generation) return checked?.value ?? null;
  if (checked) state.entries.set(digest, { checked, checkedAtMs, epoch });
  else {
    state.entries.delete(digest);
    state.refusals.set(digest, checkedAtMs);
  }
  return checked?.value ?? null;
}

function withoutDatabase<T>(options: CheckedCacheOptions, state: State<T>, digest: string, error: unknown): T {
  if (!options.isUnavailable(error)) throw error;
  const entry = state.entries.get(digest);
  if (entry && ageMs(options, entry.checkedAtMs) < TRUSTED_WITHOUT_DATABASE_MS) return entry.checked.value;
  throw new AppError('unavailable', 'Service unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS }, error);
}
