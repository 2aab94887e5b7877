import { LRUCache } from 'lru-cache';
import { AppError } from '../../core/lib/errors.ts';
import { isRecord, readJson } from '../../core/lib/json.ts';
import { lruOptions } from '../../core/lib/lru.ts';
import type { IssuerKeys, KeySource, ReadingKeys } from '../../core/machines/issuerKeys.ts';
import { type PublicJwk, toPublicJwk } from '../../core/machines/publicKeys.ts';
import { isSafeOAuthUrl } from '../../core/servers/oauth2.ts';
import { createEgress } from '../egress/egress.ts';
import { EgressError } from '../egress/error.ts';
import { type EgressOptions, PROVIDER_BYTES_MAX } from '../egress/types.ts';

const READ_TIMEOUT_MS = 5_000;
const TRUSTED_MS = 10 * 60_000;
/** How long old keys are used when they cannot be reread. */
const STANDS_IN_MS = 60 * 60_000;
/** Minimum interval between fetches of a source, for JWTs with an unknown key and for an unresponsive provider. */
const AGAIN_MS = 30_000;
/** Maximum sources with a remembered fetch time, so that a failing source is not fetched again immediately. */
const ASKED_MAX = 10_000;
/** Maximum bytes of cached responses, and the overhead counted for each. A set without keys has only eleven bytes. */
const [KNOWN_BYTES_MAX, KNOWN_BYTES] = [32 * 1_024 * 1_024, 1_024];
const KEYS_MAX = 100;

type KnownKeys = { readonly keys: readonly PublicJwk[]; readonly readAtMs: number; readonly bytes: number };
type LastFetch = { atMs: number; asking: Promise<void> | null };

/**
 * Cache of identity providers' keys. Users of accounts enter their addresses, so only addresses that the operator
 * allows for accounts' servers are reachable. Keys are cached for ten minutes. Each source is requested at most once in
 * half a minute, regardless of its response. Tested by `test/connectors/oauth/issuerKeys.test.ts`.
 */
export function createIssuerKeys({ now = Date.now, ...options }: EgressOptions & { readonly now?: () => number }) {
  const egress = createEgress(options);
  const sizeCalculation = ({ bytes }: KnownKeys): number => KNOWN_BYTES + bytes;
  const knownBy = new LRUCache<string, KnownKeys>({ maxSize: KNOWN_BYTES_MAX, sizeCalculation });
  const lastFetches = new LRUCache<string, LastFetch>(lruOptions(ASKED_MAX));

  async function ask(key: string, { issuer, url, accountId }: KeySource): Promise<void> {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const headers = { accept: 'application/jwk-set+json, application/json' };
    const read: ReadDocument = async (address, isIndirect = false) => {
      const how = { accountId, headers, isIndirect, maxBytes: PROVIDER_BYTES_MAX, signal };
      const answer = await egress.request({ url: address, ...how }).catch((error) => {
        if (error instanceof EgressError) return null;
        throw error;
      });
      return answer?.status === 200 ? { document: readJson(answer.body), bytes: answer.body.length } : null;
    };
    const address = url ?? (await discovered(read, issuer));
    const isIndirect = url === null && address !== null && !(URL.parse(address)?.origin === URL.parse(issuer)?.origin);
    const answer = address === null ? null : await read(address, isIndirect);
    const keys = answer && keysIn(answer.document);
    if (answer && keys) knownBy.set(key, { keys, readAtMs: now(), bytes: answer.bytes });
  }

  /** Requests a source unless it was requested recently; errors thrown by `admit` reach only the caller itself. */
  async function refresh(key: string, source: KeySource, { admit }: ReadingKeys): Promise<void> {
    const lastFetch = lastFetches.get(key) ?? { atMs: Number.NEGATIVE_INFINITY, asking: null };
    lastFetches.set(key, lastFetch);
    if (lastFetch.asking) return lastFetch.asking;
    if (now() - lastFetch.atMs < AGAIN_MS) return;
    const asking = (async () => {
      await admit?.();
      lastFetch.atMs = now();
      await ask(key, source);
    })();
    lastFetch.asking = asking
      .catch(() => undefined)
      .finally(() => {
        lastFetch.asking = null;
      });
    await asking;
  }

  const keys: IssuerKeys & { close(): Promise<void> } = {
    async read(source, reading = {}) {
      const key = JSON.stringify([source.accountId, source.url ?? { issuer: source.issuer }]);
      const before = knownBy.get(key);
      if (reading.isStale || !before || now() - before.readAtMs >= TRUSTED_MS) await refresh(key, source, reading);
      const known = knownBy.get(key);
      if (!known || now() - known.readAtMs >= STANDS_IN_MS)
        throw new AppError('unavailable', 'The keys of the identity provider are unavailable', {
          retryAfterSeconds: AGAIN_MS / 1_000,
        });
      return known.keys;
    },
    close: () => egress.close(),
  };
  return keys;
}

/** Reads a JSON document; null if there is none. */
type ReadDocument = (
  url: string,
  isIndirect?: boolean,
) => Promise<{ readonly document: unknown; readonly bytes: number } | null>;

/**
 * Finds an issuer's key address in its OpenID provider metadata, or otherwise in its authorization server metadata,
 * which must name that issuer (RFC 8414, section 3.3). Null if neither has one.
 */
async function discovered(read: ReadDocument, issuer: string): Promise<string | null> {
  const base = URL.parse(issuer);
  if (!base) return null;
  const path = base.pathname.replace(/\/$/, '');
  const places = [`${path}/.well-known/openid-configuration`, `/.well-known/oauth-authorization-server${path}`];
  for (const place of places) {
    // The path is set, not resolved: a path that begins with two slashes would name another host.
    const address = new URL(base.origin);
    address.pathname = place;
    const metadata = (await read(address.href))?.document;
    const url = isRecord(metadata) && metadata['issuer'] === issuer ? metadata['jwks_uri'] : null;
    if (typeof url === 'string' && isSafeOAuthUrl(url)) return url;
  }
  return null;
}

function keysIn(document: unknown): readonly PublicJwk[] | null {
  const listed = isRecord(document) ? document['keys'] : null;
  if (!Array.isArray(listed)) return null;
  return listed
    .slice(0, KEYS_MAX)
    .map(toPublicJwk)
    .filter((key) => key !== null);
}
