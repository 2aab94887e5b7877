import type { Prisma, Stack, StackVersion } from '../../generated/prisma/client.ts';
import { countVisibleChildren, visibleStackIds } from '../endpoints/endpointLists.ts';
import { childPages, childRows, columnsOf, type InOrder, orderedChildren } from '../kernel/childPages.ts';
import type { Ctx } from '../kernel/context.ts';
import type { StackId, StackVersionId } from '../kernel/ids.ts';
import { type ListOrder, NEWEST_FIRST } from '../kernel/order.ts';
import { pageAmong, type Window } from '../kernel/page.ts';
import { requireRightSomewhere, stackWhere } from '../kernel/scope.ts';
import { AppError } from '../lib/errors.ts';
import { toPointer } from '../lib/jsonPointer.ts';
import { unknownCallers } from '../policies/namedCallers.ts';
import { findServersBySlug, OFFERED } from '../servers/server.ts';
import { type AppliedStack, applyDocument, planDocument, type StackPlan } from './applyStack.ts';
import {
  differences,
  type ParsedStackDocument,
  parseStackDocument,
  rulesByPath,
  type StackDifference,
  type StackDocument,
} from './stackDocument.ts';

type StackVersionLoad = Pick<Prisma.StackVersionFindManyArgs, 'include' | 'select'> & Window;

const versionRows = () => childRows('stack_version', 'stack_id');

/** For each stack that the caller may see, a page of its versions, newest first by default. */
export const listVersionsOfStacks = (
  { db, actor }: Ctx,
  stacks: readonly StackId[],
  { order = NEWEST_FIRST, ...load }: InOrder<StackVersionLoad, ListOrder<'createdAt'>>,
): Promise<ReadonlyMap<StackId, readonly StackVersion[]>> =>
  childPages(db, orderedChildren(versionRows(), order), stacks, pageAmong('version', load), (ids) =>
    db.stackVersion.findMany({ ...columnsOf(load), where: { id: { in: ids }, stack: stackWhere(actor) } }),
  );

/** Number of versions of each given stack that the caller may see. */
export const countVersionsOfStacks = countVisibleChildren(visibleStackIds, versionRows);

/** A version of one of the caller's stacks; null if unknown. */
export const findStackVersion = ({ db, actor }: Ctx, id: StackVersionId): Promise<StackVersion | null> =>
  db.stackVersion.findFirst({ where: { id, stack: stackWhere(actor) } });

type VersionNumber = Pick<StackVersion, 'stackId' | 'number'>;

/** A version of one of the caller's stacks, by its number; null if unknown. */
export const findVersionByNumber = (
  { db, actor }: Ctx,
  { stackId, number }: VersionNumber,
): Promise<StackVersion | null> => db.stackVersion.findFirst({ where: { stackId, number, stack: stackWhere(actor) } });

/** The document of a version, with the stack's present name and the credentials that its servers require. */
async function readVersion(ctx: Ctx, { stackId, number }: VersionNumber) {
  const row = await ctx.db.stackVersion.findFirst({
    where: { stackId, number, stack: stackWhere(ctx.actor) },
    select: { content: { select: { document: true } }, stack: true },
  });
  if (!row) throw new AppError('not_found', `Version ${number} not found`);
  const { stack } = row;
  const stored = row.content.document;
  const document = await parseStackDocument(ctx, { ...(typeof stored === 'object' && stored), name: stack.name });
  return { stack, document };
}

/**
 * What changed from another version of the stack to this one; by default from the one before. All is new in the oldest
 * version.
 * @throws not_found
 */
export async function versionDifferences(
  ctx: Ctx,
  version: StackVersion,
  since: number | null,
): Promise<StackDifference[]> {
  const { document } = await readVersion(ctx, version);
  if (since !== null) {
    const { document: before } = await readVersion(ctx, { stackId: version.stackId, number: since });
    return differences(before, document);
  }
  const earlier = await ctx.db.stackVersion.findFirst({
    where: { stackId: version.stackId, number: { lt: version.number }, stack: stackWhere(ctx.actor) },
    orderBy: { number: 'desc' },
    select: { stackId: true, number: true },
  });
  return differences(earlier && (await readVersion(ctx, earlier)).document, document);
}

/** A version as it can be restored now. `gone` has the paths of parts that no longer exist and are left out. */
type Restorable = { readonly stack: Stack; readonly document: ParsedStackDocument; readonly gone: readonly string[] };

/** Leaves out servers, tools and callers that the account no longer has: a roll-back must not fail because of them. */
async function restorable(ctx: Ctx, version: StackVersion): Promise<Restorable> {
  const { stack, document } = await readVersion(ctx, version);
  const gone: string[] = [];
  const servers = await presentServers(ctx, document.servers, gone);
  const unknown = new Set(await unknownCallers(ctx, [...new Set(document.rules.flatMap((rule) => rule.callers))]));
  const rules = [...rulesByPath(document.rules)].flatMap(([path, rule]) => {
    const known = rule.callers.filter((id) => !unknown.has(id));
    if (known.length < rule.callers.length) gone.push(path);
    // Drop a rule whose callers are all gone, since a rule without callers applies to every caller.
    return known.length === 0 && rule.callers.length > 0 ? [] : [{ ...rule, callers: known }];
  });
  return { stack, document: { ...document, servers, rules }, gone };
}

async function presentServers(ctx: Ctx, servers: StackDocument['servers'], gone: string[]) {
  const existing = await findServersBySlug(
    ctx,
    servers.map(({ id }) => id),
  );
  const serverId = { in: [...existing.values()].map(({ id }) => id) };
  const toolId = { in: servers.flatMap(({ tools }) => tools.map(({ id }) => id)) };
  const tools = await ctx.db.tool.findMany({ where: { serverId, toolId, ...OFFERED }, select: { toolId: true } });
  const fields = await ctx.db.credentialField.findMany({
    where: { serverId, required: true },
    select: { serverId: true, fieldId: true },
  });
  const offered = new Set<string>(tools.map((tool) => tool.toolId));
  return servers.flatMap((server) => {
    const key = existing.get(server.id)?.id;
    if (key === undefined) gone.push(toPointer(['servers', server.id]));
    if (key === undefined) return [];
    const present = server.tools.filter(({ id }) => offered.has(id));
    for (const { id } of server.tools) if (!offered.has(id)) gone.push(toPointer(['servers', server.id, 'tools', id]));
    const own = fields.filter((field) => field.serverId === key).map(({ fieldId }) => fieldId);
    return [{ ...server, tools: present, credentials: server.credentialMode === 'user' ? [] : own }];
  });
}

/** The changes that rolling a stack back would make, and the paths of parts that no longer exist. */
export async function planRollBack(ctx: Ctx, version: StackVersion): Promise<StackPlan & Pick<Restorable, 'gone'>> {
  const { stack, document, gone } = await restorable(ctx, version);
  return { ...(await planDocument(ctx, stack, document)), gone };
}

/**
 * Makes a stack equal to one of its versions, in one transaction. Parts that no longer exist are left out.
 * @throws forbidden, not_found; as `applyStack`
 */
export async function rollBackStack(
  ctx: Ctx,
  id: StackVersionId,
  ifDigest: string | null,
): Promise<AppliedStack & Pick<Restorable, 'gone'>> {
  requireRightSomewhere(ctx.actor, 'write');
  const version = await findStackVersion(ctx, id);
  if (!version) throw new AppError('not_found', 'Version not found');
  const { stack: existing, document, gone } = await restorable(ctx, version);
  const action = 'stack.roll_back' as const;
  const applied = await applyDocument(ctx, {
    document,
    existing,
    ifDigest,
    action,
    details: { version: version.number },
  });
  return { ...applied, gone };
}
