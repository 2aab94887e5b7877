import type { StackToken } from '../../generated/prisma/client.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { checkEndUser } from '../endUser.ts';
import { AppError } from '../errors.ts';
import { type StackId, toApiKeyId, toEndpointId, toTokenId, toUserId } from '../ids.ts';
import { type Role, roleOfKey, toRole } from '../roles.ts';
import { accountWhere } from '../scope.ts';
import { NOBODY, type PolicyCaller, policyCallerOf } from './caller.ts';

/** A caller whose calls are explained: as rules see it, and what else a call of it is held to. */
export type ExplainedCaller = PolicyCaller & {
  /** Of a person or an API key; null for an agent, who may call tools and nothing else, and for the operator. */
  readonly role: Role | null;
  /** The stack token; null for any other caller, and for an endpoint whose token is not named. */
  readonly token: StackToken | null;
  /** The one stack that an agent calls in; null for callers of the account. */
  readonly stackId: StackId | null;
  /** Whether its key or token was revoked or has expired. */
  readonly isEnded: boolean;
  /** Whether the token is for another end user than the one that was named. */
  readonly isOtherEndUser: boolean;
};

type Asked = { readonly callerId?: string | null | undefined; readonly endUser?: string | null | undefined };
type Found = Omit<ExplainedCaller, 'endUser' | 'isOtherEndUser'>;

/**
 * Finds who would call: an endpoint, a stack token, an API key or a person of the account, or without an id whoever
 * asks.
 * @throws not_found for another account's id as for none; invalid_input for an end user that is none
 */
export async function findExplainedCaller(ctx: Ctx, { callerId, endUser: named }: Asked): Promise<ExplainedCaller> {
  const given = named === null || named === undefined ? null : checkEndUser(named);
  const isSelf = callerId === null || callerId === undefined;
  const found = isSelf ? self(ctx) : await findById(ctx, callerId);
  if (!found) throw new AppError('not_found', 'Caller not found');
  const bound = found.token?.endUser ?? null;
  const endUser = bound ?? given ?? ctx.endUser;
  const isOtherEndUser = bound !== null && given !== null && given !== bound;
  return { ...found, endUser, facts: { ...found.facts, end_user: endUser ?? '' }, isOtherEndUser };
}

const OF_THE_ACCOUNT = { endpointId: null, token: null, stackId: null, isEnded: false } as const;

const self = (ctx: Ctx): Found => ({ ...policyCallerOf(ctx), ...OF_THE_ACCOUNT, role: roleIn(ctx.actor) });

const roleIn = (actor: Actor): Role | null => (actor.kind === 'apiKey' || actor.kind === 'user' ? actor.role : null);

const findById = async (ctx: Ctx, id: string): Promise<Found | null> =>
  (await findAgent(ctx, id)) ?? (await findKey(ctx, id)) ?? (await findPerson(ctx, id));

async function findAgent(ctx: Ctx, id: string): Promise<Found | null> {
  const own = accountWhere(ctx.actor);
  const token = await ctx.db.stackToken.findFirst({ where: { id: toTokenId(id), endpoint: { stack: own } } });
  const endpointId = token?.endpointId ?? toEndpointId(id);
  const endpoint = await ctx.db.clientEndpoint.findFirst({ where: { id: endpointId, stack: own } });
  if (!endpoint) return null;
  const facts = { ...NOBODY, kind: 'agent', endpoint: endpoint.id, token: token?.id ?? '' };
  const ids = token ? [token.id, endpoint.id] : [endpoint.id];
  const isEnded = token !== null && hasEnded(token, ctx.now());
  return { ids, endpointId: endpoint.id, facts, role: null, token, stackId: endpoint.stackId, isEnded };
}

async function findKey(ctx: Ctx, id: string): Promise<Found | null> {
  const key = await ctx.db.apiKey.findFirst({ where: { id: toApiKeyId(id), ...accountWhere(ctx.actor) } });
  if (!key) return null;
  const facts = { ...NOBODY, kind: 'api_key', key: key.id };
  return { ...OF_THE_ACCOUNT, ids: [key.id], facts, role: roleOfKey(key), isEnded: hasEnded(key, ctx.now()) };
}

async function findPerson(ctx: Ctx, id: string): Promise<Found | null> {
  const user = await ctx.db.user.findFirst({ where: { id: toUserId(id), ...accountWhere(ctx.actor) } });
  if (!user) return null;
  return {
    ...OF_THE_ACCOUNT,
    ids: [user.id],
    facts: { ...NOBODY, kind: 'user', user: user.id },
    role: toRole(user.role),
  };
}

type Ending = { readonly revokedAt: Date | null; readonly expiresAt: Date | null };

const hasEnded = ({ revokedAt, expiresAt }: Ending, at: Date): boolean =>
  revokedAt !== null || (expiresAt !== null && expiresAt <= at);
