import type { ApiKeyActor } from '../kernel/actor.ts';
import {
  type AuthenticatorOptions,
  byDigest,
  type CheckedLookup,
  createCheckedCache,
  createLastUse,
} from '../kernel/checkedCache.ts';
import type { Ctx } from '../kernel/context.ts';
import type { ApiKeyId } from '../kernel/ids.ts';
import { grantedScopes, roleOfKey, toRole } from '../kernel/roles.ts';
import { stackRolesIn } from '../kernel/stackRoles.ts';
import { hasFewerRights, stackRolesOfKey } from '../kernel/storedRole.ts';
import type { Network } from '../lib/networks.ts';
import { isWithin, parseNetworks } from '../lib/networks.ts';
import { sha256Text } from '../lib/sha256.ts';
import { limitsOf } from './account.ts';
import { hashApiKey, isWellFormedApiKey } from './keyFormat.ts';

/** Finds the actor behind an API key. Attack tests: `test/core/accounts/authenticate.test.ts`. */
export type ApiKeyAuthenticator = {
  /**
   * Resolves a key sent from the network address `from` to its actor. Null if the key is malformed, unknown, revoked,
   * expired or restricted to other networks, or exceeds its person's current rights.
   * @throws AppError unavailable when the database is down and cached data may not be used
   */
  authenticate(text: string, from?: string): Promise<ApiKeyActor | null>;
  /**
   * As `authenticate`, but only from the cache. Also null if a database read is needed, and for keys restricted to
   * networks.
   */
  known(text: string): ApiKeyActor | null;
};

/** Maximum characters of a key. Longer text is refused without computing a digest. */
const KEY_LENGTH_MAX = 64;

type KnownKey = {
  readonly actor: ApiKeyActor;
  readonly expiresAt: Date | null;
  /** Null for a key that may be sent from anywhere. */
  readonly networks: readonly Network[] | null;
};

/** Creates the authenticator, once per process. Known keys stay in memory until a change invalidates them. */
export function createApiKeyAuthenticator(options: AuthenticatorOptions): ApiKeyAuthenticator {
  const { db, now } = options;
  const cache = createCheckedCache<KnownKey>({ ...options, name: 'api_keys', kinds: ['apiKey', 'account', 'user'] });
  const noteUse = createLastUse({
    ...options,
    task: 'note the last use of an API key',
    write: (id: ApiKeyId, lastUsedAt) => db.apiKey.updateMany({ where: { id }, data: { lastUsedAt } }),
  });
  const findCached = byDigest(cache.known);
  // Checked outside the cache, whose entries depend only on the key, not on where it was sent.
  const actorOf = (known: KnownKey | null, from = ''): ApiKeyActor | null => {
    if (!known || isExpired(known, now())) return null;
    if (known.networks !== null && !isWithin(from, known.networks)) return null;
    noteUse(known.actor.keyId);
    return known.actor;
  };
  const known: ApiKeyAuthenticator['known'] = (text) =>
    text.length > KEY_LENGTH_MAX ? null : actorOf(findCached(text));
  return {
    known,
    async authenticate(text, from) {
      const actor = known(text);
      if (actor || text.length > KEY_LENGTH_MAX || !isWellFormedApiKey(text)) return actor;
      return actorOf(
        await cache.get(sha256Text(text, 'hex'), () => readKey(options, { hash: hashApiKey(text) })),
        from,
      );
    },
  };
}

const isExpired = ({ expiresAt }: KnownKey, at: Date): boolean => expiresAt !== null && expiresAt <= at;

/** The actor of a key by its id, with its current rights; null once it has ended. Networks are not checked. */
export async function findKeyActor(ctx: KeyReading & Pick<Ctx, 'now'>, id: ApiKeyId): Promise<ApiKeyActor | null> {
  const key = (await readKey(ctx, { id }))?.value;
  return key && !isExpired(key, ctx.now()) ? key.actor : null;
}

type KeyReading = Pick<AuthenticatorOptions, 'db' | 'refusals'>;

async function readKey(
  { db, refusals }: KeyReading,
  where: { readonly hash: Uint8Array<ArrayBuffer> } | { readonly id: ApiKeyId },
): Promise<CheckedLookup<KnownKey> | null> {
  const include = {
    account: { select: { rateLimits: true } },
    user: { select: { id: true, role: true, stackRoles: true } },
  };
  const row = await db.apiKey.findUnique({ where, include });
  if (row?.revokedAt) {
    refusals.note({ reason: 'revoked_credential', subject: row.id, accountId: row.accountId });
  }
  if (!row || row.revokedAt || (row.user && hasFewerRights(toRole(row.user.role), roleOfKey(row)))) return null;
  const { tools, callsMax, expiresAt } = row;
  const actor: ApiKeyActor = {
    kind: 'apiKey',
    accountId: row.accountId,
    keyId: row.id,
    role: roleOfKey(row),
    ...stackRolesIn(stackRolesOfKey(row, row.user)),
    ...grantedScopes(row.scopes),
    ...((tools.length > 0 || callsMax !== null) && { reach: { tools, callsMax, attenuations: [] } }),
    ...(row.networks.length > 0 && { networks: row.networks }),
    // Omit the expiry of a login key: credentials that it creates belong to its person and may outlive the login.
    ...(expiresAt && row.userId === null && { expiresAt }),
    limits: limitsOf(row.account.rateLimits),
  };
  const networks = row.networks.length === 0 ? null : parseNetworks(row.networks);
  return {
    value: { actor, expiresAt, networks },
    ids: [row.id, row.accountId, ...(row.user ? [row.user.id] : [])],
  };
}
