import { z } from 'zod';
import type { KeptDefinition, Prisma, Server } from '../../generated/prisma/client.ts';
import { appendAudit, type NewAuditEvent } from '../kernel/audit/audit.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { toolIdSchema } from '../kernel/idSchemas.ts';
import type { AccountId, ServerId, ServerKey, StackId, ToolChangeId, ToolId } from '../kernel/ids.ts';
import { type IdOrder, pageAmong, pageById, type Window } from '../kernel/page.ts';
import { ownAccountId, requireRightSomewhere, singleStacks, stackWhere } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { listUpTo, parseInput } from '../lib/parse.ts';
import { containsText, type Search } from '../lib/search.ts';
import { isStorable } from '../lib/text.ts';
import { NAMED_TOOLS_MAX } from '../servers/document.ts';
import { visibleServers } from '../servers/server.ts';
import type { ChangeKind } from './change.ts';
import { changeEvents, deleteDefinitions } from './hold.ts';
import { instructionsEvents, isFindable, type SettledText, settleInstructions } from './instructions.ts';
import { deleteRemovedTools } from './removedTools.ts';
import { isReviewedStack, type ReviewedStacks } from './reviewedStacks.ts';
import { acceptTools, refuseTools, requireFew, type SettledTool } from './settleTools.ts';
import { REMOVED } from './worker.ts';

/** The columns and relations that `listToolChanges` loads, and the page that it returns. */
type ToolChangeLoad = Pick<Prisma.KeptDefinitionFindManyArgs, 'include' | 'select'> & Window;

export type ToolChangeFilter = {
  readonly serverId?: ServerId | null | undefined;
  readonly stackId?: StackId | null | undefined;
  /** Text in the tool’s id or its server’s name, ignoring case. */
  readonly search?: Search;
  /** Combined impact of all changes of the tool. */
  readonly changeKind?: ChangeKind | null | undefined;
};

function whereOf(
  ctx: Ctx,
  { serverId, stackId, search, changeKind }: ToolChangeFilter,
): Prisma.KeptDefinitionWhereInput {
  const stack = { AND: [stackWhere(ctx.actor), stackId ? { id: stackId } : {}] };
  const matching = search && { OR: [{ toolId: containsText(search) }, { server: { name: containsText(search) } }] };
  return {
    enabledTools: { some: { stackServer: { stack } } },
    tool: { ...(serverId && { server: { slug: serverId } }), ...matching },
    ...(changeKind && { kind: changeKind }),
  };
}

/** Held tools of the account's stacks with their kept definitions, pending or refused, oldest first. */
export async function listToolChanges(
  ctx: Ctx,
  filter: ToolChangeFilter = {},
  load: ToolChangeLoad = {},
  direction: IdOrder = 'asc',
): Promise<KeptDefinition[]> {
  const page = pageById(direction, pageAmong('', load));
  if (!isFindable(filter)) return [];
  return ctx.db.keptDefinition.findMany({ ...page, where: { AND: [page.where, whereOf(ctx, filter)] } });
}

/** The tool change with this id; null if unknown or another account's. */
export const findToolChange = (
  ctx: Ctx,
  id: ToolChangeId,
  load: Pick<ToolChangeLoad, 'include' | 'select'> = {},
): Promise<KeptDefinition | null> => ctx.db.keptDefinition.findFirst({ ...load, where: { id, ...whereOf(ctx, {}) } });

/** Number of changes that `listToolChanges` returns. @throws forbidden for an agent */
export async function countToolChanges(ctx: Ctx, filter: ToolChangeFilter = {}): Promise<number> {
  const where = whereOf(ctx, filter);
  return isFindable(filter) ? ctx.db.keptDefinition.count({ where }) : 0;
}

/** Subject of a review: a server in its current state and its changed tools. */
export type Reviewed = {
  readonly server: Server;
  readonly toolIds: readonly ToolId[];
  /** Tools that the server no longer lists and that no stack of the account enables. */
  readonly removedToolIds: readonly ToolId[];
  /** Whether the review also covered the server's instructions. */
  readonly hasInstructions: boolean;
};

const BAD_INPUT = 'Invalid request parameters';
const reviewInput = z.object({
  digest: z.string().max(64),
  toolIds: listUpTo(toolIdSchema(z.string()), NAMED_TOOLS_MAX).nullish(),
  instructions: z.boolean().nullish(),
});

/**
 * Accepts the current definitions of a server's tools, so that they can be called again. Applies to all stacks of the
 * account, or only to those in which the caller may enable tools. Accepting a removal disables the tool in those
 * stacks. The input is `{ digest, toolIds?, instructions? }`: the reviewed server digest (`Server.digest`), the tools,
 * and whether to accept the instructions. Without `toolIds` and `instructions`, accepts everything pending. With only
 * `toolIds`, the instructions stay pending. Requires the right to enable tools, in the account or in a stack.
 * @throws forbidden, not_found; invalid_input if the server has changed since, nothing is pending, or more tools in
 * single stacks are affected than one review settles
 */
export function acceptToolChanges(ctx: Ctx, serverId: ServerId, input: unknown): Promise<Reviewed> {
  return review(ctx, serverId, input, 'tool.accept');
}

/**
 * Refuses the current definitions of a server's tools. The stacks keep the old definitions, and the tools cannot be
 * called until the server reverts, or changes again and that change is accepted. A removal cannot be refused: it waits
 * until it is accepted or the server lists the tool again. Input and errors as for `acceptToolChanges`.
 */
export function refuseToolChanges(ctx: Ctx, serverId: ServerId, input: unknown): Promise<Reviewed> {
  return review(ctx, serverId, input, 'tool.refuse');
}

type ReviewAnswer = 'tool.accept' | 'tool.refuse';

const NOTHING: Readonly<Record<ReviewAnswer, string>> = { 'tool.accept': '', 'tool.refuse': ' that can be refused' };

async function review(ctx: Ctx, slug: ServerId, input: unknown, action: ReviewAnswer): Promise<Reviewed> {
  requireRightSomewhere(ctx.actor, 'write');
  const stacks = {
    accountId: ownAccountId(ctx.actor),
    stackIds: singleStacks(ctx.actor, 'write'),
  };
  const { digest, toolIds: requestedIds, instructions } = parseInput(reviewInput, input, BAD_INPUT);
  const toolIds = requestedIds?.filter(isStorable) ?? null;
  const withInstructions = instructions ?? toolIds === null;
  const visible = isStorable(slug)
    ? await ctx.db.server.findMany({ where: { slug, ...visibleServers(ctx.actor) } })
    : [];
  if (visible.length === 0) throw new AppError('not_found', `Server ${slug} not found`);
  const [server, ...same] = visible.filter((each) => each.digest === digest);
  if (!server) throw changedSince();
  const serverIds = [server, ...same].map(({ id }) => id);
  return write(ctx, async (tx) => {
    const rows = await tx.$queryRaw<unknown[]>`
    SELECT id FROM server WHERE id = ANY(${serverIds}::text[]) AND digest = ${digest} ORDER BY id FOR SHARE`;
    if (rows.length < serverIds.length) throw changedSince();
    const bumped = await bumpHoldingStacks(tx, serverIds, stacks);
    const settled = await (action === 'tool.accept' ? acceptTools : refuseTools)(tx, serverIds, { stacks, toolIds });
    requireFew(stacks, settled);
    const texts = withInstructions ? await settleInstructions(tx, serverIds, { stacks, action }) : [];
    await deleteRemovedTools(tx, serverIds);
    for (const id of serverIds) await deleteDefinitions(tx, id);
    const [audit, ...more] = eventsOf(action, { accountId: stacks.accountId, server }, { settled, texts });
    if (!audit) throw new AppError('invalid_input', `No change of ${slug} waits for a review${NOTHING[action]}`);
    for (const event of more) await appendAudit(ctx, tx, event);
    const idsOf = (some: readonly SettledTool[]): ToolId[] => [...new Set(some.map(({ toolId }) => toolId))];
    return {
      value: {
        server,
        toolIds: idsOf(settled),
        removedToolIds: idsOf(settled.filter(({ after }) => after === REMOVED)),
        hasInstructions: texts.length > 0,
      },
      audit,
      changes: bumped.map(({ id }) => ({ kind: 'tools', id })),
    };
  });
}

/**
 * Audit events of a review. Each single stack has separate events, since callers who see only that stack see no others.
 */
function eventsOf(
  action: ReviewAnswer,
  { accountId, server }: { readonly accountId: AccountId; readonly server: Server },
  { settled, texts }: { readonly settled: readonly SettledTool[]; readonly texts: readonly SettledText[] },
): readonly NewAuditEvent[] {
  const tools = Map.groupBy(settled, ({ stackId }) => stackId);
  const instructions = Map.groupBy(texts, ({ stackId }) => stackId);
  return [...new Set([...instructions.keys(), ...tools.keys()])].flatMap((stackId) => {
    const [before, changes] = [instructions.get(stackId), tools.get(stackId)];
    return [
      ...(before ? instructionsEvents(action, { accountId, stackId, server }, before) : []),
      ...(changes ? changeEvents(action, { accountId, stackId, serverId: server.slug }, changes) : []),
    ];
  });
}

const changedSince = (): AppError => {
  const message = 'The server changed after the review: review it again';
  return new AppError('invalid_input', message, { issues: [{ path: '/digest', message }] });
};

/**
 * Raises the version of each stack of the account that keeps old definitions of the servers, since agents now see a
 * different list.
 */
function bumpHoldingStacks(
  tx: Tx,
  serverIds: readonly ServerKey[],
  stacks: ReviewedStacks,
): Promise<{ readonly id: StackId }[]> {
  return tx.$queryRaw<{ readonly id: StackId }[]>`
    WITH holding AS (
      SELECT id FROM stack WHERE ${isReviewedStack(stacks)} AND EXISTS (
        SELECT 1 FROM stack_server placed LEFT JOIN enabled_tool ON enabled_tool.stack_server_id = placed.id
        WHERE placed.stack_id = stack.id AND placed.server_id = ANY(${serverIds}::text[])
          AND (enabled_tool.held_digest IS NOT NULL OR placed.held_instructions IS NOT NULL))
      ORDER BY id FOR NO KEY UPDATE)
    UPDATE stack SET version = version + 1 FROM holding WHERE stack.id = holding.id RETURNING stack.id`;
}
