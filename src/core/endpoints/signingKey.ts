import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import { z } from 'zod';
import type { Prisma, SigningKey } from '../../generated/prisma/client.ts';
import { OPERATOR_CHAIN } from '../kernel/audit/audit.ts';
import type { Ctx, Db, Tx } from '../kernel/context.ts';
import { requireOperator } from '../kernel/scope.ts';
import type { Binding, Vault } from '../kernel/vault/vault.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';

/**
 * The only algorithm of stack tokens: Ed25519 (RFC 8037). It is never read from a token or key, which could choose a
 * weaker one.
 */
export const SIGNING_ALGORITHM = 'EdDSA';

const publicJwkSchema = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() });
const privateJwkSchema = publicJwkSchema.extend({ d: z.string() });

/** A public key as published at `/.well-known/jwks.json` (RFC 7517). */
type PublishedJwk = z.infer<typeof publicJwkSchema> & {
  readonly kid: string;
  readonly alg: typeof SIGNING_ALGORITHM;
  readonly use: 'sig';
};

/** A decrypted signing key. JWT headers and the JWKS refer to it by `kid`. */
export type Signer = { readonly kid: string; readonly privateKey: CryptoKey };

/** Upper bound on the difference between the clocks of two instances. */
export const CLOCK_SKEW_MS = 5 * 60_000;
/** How long after a record's creation new tokens are signed for it. Service accounts get many tokens per record. */
export const RESIGNED_MS_MAX = 60 * 60_000;
/** Maximum lifetime of a token of a service account or trusted issuer. */
export const GRANTED_MS_MAX = 15 * 60_000;
/** Key of the advisory lock for creating signing keys. An arbitrary constant that must never change. */
const SIGNING_KEYS_LOCK = 0x7369_676e;

/**
 * Caches the decrypted current signing key; older keys never sign. `making` is the pending creation of the first key.
 * Concurrent requests share it, so that they don't each block a database connection.
 */
export type SignerCache = { signer: Signer | null; making: Promise<Pick<SigningKey, 'kid'>> | null };

/**
 * The key that signs new tokens, created on first use. Its id is always read from the database, so that rotation takes
 * effect immediately on every instance; the key is decrypted once. Tested by
 * `test/core/endpoints/signingKeys.test.ts`.
 * @throws VaultError when the master key does not decrypt it
 */
export async function getSigner(ctx: Ctx): Promise<Signer> {
  const { signerCache } = ctx;
  let active = await findActive(ctx.db);
  if (!active) {
    signerCache.making ??= createFirstKey(ctx).finally(() => {
      signerCache.making = null;
    });
    active = await signerCache.making;
  }
  const { kid } = active;
  const known = signerCache.signer;
  if (known?.kid === kid) return known;
  const signer = await findSigner(ctx, kid);
  if (!signer) throw new Error('The signing key is gone');
  signerCache.signer = signer;
  return signer;
}

/** A decrypted signing key, even if retired; null for an unknown id. @throws VaultError */
export async function findSigner({ db, vault }: Pick<Ctx, 'db' | 'vault'>, kid: string): Promise<Signer | null> {
  const row = await db.signingKey.findUnique({ where: { kid }, select: { sealed: true } });
  if (!row) return null;
  const jwk = privateJwkSchema.parse(JSON.parse(vault.open(row.sealed, bindingOf(kid))));
  return { kid, privateKey: await importJWK(jwk, SIGNING_ALGORITHM) };
}

/**
 * Creates a new signing key. Old keys stay published until all tokens they signed have expired.
 * @throws forbidden
 */
export async function rotateSigningKey(ctx: Ctx): Promise<SigningKey> {
  requireOperator(ctx.actor);
  const data = await newKey(ctx);
  return write(ctx, async (tx) => {
    await lockSigningKeys(tx);
    await tx.signingKey.updateMany({ where: { retiredAt: null }, data: { retiredAt: ctx.now() } });
    return {
      value: await tx.signingKey.create({ data }),
      audit: { action: 'signing_key.rotate', target: { kind: 'signing_key', id: data.kid }, chain: OPERATOR_CHAIN },
      changes: [{ kind: 'signingKeys', id: data.kid }],
    };
  });
}

/** The public keys of all tokens that may still be valid. */
export async function readPublishedKeys(db: Db, at: Date): Promise<PublishedJwk[]> {
  const keys = await db.signingKey.findMany({ orderBy: { createdAt: 'asc' } });
  const needed = await Promise.all(keys.map((key) => isNeeded(db, key, at)));
  return keys
    .filter((_key, index) => needed[index])
    .map(({ kid, publicJwk }) => ({ ...publicJwkSchema.parse(publicJwk), kid, alg: SIGNING_ALGORITHM, use: 'sig' }));
}

// A retired key is needed while a token that it signed may still be valid. Allows for clock skew, and for tokens that
// were signed after their record was created.
async function isNeeded(db: Db, { createdAt, retiredAt }: SigningKey, at: Date): Promise<boolean> {
  if (retiredAt === null) return true;
  const from = createdAt.getTime() - CLOCK_SKEW_MS;
  const to = new Date(retiredAt.getTime() + CLOCK_SKEW_MS);
  const grantedEnd = new Date(to.getTime() + GRANTED_MS_MAX);
  const token = await db.stackToken.findFirst({
    where: {
      revokedAt: null,
      AND: [
        { OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] },
        {
          OR: [
            { createdAt: { gte: new Date(from), lte: to } },
            // Renewing a record moves its time forward, while earlier tokens stay valid until they expire.
            {
              grantId: { not: null },
              createdAt: { gte: new Date(from - RESIGNED_MS_MAX), ...(at >= grantedEnd && { lte: to }) },
            },
          ],
        },
      ],
    },
    select: { id: true },
  });
  return token !== null || at < to;
}

const findActive = (db: Tx): Promise<Pick<SigningKey, 'kid'> | null> =>
  db.signingKey.findFirst({
    where: { retiredAt: null },
    orderBy: [{ createdAt: 'desc' }, { kid: 'asc' }],
    select: { kid: true },
  });

/** Creates the first key, or finds the one that another instance has just created. */
async function createFirstKey(ctx: Ctx): Promise<Pick<SigningKey, 'kid'>> {
  try {
    const data = await newKey(ctx);
    return await write(ctx, async (tx) => {
      await lockSigningKeys(tx);
      if (await findActive(tx)) throw new AppError('already_exists', 'The signing key exists');
      return {
        value: await tx.signingKey.create({ data }),
        audit: { action: 'signing_key.create', target: { kind: 'signing_key', id: data.kid }, chain: OPERATOR_CHAIN },
        changes: [{ kind: 'signingKeys', id: data.kid }],
      };
    });
  } catch (error) {
    const other = error instanceof AppError && error.code === 'already_exists' ? await findActive(ctx.db) : null;
    if (!other) throw error;
    return other;
  }
}

async function newKey({ vault, now }: { vault: Vault; now: () => Date }) {
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { crv: 'Ed25519', extractable: true });
  const privateJwk = privateJwkSchema.parse(await exportJWK(pair.privateKey));
  const publicJwk = publicJwkSchema.parse(privateJwk);
  const kid = await calculateJwkThumbprint(publicJwk);
  const { bytes: sealed, keyId } = vault.seal(JSON.stringify(privateJwk), bindingOf(kid));
  return { kid, publicJwk, sealed, keyId, createdAt: now() } satisfies Prisma.SigningKeyCreateInput;
}

async function lockSigningKeys(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${SIGNING_KEYS_LOCK}::bigint)`;
}

const bindingOf = (kid: string): Binding => ({
  accountId: 'operator',
  stackId: '',
  serverId: 'signing-key',
  endUser: '',
  fieldId: kid,
  revision: 1,
  destination: null,
});
