import { z } from 'zod';
import { type CreatedApiKey, newApiKey, revokedDetails } from '../accounts/apiKey.ts';
import { roleLimits } from '../accounts/keyLimits.ts';
import { BOUNDS } from '../kernel/bounds.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { type ApiKeyId, newApiKeyId, toApiKeyId, toSessionId, toUserId, type UserId } from '../kernel/ids.ts';
import { type Role, roleNames, scopesOfRole } from '../kernel/roles.ts';
import { ownAccountWhere, requireRightsOf, requireUser } from '../kernel/scope.ts';
import { openJson, sealJson } from '../kernel/sealedJson.ts';
import { isVerified } from '../kernel/secret.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { nameSchema } from '../lib/text.ts';
import { deletableBefore, lockAccount, requireCapacity } from '../limits/countedBounds.ts';
import { isOpen, toUserActor } from '../people/session.ts';
import type { AnonymousCtx } from './issue.ts';
import { OAuthError } from './oauthError.ts';
import type { Params } from './request.ts';

/** Client id of our command line; no other client receives account keys. */
export const LOGIN_CLIENT = 'toolyard-cli';

/** Maximum and default lifetime of a login's key, in days. */
export const LOGIN_DAYS = { max: 365, default: 90 } as const;

/** A validated request for an API key of the approving person's account. */
export type LoginRequest = {
  /** Name of the new key. */
  readonly name: string;
  readonly role: Role;
  readonly days: number;
  readonly redirectUri: string;
  readonly state: string;
  readonly codeChallenge: string;
};

const days = z.coerce.number().int().min(1).max(LOGIN_DAYS.max);
const requestSchema = z.object({
  name: nameSchema,
  role: z.enum(roleNames),
  days,
  // A loopback address of the person's own machine, with any port (RFC 8252, section 7.3).
  redirectUri: z
    .string()
    .regex(/^http:\/\/127\.0\.0\.1:\d{1,5}\/callback$/)
    .refine((url) => URL.canParse(url)),
  state: z.string().regex(/^[\w-]{16,128}$/),
  codeChallenge: z.string().regex(/^[\w-]{43}$/),
});
const sealedRequestSchema = requestSchema.extend({ untilMs: z.number() });
const codeSchema = requestSchema.omit({ state: true }).extend({
  keyId: z.string().transform(toApiKeyId),
  userId: z.string().transform(toUserId),
  sessionId: z.string().transform(toSessionId),
  untilMs: z.number(),
});

const PAGE_LIFETIME_MS = 10 * 60_000;
const CODE_LIFETIME_MS = 60_000;
const RETRY_AFTER_SECONDS = 5;
const DAY_MS = 86_400_000;

/**
 * Parses the command line's authorization request (RFC 6749, section 4.1.1): PKCE with S256 (RFC 7636), a loopback
 * redirect, and the extensions `name`, `role` and `days`.
 * @throws OAuthError invalid_request, unsupported_response_type
 */
export function readLoginRequest(params: Params): LoginRequest {
  const { redirect_uri: redirectUri, state, code_challenge: codeChallenge, code_challenge_method: method } = params;
  if (params['response_type'] !== 'code') {
    throw new OAuthError('unsupported_response_type', 'response_type must be code');
  }
  const { name = 'Command line', role = 'developer', days = LOGIN_DAYS.default } = params;
  const parsed = requestSchema.safeParse({ name, role, days, redirectUri, state, codeChallenge });
  if (parsed.success && method === 'S256') return parsed.data;
  const [path] = parsed.error?.issues[0]?.path ?? ['code_challenge_method'];
  throw new OAuthError('invalid_request', `Invalid login request: ${String(path)} is missing or invalid`);
}

/**
 * Encrypts the validated request into the consent page, so that the person approves the same request. Valid for
 * minutes.
 */
export const sealLogin = ({ vault, now }: Pick<Ctx, 'vault' | 'now'>, request: LoginRequest): string =>
  sealJson(vault, 'login-request', { ...request, untilMs: now().getTime() + PAGE_LIFETIME_MS });

/** Decrypts a request from `sealLogin`. @throws OAuthError invalid_request for an expired or foreign page */
export function openLogin({ vault, now }: Pick<Ctx, 'vault' | 'now'>, text: string | undefined): LoginRequest {
  const parsed = sealedRequestSchema.safeParse(openJson(vault, 'login-request', text ?? ''));
  if (!parsed.success || parsed.data.untilMs < now().getTime()) {
    throw new OAuthError('invalid_request', 'This page has expired. Go back to the terminal and start again.');
  }
  const { untilMs: _until, ...request } = parsed.data;
  return request;
}

const choiceInput = z.object({ role: z.enum(roleNames), days });

/**
 * Approves a login with the role and days that the person chose, and returns the code for `exchangeLogin`. Stores
 * nothing: the code contains the encrypted approval.
 * @throws forbidden for callers that are not people, and for a role with more rights than theirs; OAuthError
 * invalid_request
 */
export function approveLogin({ vault, now, actor }: Ctx, request: LoginRequest, choice: unknown): string {
  const { userId, sessionId } = requireUser(actor);
  const parsed = choiceInput.safeParse(choice);
  if (!parsed.success) throw new OAuthError('invalid_request', 'Choose a role and a lifetime for the key');
  requireRightsOf(actor, parsed.data.role);
  const { state: _state, ...agreed } = { ...request, ...parsed.data };
  const who = { keyId: newApiKeyId(), userId, sessionId };
  return sealJson(vault, 'login-code', { ...agreed, ...who, untilMs: now().getTime() + CODE_LIFETIME_MS });
}

const invalidGrant = (): OAuthError => new OAuthError('invalid_grant', 'The code is invalid or expired');

/** The key of a login, with the approving person's e-mail address and the account's name. */
type LoginKey = CreatedApiKey & { readonly email: string; readonly accountName: string };

/**
 * Exchanges a code once for an API key of the person. The key never has more rights than the person, and is revoked
 * when the person is removed. Reusing the code revokes the first key. Tested by `test/oauth/login.test.ts`.
 * @throws OAuthError invalid_request, invalid_grant; invalid_input at the bound `max_api_keys`
 * @throws unavailable while limits are degraded
 */
export async function exchangeLogin(visit: AnonymousCtx, params: Params): Promise<LoginKey> {
  const { code, code_verifier: verifier, redirect_uri: redirectUri } = params;
  if (code === undefined || verifier === undefined) {
    throw new OAuthError('invalid_request', 'code and code_verifier are required');
  }
  const agreed = codeSchema.safeParse(openJson(visit.vault, 'login-code', code)).data;
  if (!agreed || !isVerified(verifier, agreed.codeChallenge) || redirectUri !== agreed.redirectUri) {
    throw invalidGrant();
  }
  const { ctx, email, accountName } = await personOf(visit, agreed);
  const made = await createKeyOnce(ctx, agreed, agreed.untilMs >= visit.now().getTime());
  if (!made) throw invalidGrant();
  return { ...made, email, accountName };
}

type LoginCode = z.infer<typeof codeSchema>;

/**
 * The approving person, whose session and role must still exist.
 * @throws OAuthError invalid_grant; forbidden
 */
async function personOf(visit: AnonymousCtx, { userId, sessionId, role }: LoginCode) {
  const include = { user: { include: { account: { select: { name: true, rateLimits: true } } } } };
  const where = { id: sessionId, userId, ...isOpen(visit.now()) };
  const session = await visit.db.session.findFirst({ where, include });
  if (!session) throw invalidGrant();
  const actor = toUserActor(session.user, session.id);
  requireRightsOf(actor, role);
  const { email, account } = session.user;
  return { ctx: { ...visit, actor } satisfies Ctx, email, accountName: account.name };
}

/** Creates the key; null if the code has expired or was used. Reusing a code revokes the key of its first use. */
async function createKeyOnce(ctx: Ctx, agreed: LoginCode, isFresh: boolean): Promise<CreatedApiKey | null> {
  const { userId, accountId, sessionId } = requireUser(ctx.actor);
  if (ctx.limiter.isDegraded())
    throw new AppError('unavailable', 'API keys cannot be created right now', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  const { keyId, name, role } = agreed;
  const expiresAt = new Date(ctx.now().getTime() + agreed.days * DAY_MS);
  const { data, key } = newApiKey(ctx, { accountId, name, ...roleLimits(role, expiresAt) });
  const target = { kind: 'api_key', id: keyId } as const;
  const details = { name, role, scopes: scopesOfRole(role), login: true };
  // Query by id and owner: a person with only stack roles may not list keys, but may have this one.
  const first = await ctx.db.apiKey.findFirst({ where: { id: keyId, userId, ...ownAccountWhere(ctx.actor) } });
  if (first ? first.revokedAt : !isFresh) return null;
  return write(ctx, async (tx) => {
    await lockAccount(tx, accountId);
    const used = await tx.apiKey.findUnique({ where: { id: keyId } });
    if (used ? used.revokedAt : !isFresh) throw invalidGrant();
    if (used) {
      await tx.apiKey.update({ where: { id: keyId }, data: { revokedAt: ctx.now() } });
      const reason = 'its login code was used twice';
      const audit = { action: 'api_key.revoke', target, details: { name, reason } } as const;
      return { value: null, audit, changes: [{ kind: 'apiKey', id: keyId }] };
    }
    const [open] = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM session WHERE id = ${sessionId} AND user_id = ${userId} AND expires_at > ${ctx.now()} FOR SHARE`;
    if (open === undefined) throw invalidGrant();
    const ended = await endOldest(tx, userId, ctx.now());
    await requireCapacity(ctx, tx, 'max_api_keys');
    await tx.apiKey.deleteMany({ where: { accountId, revokedAt: { lt: deletableBefore(ctx.now()) } } });
    const apiKey = await tx.apiKey.create({ data: { ...data, id: keyId, userId } });
    const audit = { action: 'api_key.create', target, details: { ...details, ...revokedDetails(ended) } } as const;
    return { value: { apiKey, key }, audit, changes: ended.map((id) => ({ kind: 'apiKey', id })) };
  });
}

/** Revokes a person's oldest logins beyond the bound; returns their ids. */
async function endOldest(tx: Tx, userId: UserId, at: Date): Promise<readonly ApiKeyId[]> {
  const beyond = await tx.apiKey.findMany({
    where: { userId, revokedAt: null },
    orderBy: { createdAt: 'desc' },
    skip: BOUNDS.max_logins.max - 1,
    select: { id: true },
  });
  const ids = beyond.map(({ id }) => id);
  await tx.apiKey.updateMany({ where: { id: { in: ids } }, data: { revokedAt: at } });
  return ids;
}
