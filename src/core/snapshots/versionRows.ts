import type { Ctx } from '../kernel/context.ts';
import { newStackServerId, type StackServerId } from '../kernel/ids.ts';
import { AppError } from '../lib/errors.ts';
import { isRecord } from '../lib/json.ts';
import { MARKETPLACE } from '../servers/server.ts';
import { type ParsedStackDocument, parseStackDocument } from '../stacks/stackDocument.ts';
import { type PlacedRow, type StackRow, TOOLS_AT_A_TIME, type ToolRow } from './toSnapshot.ts';

/** A tool of a stack's server, by the row id of the stack server. */
export type PlacedTool = { readonly stackServerId: StackServerId; readonly row: ToolRow };

/** A version's contents as rows of the stack, and its document. */
type VersionRows = { readonly stack: StackRow; readonly document: ParsedStackDocument; readonly createdAt: Date };

/**
 * A stack's rows with the servers, settings and skills of one of its versions. A server that the stack no longer has
 * has no credentials. Servers that no longer exist are left out. @throws not_found
 */
export async function atVersion(ctx: Ctx, present: StackRow, number: number): Promise<VersionRows> {
  const { id: stackId, name, accountId } = present;
  const version = await ctx.db.stackVersion.findFirst({
    where: { stackId, number, stack: { accountId } },
    select: { createdAt: true, content: { select: { document: true } } },
  });
  if (!version) throw new AppError('not_found', `Version ${number} not found`);
  const stored = version.content.document;
  const document = await parseStackDocument(ctx, { ...(isRecord(stored) && stored), name });
  const placed = new Map(present.servers.map((row) => [row.server.slug, row]));
  const others = await ctx.db.server.findMany({
    where: {
      slug: { in: document.servers.map(({ id }) => id).filter((slug) => !placed.has(slug)) },
      owner: { in: [MARKETPLACE, accountId] },
    },
    include: { fields: { orderBy: { position: 'asc' } } },
    orderBy: { owner: 'desc' },
  });
  for (const server of others) {
    // The account's private servers come last, so that they replace others with the same id.
    placed.set(server.slug, {
      ...{ id: newStackServerId(), stackId, serverId: server.id, server, createdAt: present.createdAt },
      ...{ credentialMode: 'stack', heldInstructions: null, heldSkills: null, areInstructionsRefused: false },
    });
  }
  // In the document's order, which does not depend on later changes of the stack.
  const servers = document.servers.flatMap(({ id, credentialMode }): readonly PlacedRow[] => {
    const row = placed.get(id);
    return row ? [{ ...row, credentialMode }] : [];
  });
  const { skills } = document;
  return {
    stack: { ...present, ...recordingOf(present, document), versions: [{ number }], servers, skills },
    document,
    createdAt: version.createdAt,
  };
}

type Recording = Pick<StackRow, 'recordsCalls' | 'contentDays'> & { readonly contentRedactions: readonly string[] };

/** The stricter of the settings about recording: calls are recorded only if the stack and the version say so. */
const recordingOf = (stack: Recording, version: Recording) => ({
  recordsCalls: stack.recordsCalls && version.recordsCalls,
  contentDays:
    stack.contentDays === null || version.contentDays === null
      ? null
      : Math.min(stack.contentDays, version.contentDays),
  contentRedactions: [...new Set([...stack.contentRedactions, ...version.contentRedactions])],
});

/**
 * The tools of a version that still exist, in parts, by server and in the server's order. The stack's reviews of their
 * definitions apply. A tool that the stack no longer has gets no reviews, so it's left out once its definition changes,
 * if the account reviews changes.
 */
export async function* readVersionTools(
  ctx: Ctx,
  { stack, document, createdAt }: VersionRows,
): AsyncGenerator<readonly PlacedTool[]> {
  const ofSlug = new Map(document.servers.map(({ id, tools }) => [id, new Map(tools.map((tool) => [tool.id, tool]))]));
  const { heldChanges, reviewSettings } = await ctx.db.account.findUniqueOrThrow({
    where: { id: stack.accountId },
    select: { heldChanges: true, reviewSettings: { select: { serverId: true, kinds: true } } },
  });
  const kindsOf = new Map(reviewSettings.map(({ serverId, kinds }) => [serverId, kinds]));
  for (const { id: stackServerId, server } of stack.servers) {
    const isReviewed = (kindsOf.get(server.id) ?? heldChanges).length > 0;
    const wanted = ofSlug.get(server.slug);
    if (!wanted || wanted.size === 0) continue;
    const all = await ctx.db.tool.findMany({
      where: { serverId: server.id },
      select: { id: true, toolId: true },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
    });
    const keys = all.filter(({ toolId }) => wanted.has(toolId)).map(({ id }) => id);
    for (let at = 0; at < keys.length; at += TOOLS_AT_A_TIME) {
      const rows = await ctx.db.tool.findMany({
        where: { id: { in: keys.slice(at, at + TOOLS_AT_A_TIME) } },
        include: { enabledTools: { where: { stackServer: { stackId: stack.id } }, include: { held: true } } },
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
      });
      yield rows.flatMap(({ enabledTools: [enabled], ...tool }) => {
        const texts = wanted.get(tool.toolId);
        // Another stack may still review the removal of a tool.
        const isUnreviewed = isReviewed && tool.changedAt !== null && tool.changedAt > createdAt;
        if (!texts || ((tool.removedAt !== null || isUnreviewed) && !enabled)) return [];
        const { name: alias, description, isPinned } = texts;
        const review = { held: enabled?.held ?? null, refusedDigest: enabled?.refusedDigest ?? null };
        return [{ stackServerId, row: { tool, alias, description, isPinned, ...review } }];
      });
    }
  }
}
