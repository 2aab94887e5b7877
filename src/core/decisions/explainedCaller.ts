import { z } from 'zod';
import type { StackToken } from '../../generated/prisma/client.ts';
import { grantsOf } from '../endpoints/grants.ts';
import { type Attenuation, endUserWithin, NO_END_USER, readTokenBody } from '../kernel/attenuation.ts';
import type { Ctx } from '../kernel/context.ts';
import { checkEndUser } from '../kernel/endUser.ts';
import {
  type ApiKeyId,
  type CallerId,
  type EndpointId,
  isApiKeyId,
  isServiceAccountId,
  isTokenId,
  isTrustedIssuerId,
  isUserId,
  type ServiceAccountId,
  type StackId,
  type TokenId,
  type TrustedIssuerId,
  toTokenId,
  type UserId,
} from '../kernel/ids.ts';
import { type Permissions, toRole } from '../kernel/roles.ts';
import { accountWhere, ownAccountWhere, stackWhere } from '../kernel/scope.ts';
import { permissionsOfKey, stackRolesIn } from '../kernel/stackRoles.ts';
import { stackRolesOfKey } from '../kernel/storedRole.ts';
import { AppError } from '../lib/errors.ts';
import { grantFacts, type PolicyCaller, policyCallerOf, UNKNOWN_CALLER } from '../policies/caller.ts';

/** A caller whose calls are explained: its facts for rules, and the restrictions other than rules. */
export type ExplainedCaller = PolicyCaller & {
  /** Rights of a person or an API key; null for an agent, which may only call tools, and for the operator. */
  readonly standing: Permissions | null;
  /** The restrictions of a stack token or an API key; null for any other caller. */
  readonly held: CredentialLimits | null;
  /** The stack token; null for any other caller, and for an endpoint without a given token. */
  readonly token: StackToken | null;
  /** The attenuations of the token; empty if it has none, and for other callers. */
  readonly attenuations: readonly Attenuation[];
  /** The only stack that an agent can call; null for callers of the account. */
  readonly stackId: StackId | null;
  /** Whether the key or token is revoked or expired, or its attenuations exclude every end user. */
  readonly isEnded: boolean;
  /** Whether the token is for a different end user than the given one. */
  readonly isOtherEndUser: boolean;
};

/** The restrictions of a stack token or an API key, and the number of calls it has made. */
type CredentialLimits = Pick<StackToken, 'tools' | 'networks' | 'callsMax' | 'calls'> & {
  readonly kind: 'token' | 'API key';
};

type CallerQuery = {
  readonly callerId?: CallerId | null | undefined;
  /** An attenuated token without its last part, instead of `callerId`. */
  readonly attenuated?: string | null | undefined;
  readonly endUser?: string | null | undefined;
};
type FoundCaller = Omit<ExplainedCaller, 'endUser' | 'isOtherEndUser' | 'attenuations'>;

/**
 * Finds the caller: an endpoint, a stack token, a service account, a trusted issuer, an API key or a person of the
 * account. Without an id, it is the requester.
 * @throws not_found, also for another account's id; invalid_input for an end user that is not valid
 */
export async function findExplainedCaller(ctx: Ctx, { callerId, attenuated, endUser: named }: CallerQuery) {
  const endUser = named === null || named === undefined ? null : checkEndUser(named);
  const read = attenuated === null || attenuated === undefined ? null : readAttenuated(attenuated);
  const id = read?.tokenId ?? callerId ?? null;
  const caller = id === null ? await self(ctx) : await findById(ctx, id);
  if (!caller || (read && !caller.token)) throw new AppError('not_found', 'Caller not found');
  return withAttenuations(ctx, caller, read?.attenuations ?? [], endUser);
}

function withAttenuations(
  ctx: Ctx,
  caller: FoundCaller,
  attenuations: readonly Attenuation[],
  requested: string | null,
): ExplainedCaller {
  const { token } = caller;
  const bound = endUserWithin(token?.endUser ?? null, attenuations);
  const endUser = bound ?? requested ?? ctx.endUser;
  const isOtherEndUser = bound !== null && requested !== null && requested !== bound;
  const isRevoked = attenuations.some((each) => token?.revokedAttenuations.includes(each.id));
  const isOver = attenuations.some(
    ({ limits }) => limits.exp !== undefined && limits.exp * 1_000 <= ctx.now().getTime(),
  );
  const facts = { ...caller.facts, end_user: endUser ?? '' };
  return {
    ...caller,
    attenuations,
    endUser,
    facts,
    isOtherEndUser,
    isEnded: caller.isEnded || isRevoked || isOver || bound === NO_END_USER,
  };
}

const claimsSchema = z.object({ jti: z.string() });

/**
 * Reads an attenuated token's body without verifying it, since verification would need its secret. @throws
 * invalid_input
 */
function readAttenuated(body: string): { readonly tokenId: TokenId; readonly attenuations: readonly Attenuation[] } {
  try {
    const read = readTokenBody(body);
    const claims = read && JSON.parse(Buffer.from(read.signed.split('.')[1] ?? '', 'base64url').toString());
    if (read) return { tokenId: toTokenId(claimsSchema.parse(claims).jti), attenuations: read.attenuations };
  } catch {
    // Reported below, like any other problem of the token.
  }
  const issue = { path: '/attenuated', message: 'must be an attenuated token without its last part, the secret' };
  throw new AppError('invalid_input', 'Invalid request parameters', { issues: [issue] });
}

const OF_THE_ACCOUNT = { endpointId: null, token: null, held: null, stackId: null, isEnded: false } as const;

async function self(ctx: Ctx): Promise<FoundCaller | null> {
  const { actor } = ctx;
  if (actor.kind === 'apiKey') return findKey(ctx, actor.keyId);
  return { ...policyCallerOf(ctx), ...OF_THE_ACCOUNT, standing: actor.kind === 'user' ? actor : null };
}

const heldOf = (
  kind: CredentialLimits['kind'],
  { tools, networks, callsMax, calls }: Omit<CredentialLimits, 'kind'>,
): CredentialLimits => ({
  kind,
  tools,
  networks,
  callsMax,
  calls,
});

function findById(ctx: Ctx, id: CallerId): Promise<FoundCaller | null> {
  if (isApiKeyId(id)) return findKey(ctx, id);
  if (isUserId(id)) return findPerson(ctx, id);
  if (isServiceAccountId(id) || isTrustedIssuerId(id)) return findGrant(ctx, id);
  return isTokenId(id) ? findToken(ctx, id) : findAgent(ctx, id, null);
}

/** The caller that a service account or trusted issuer admits, with an otherwise unknown token. */
async function findGrant(ctx: Ctx, id: ServiceAccountId | TrustedIssuerId): Promise<FoundCaller | null> {
  const scope = { endpoint: { stack: stackWhere(ctx.actor) } };
  const select = { endpointId: true, tools: true, networks: true };
  const client = isServiceAccountId(id)
    ? await ctx.db.serviceAccount.findFirst({ where: { id, ...scope }, select: { ...select, expiresAt: true } })
    : null;
  const row = isTrustedIssuerId(id)
    ? await ctx.db.trustedIssuer.findFirst({ where: { id, ...scope }, select })
    : client;
  const agent = row && (await findAgent(ctx, row.endpointId, null));
  if (!row || !agent) return null;
  const isEnded = client !== null && hasEnded({ expiresAt: client.expiresAt, revokedAt: null }, ctx.now());
  const held = heldOf('token', { tools: row.tools, networks: row.networks, callsMax: null, calls: 0 });
  return { ...agent, ids: [id, ...agent.ids], facts: { ...agent.facts, ...grantFacts([id]) }, held, isEnded };
}

async function findToken(ctx: Ctx, id: TokenId): Promise<FoundCaller | null> {
  const where = { id, endpoint: { stack: stackWhere(ctx.actor) } };
  const token = await ctx.db.stackToken.findFirst({ where });
  return token && findAgent(ctx, token.endpointId, token);
}

async function findAgent(ctx: Ctx, id: EndpointId, token: StackToken | null): Promise<FoundCaller | null> {
  const endpoint = await ctx.db.clientEndpoint.findFirst({ where: { id, stack: stackWhere(ctx.actor) } });
  if (!endpoint) return null;
  const grants = token ? grantsOf(token) : [];
  const agent = { ...UNKNOWN_CALLER, kind: 'agent', endpoint: endpoint.id, token: token?.id ?? '' };
  const facts = { ...agent, ...grantFacts(grants) };
  const ids = token ? [token.id, ...grants, endpoint.id] : [endpoint.id];
  const isEnded = token !== null && hasEnded(token, ctx.now());
  const held = token && heldOf('token', token);
  return { ids, endpointId: endpoint.id, facts, standing: null, token, held, stackId: endpoint.stackId, isEnded };
}

/** The requesting key, or another of the account's keys if the requester sees the whole account. */
async function findKey(ctx: Ctx, id: ApiKeyId): Promise<FoundCaller | null> {
  const isOwn = ctx.actor.kind === 'apiKey' && ctx.actor.keyId === id;
  const scope = isOwn ? ownAccountWhere(ctx.actor) : accountWhere(ctx.actor);
  const include = { user: { select: { role: true, stackRoles: true } } };
  const key = await ctx.db.apiKey.findFirst({ where: { id, ...scope }, include });
  if (!key) return null;
  const facts = { ...UNKNOWN_CALLER, kind: 'api_key', key: key.id };
  return {
    ...OF_THE_ACCOUNT,
    ids: [key.id],
    facts,
    // A login has the stack roles of its person.
    standing: permissionsOfKey({ ...key, stackRoles: [...stackRolesOfKey(key, key.user)] }),
    held: heldOf('API key', key),
    isEnded: hasEnded(key, ctx.now()),
  };
}

async function findPerson(ctx: Ctx, id: UserId): Promise<FoundCaller | null> {
  const user = await ctx.db.user.findFirst({ where: { id, ...accountWhere(ctx.actor) } });
  if (!user) return null;
  return {
    ...OF_THE_ACCOUNT,
    ids: [user.id],
    facts: { ...UNKNOWN_CALLER, kind: 'user', user: user.id },
    standing: { role: toRole(user.role), ...stackRolesIn(user.stackRoles) },
  };
}

type Lifetime = { readonly revokedAt: Date | null; readonly expiresAt: Date | null };

const hasEnded = ({ revokedAt, expiresAt }: Lifetime, at: Date): boolean =>
  revokedAt !== null || (expiresAt !== null && expiresAt <= at);
