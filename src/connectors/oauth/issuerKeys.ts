import { LRUCache } from 'lru-cache';
import { AppError } from '../../core/errors.ts';
import { isRecord, readJson } from '../../core/lib/json.ts';
import type { IssuerKeys, KeySource } from '../../core/machines/issuerKeys.ts';
import { type PublicJwk, toPublicJwk } from '../../core/machines/publicKeys.ts';
import { createEgress } from '../egress/egress.ts';
import { EgressError } from '../egress/error.ts';
import { type EgressOptions, PROVIDER_BYTES_MAX } from '../egress/types.ts';

const READ_TIMEOUT_MS = 5_000;
const TRUSTED_MS = 10 * 60_000;
/** How long old keys are used when they cannot be read again. */
const STANDS_IN_MS = 60 * 60_000;
/** How often a source is asked again at most, for JWTs with an unknown key and for a provider that does not answer. */
const AGAIN_MS = 30_000;
const SOURCES_MAX = 500;
const KEYS_MAX = 100;

type KnownKeys = {
  /** Null before the first answer. */
  keys: readonly PublicJwk[] | null;
  readAtMs: number;
  askedAtMs: number;
  asking: Promise<void> | null;
};

/**
 * Keys of identity providers. People of accounts name their addresses: allowed is what the operator allows accounts'
 * servers to reach, and nothing else. Kept for ten minutes, of 500 sources.
 * `test/oauth/trustedIssuers.test.ts` tears it down.
 */
export function createIssuerKeys({ now = Date.now, ...options }: EgressOptions & { readonly now?: () => number }) {
  const egress = createEgress(options);
  const sources = new LRUCache<string, KnownKeys>({ max: SOURCES_MAX });

  async function ask({ url, accountId }: KeySource, known: KnownKeys): Promise<void> {
    known.askedAtMs = now();
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const headers = { accept: 'application/jwk-set+json, application/json' };
    const asking = egress.request({ url, accountId, headers, maxBytes: PROVIDER_BYTES_MAX, signal });
    const answer = await asking.catch(failed);
    const keys = answer?.status === 200 ? keysIn(readJson(answer.body)) : null;
    if (keys) Object.assign(known, { keys, readAtMs: now() });
  }

  const keys: IssuerKeys & { close(): Promise<void> } = {
    async read(source, { isStale = false } = { isStale: false }) {
      const key = JSON.stringify([source.accountId, source.url]);
      const known = sources.get(key) ?? {
        keys: null,
        readAtMs: Number.NEGATIVE_INFINITY,
        askedAtMs: Number.NEGATIVE_INFINITY,
        asking: null,
      };
      sources.set(key, known);
      const isOld = isStale || now() - known.readAtMs >= TRUSTED_MS;
      if (isOld && now() - known.askedAtMs >= AGAIN_MS) {
        known.asking ??= ask(source, known).finally(() => {
          known.asking = null;
        });
      }
      await known.asking;
      if (!known.keys || now() - known.readAtMs >= STANDS_IN_MS) throw unreadable();
      return known.keys;
    },
    close: () => egress.close(),
  };
  return keys;
}

/** One message for all failures, so that nobody learns what answers at an address. */
function failed(error: unknown): null {
  if (error instanceof EgressError) return null;
  throw error;
}

function keysIn(document: unknown): readonly PublicJwk[] | null {
  const listed = isRecord(document) ? document['keys'] : null;
  if (!Array.isArray(listed)) return null;
  return listed
    .slice(0, KEYS_MAX)
    .map(toPublicJwk)
    .filter((key) => key !== null);
}

const unreadable = (): AppError =>
  new AppError('unavailable', 'The keys of the identity provider cannot be read', {
    retryAfterSeconds: AGAIN_MS / 1_000,
  });
