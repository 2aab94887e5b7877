import { errors, type JWTPayload, jwtVerify } from 'jose';
import { limitsOf } from '../accounts/account.ts';
import type { RefusalReason } from '../audit/refusals.ts';
import type { AgentActor } from '../kernel/actor.ts';
import { ATTENUATED_CHARS_MAX, DOT, isAttenuated, TAG_AND_DOT } from '../kernel/attenuation.ts';
import { canaryOf } from '../kernel/canary.ts';
import {
  type AuthenticatorOptions,
  byDigest,
  type CheckedCache,
  type CheckedLookup,
  createCheckedCache,
  createLastUse,
} from '../kernel/checkedCache.ts';
import type { Deps } from '../kernel/context.ts';
import { type TokenId, toTokenId } from '../kernel/ids.ts';
import { listModeSchema } from '../kernel/listMode.ts';
import { toRehearsalSettings } from '../kernel/rehearsalSettings.ts';
import { isWithin, parseNetworks } from '../lib/networks.ts';
import { sha256Text } from '../lib/sha256.ts';
import { createAttenuatedTokens } from './attenuatedTokens.ts';
import { grantsOf } from './grants.ts';
import { attenuatedOf, earlierExpiry, type KnownToken } from './knownToken.ts';
import { SIGNING_ALGORITHM } from './signingKey.ts';
import { STACK_TOKEN_TYPE } from './tokenFormat.ts';
import { createVerificationKeys, type VerificationKeys } from './verificationKeys.ts';

type TokenVerifierOptions = AuthenticatorOptions & Pick<Deps, 'vault' | 'issuer'>;

/**
 * Verifies stack tokens (RFC 7519): signature, issuer, audience, expiry and record. Attenuated tokens
 * (`kernel/attenuation.ts`) are verified via the stack token that they derive from. Tested by
 * `test/core/endpoints/tokens.test.ts` and `test/core/kernel/attenuation.test.ts`.
 */
export type TokenVerifier = {
  /**
   * Actor for a stack token used at `clientId` from the network address `from`; null for any invalid token, regardless
   * of the reason.
   * @throws AppError unavailable when the database does not answer and cached data may not be used
   */
  verify(token: string, clientId: string, from?: string): Promise<AgentActor | null>;
  /**
   * As `verify`, but only from the cache. Also null if a database read is needed, and for tokens restricted to
   * networks.
   */
  known(token: string, clientId: string): AgentActor | null;
};

type Claims = Required<Pick<JWTPayload, 'jti' | 'sub' | 'aud'>> & Pick<JWTPayload, 'exp'>;

const TOKEN_LENGTH_MAX = 2_048;
const SHAPE = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Creates the verifier, once per process. Known tokens stay in memory until a change invalidates their row. */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const { db, now } = options;
  const keys = createVerificationKeys(options);
  const cache = createCheckedCache<KnownToken>({
    ...options,
    name: 'stack_tokens',
    kinds: ['token', 'endpoint', 'stackDeleted', 'account'],
    // A token may have been refused because its signing key was unknown at that time.
    acceptingKinds: ['signingKeys'],
  });
  const noteUse = createLastUse({
    ...options,
    task: 'note the last use of a stack token',
    write: (id: TokenId, lastUsedAt) => db.stackToken.updateMany({ where: { id }, data: { lastUsedAt } }),
  });
  const findCached = byDigest(cache.known);
  // Checked outside the cache, whose entries depend only on the token, not on where it was sent.
  const actorOf = (known: KnownToken | null, clientId: string, from?: string): AgentActor | null => {
    if (!known || known.actor.clientId !== clientId) return null;
    const reason = refusalOf(known, from ?? '');
    // `known` gets no address: the refusal is counted only once `verify` is called with one.
    if (reason && from !== undefined) {
      const { tokenId: subject, accountId } = known.actor;
      options.refusals.note({ reason, subject, accountId });
    }
    if (reason) return null;
    noteUse(known.actor.tokenId);
    return known.actor;
  };
  const refusalOf = ({ networks, expiresAt }: KnownToken, from: string): RefusalReason | null => {
    if (networks !== null && !isWithin(from, networks)) return 'wrong_network';
    return expiresAt !== null && expiresAt <= now() ? 'expired_credential' : null;
  };
  const attenuated = attenuatedLookup(options, keys, cache);
  const known: TokenVerifier['known'] = (token, clientId) => {
    // `isAttenuated`, inlined for speed, since it runs for every request.
    if (token.charCodeAt(token.length - TAG_AND_DOT) === DOT) return actorOf(attenuated.known(token), clientId);
    return token.length > TOKEN_LENGTH_MAX ? null : actorOf(findCached(token), clientId);
  };
  return {
    known,
    async verify(token, clientId, from) {
      const actor = known(token, clientId);
      if (actor) return actor;
      if (isAttenuated(token)) return actorOf(await attenuated.read(token), clientId, from);
      if (token.length > TOKEN_LENGTH_MAX || !SHAPE.test(token)) return null;
      return actorOf(await cache.get(sha256Text(token, 'hex'), () => readToken(options, keys, token)), clientId, from);
    },
  };
}

/** Verifies attenuated tokens via their original stack tokens, which `cache` holds like any stack token. */
function attenuatedLookup(options: TokenVerifierOptions, keys: VerificationKeys, cache: CheckedCache<KnownToken>) {
  const tokens = createAttenuatedTokens(options, keys);
  return {
    known(token: string): KnownToken | null {
      const proven = token.length > ATTENUATED_CHARS_MAX ? null : tokens.known(token);
      const parent = proven && cache.known(proven.parentDigest);
      return parent && attenuatedOf(parent, proven.attenuations);
    },
    async read(token: string): Promise<KnownToken | null> {
      const proven = tokens.known(token) ?? (await tokens.prove(token));
      if (!proven) return null;
      const parent = await cache.get(proven.parentDigest, async () => {
        const text = await tokens.parentOf(token);
        return text === null ? null : readToken(options, keys, text);
      });
      return parent && attenuatedOf(parent, proven.attenuations, options);
    },
  };
}

async function readToken(
  options: TokenVerifierOptions,
  keys: VerificationKeys,
  token: string,
): Promise<CheckedLookup<KnownToken> | null> {
  const claims = await verifySignature(options, keys, token);
  return claims && readRecord(options, claims);
}

async function verifySignature(
  { issuer, now }: TokenVerifierOptions,
  keys: VerificationKeys,
  token: string,
): Promise<Claims | null> {
  // Only `kid` is read from the header; following `jku`, `jwk` or `x5u` would let a token bring its own key.
  const findKey = async ({ kid }: { kid?: string }): Promise<CryptoKey> => {
    const key = typeof kid === 'string' ? await keys.find(kid) : null;
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };
  try {
    const { payload } = await jwtVerify(token, findKey, {
      algorithms: [SIGNING_ALGORITHM],
      typ: STACK_TOKEN_TYPE,
      issuer,
      requiredClaims: ['iss', 'aud', 'sub', 'jti', 'iat'],
      currentDate: now(),
    });
    const { jti, sub, aud, exp } = payload;
    if (jti === undefined || sub === undefined || aud === undefined) return null;
    return { jti, sub, aud, ...(exp !== undefined && { exp }) };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** A token by the claims that its signature has proven before, with its current rights; null once it is revoked. */
export const findTokenByClaims = async (
  options: Pick<TokenVerifierOptions, 'db' | 'refusals'>,
  claims: Claims,
): Promise<KnownToken | null> => (await readRecord(options, claims))?.value ?? null;

async function readRecord(
  { db, refusals }: Pick<TokenVerifierOptions, 'db' | 'refusals'>,
  claims: Claims,
): Promise<CheckedLookup<KnownToken> | null> {
  const record = await db.stackToken.findUnique({
    where: { id: toTokenId(claims.jti) },
    include: { endpoint: { include: { stack: { include: { account: { select: { rateLimits: true } } } } } } },
  });
  if (record?.revokedAt) {
    const { accountId } = record.endpoint.stack;
    refusals.note({ reason: 'revoked_credential', subject: record.id, accountId });
  }
  if (!record || record.revokedAt) return null;
  const { endpoint } = record;
  const { stack } = endpoint;
  if (claims.aud !== endpoint.clientId || claims.sub !== stack.id) return null;
  const expiresAt = earlierExpiry(record.expiresAt, claims.exp);
  const grantIds = grantsOf(record);
  const { tools, callsMax } = record;
  const canary = canaryOf(endpoint);
  const rehearsal = toRehearsalSettings(endpoint);
  const actor: AgentActor = {
    kind: 'agent',
    accountId: stack.accountId,
    stackId: stack.id,
    endpointId: endpoint.id,
    clientId: endpoint.clientId,
    tokenId: record.id,
    ...(grantIds.length === 0 ? {} : { grantIds }),
    listMode: listModeSchema.parse(endpoint.mode),
    ...(endpoint.pinnedVersion !== null && { pinnedVersion: endpoint.pinnedVersion }),
    ...(canary && { canary }),
    ...(endpoint.mayProgramsWrite && { mayProgramsWrite: true }),
    ...(rehearsal && { rehearsal }),
    ...(tools.length > 0 || callsMax !== null ? { reach: { tools, callsMax, attenuations: [] } } : {}),
    ...(expiresAt && { expiresAt }),
    endUser: record.endUser,
    limits: limitsOf(stack.account.rateLimits),
  };
  return {
    value: {
      actor,
      expiresAt,
      networks: record.networks.length === 0 ? null : parseNetworks(record.networks),
      revokedAttenuations: record.revokedAttenuations,
    },
    ids: [record.id, endpoint.id, stack.id, stack.accountId],
  };
}
