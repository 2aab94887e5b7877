import { importJWK } from 'jose';
import type { CheckedCacheOptions } from '../kernel/checkedCache.ts';
import type { Db } from '../kernel/context.ts';
import { isDatabaseUnavailable } from '../lib/databaseFault.ts';
import { readPublishedKeys, SIGNING_ALGORITHM } from './signingKey.ts';

/** The public keys that verify stack tokens, in memory. Tested by `test/core/endpoints/tokenRecords.test.ts`. */
export type VerificationKeys = {
  /**
   * The public key with that id, or null. Unknown ids cost at most one query in five seconds, regardless of their
   * number.
   */
  find(kid: string): Promise<CryptoKey | null>;
};

type Loaded = { readonly keys: ReadonlyMap<string, CryptoKey>; readonly atMs: number; readonly generation: number };
type Options = Pick<CheckedCacheOptions, 'changes' | 'now'> & { readonly db: Db };

const TRUSTED_MS = 5 * 60_000;
const UNKNOWN_KEY_LOOKUP_MS = 5_000;

/** Caches the verification keys. Reads them again after five minutes, and immediately when they change. */
export function createVerificationKeys({ db, changes, now }: Options): VerificationKeys {
  const loader = createLoader({ db, changes, now });
  const isOlderThan = (loaded: Loaded, ageMs: number): boolean => now().getTime() - loaded.atMs >= ageMs;

  /** Reloads the keys. Returns `known` if the database is down, which is safe: a token also needs a valid record. */
  const reloadOr = (known: Loaded): Promise<Loaded> =>
    loader.load().catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) return known;
      throw error;
    });

  return {
    async find(kid) {
      let known = loader.last() ?? (await loader.load());
      if (!loader.isCurrent(known) || isOlderThan(known, TRUSTED_MS)) known = await reloadOr(known);
      if (!known.keys.has(kid) && isOlderThan(known, UNKNOWN_KEY_LOOKUP_MS)) known = await reloadOr(known);
      return known.keys.get(kid) ?? null;
    },
  };
}

type Loader = {
  /** The keys as last read, however old; null before the first read. */
  last(): Loaded | null;
  /** False if the keys changed, or may have changed, since they were read. */
  isCurrent(loaded: Loaded): boolean;
  /** Reads the keys; concurrent callers share one query. */
  load(): Promise<Loaded>;
};

function createLoader({ db, changes, now }: Options): Loader {
  let loaded: Loaded | null = null;
  let loading: Promise<Loaded> | null = null;
  let generation = 0;
  const forget = (): void => {
    generation += 1;
    loading = null;
  };
  changes.subscribe((change) => {
    if (change.kind === 'signingKeys') forget();
  });
  changes.onMissedEvents(forget);

  async function read(): Promise<Loaded> {
    const started = { atMs: now().getTime(), generation };
    const published = await readPublishedKeys(db, now());
    const keys = published.map(async (jwk) => [jwk.kid, await importJWK(jwk, SIGNING_ALGORITHM)] as const);
    loaded = { ...started, keys: new Map(await Promise.all(keys)) };
    return loaded;
  }

  return {
    last: () => loaded,
    isCurrent: (loaded) => loaded.generation === generation,
    load() {
      const running = loading ?? read();
      loading = running;
      const end = (): void => {
        if (loading === running) loading = null;
      };
      running.then(end, end);
      return running;
    },
  };
}
