import type { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import type { AccountId, ClientId } from '../kernel/ids.ts';
import { fetchPage, type ListPage, type PageRequest, pageAmong, pageById } from '../kernel/page.ts';
import { stackWhere } from '../kernel/scope.ts';
import { AppError } from '../lib/errors.ts';
import { containsText } from '../lib/search.ts';

/** Maximum servers named in an entry. One more is read, to know whether there are others. */
export const NAMED_MAX = 4;

const LOAD = {
  stack: {
    select: {
      name: true,
      changedAt: true,
      servers: { select: { server: { select: { name: true } } }, orderBy: { id: 'asc' }, take: NAMED_MAX + 1 },
    },
  },
} as const satisfies Prisma.ClientEndpointInclude;

/** A client endpoint as an MCP registry lists it: with its stack, and the first servers in that stack. */
export type PublishedEndpoint = Prisma.ClientEndpointGetPayload<{ include: typeof LOAD }>;

type PublishedRequest = PageRequest & {
  /** A substring of an entry's texts, case-insensitive; null for all. */
  readonly search: string | null;
  /** Only entries changed since this time; null for all. */
  readonly since: Date | null;
  /** The common prefix of all entry names; a search for a part of it matches every entry. */
  readonly prefix: string;
};

/**
 * The endpoints that the caller may see. A person or key sees the endpoints of their visible stacks. A visitor sees the
 * endpoints of the account whose registry the operator has published.
 * @throws unauthenticated for a visitor if no registry is published; forbidden as `stackWhere`
 */
const publishedWhere = (ctx: Ctx): Prisma.ClientEndpointWhereInput =>
  ctx.actor.kind === 'visitor' ? { stack: { accountId: publicAccountOf(ctx) } } : { stack: stackWhere(ctx.actor) };

/** @throws unauthenticated if the operator has not published an account's registry */
function publicAccountOf({ publicRegistry }: Ctx): AccountId {
  if (publicRegistry === null) throw new AppError('unauthenticated', 'Invalid or missing API key');
  return publicRegistry;
}

function searchWhere(search: string | null, prefix: string): Prisma.ClientEndpointWhereInput {
  if (search === null || search === '') return {};
  const sought = search.toLowerCase();
  if (prefix.toLowerCase().includes(sought)) return {};
  // Remove the prefix from a fully qualified name. The rest is the endpoint's name.
  const rest = sought.startsWith(prefix.toLowerCase()) ? sought.slice(prefix.length) : sought;
  const contains = containsText(search);
  return {
    OR: [
      { clientId: containsText(rest) },
      { name: contains },
      { stack: { OR: [{ name: contains }, { servers: { some: { server: { name: contains } } } }] } },
    ],
  };
}

/**
 * A page of the registry's entries: the endpoints that the caller may see, oldest first.
 * Tested by `test/registry/isolation.test.ts`.
 * @throws unauthenticated, forbidden; invalid_input for a cursor that is not an id
 */
export function listPublished(ctx: Ctx, request: PublishedRequest): Promise<ListPage<readonly PublishedEndpoint[]>> {
  const { search, prefix, since } = request;
  const where = publishedWhere(ctx);
  const changedSince =
    since === null ? {} : { OR: [{ createdAt: { gte: since } }, { stack: { changedAt: { gte: since } } }] };
  const conditions = [searchWhere(search, prefix), changedSince, where];
  return fetchPage(request, (window) => {
    const page = pageById('asc', pageAmong('endpoint', window));
    return ctx.db.clientEndpoint.findMany({ ...page, where: { AND: [page.where, ...conditions] }, include: LOAD });
  });
}

/**
 * One of the endpoints that the caller may see, or null.
 * @throws as `listPublished`
 */
export const findPublished = async (ctx: Ctx, clientId: ClientId): Promise<PublishedEndpoint | null> =>
  ctx.db.clientEndpoint.findFirst({ where: { clientId, ...publishedWhere(ctx) }, include: LOAD });
