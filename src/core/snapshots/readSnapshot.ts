import type { Prisma } from '../../generated/prisma/client.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/changes.ts';
import type { Ctx } from '../kernel/context.ts';
import type { StackId } from '../kernel/ids.ts';
import { mayDoIn } from '../kernel/roles.ts';
import { noSuchStack, ownAccountWhere } from '../kernel/scope.ts';
import { eventLoop } from '../lib/eventLoopScheduler.ts';
import { lazily } from '../lib/lazily.ts';
import { isStorable } from '../lib/text.ts';
import { readHintSettings } from '../policies/hints.ts';
import { toPolicies } from '../policies/policies.ts';
import type { SnapshotServer, SnapshotTool, StackSnapshot } from './snapshot.ts';
import { type Hinted, STACK_ROWS, type StackRow, TOOLS_AT_A_TIME, toServer, toSnapshot, toTool } from './toSnapshot.ts';
import type { PlacedTool } from './versionRows.ts';

type EnabledRow = Prisma.EnabledToolGetPayload<{ include: { tool: true; held: true } }>;

/**
 * The snapshot of a stack, immediately from memory or from the database. An agent of a pinned endpoint gets that
 * version of the stack.
 * @throws not_found, also for another account's stack
 */
export function getSnapshot(ctx: Ctx, stackId: StackId): StackSnapshot | Promise<StackSnapshot> {
  const { actor } = ctx;
  const isPinned = actor.kind === 'agent' && actor.pinnedVersion !== undefined && actor.stackId === stackId;
  return getVersionSnapshot(ctx, stackId, isPinned ? actor.pinnedVersion : undefined);
}

/** As `getSnapshot`, for one of the stack's versions; by default for the stack as it is. @throws not_found */
export function getVersionSnapshot(
  ctx: Ctx,
  stackId: StackId,
  number: number | undefined,
): StackSnapshot | Promise<StackSnapshot> {
  const { snapshots, actor } = ctx;
  const readable = (snapshot: StackSnapshot) =>
    mayRead(actor, snapshot) ? snapshot : Promise.reject<StackSnapshot>(noSuchStack());
  const key = number === undefined ? stackId : `${stackId} ${number}`;
  const known = snapshots.get(key);
  if (known) return readable(known);
  // A change of the stack also drops its versions.
  const of = number === undefined ? undefined : stackId;
  return snapshots.load(key, () => readSnapshot(ctx, stackId, number), of).then(readable);
}

/** The stack whose snapshot a change invalidates; null if there is none. Credentials are not part of a snapshot. */
export const snapshotKeyOf = ({ kind, id }: Change): string | null =>
  kind === 'tools' || kind === 'stackSettings' || kind === 'stackDeleted' ? id : null;

/**
 * Whether the caller may use a snapshot. Checked each time, since a cached one may have been read for another caller.
 */
function mayRead(actor: Actor, { accountId, stackId }: StackSnapshot): boolean {
  switch (actor.kind) {
    case 'agent':
      return actor.stackId === stackId && actor.accountId === accountId;
    case 'apiKey':
    case 'user':
      // Callers with `invoke` may list the tools, even without the right to read anything else.
      return actor.accountId === accountId && (mayDoIn(actor, 'invoke', stackId) || mayDoIn(actor, 'read', stackId));
    case 'operator':
      return actor.accountId === null || actor.accountId === accountId;
    case 'link':
    case 'visitor':
      return false;
  }
}

// Few endpoints are pinned, and stack documents need CEL.
const loadVersions = lazily(() => import('./versionRows.ts'));

async function readSnapshot(ctx: Ctx, stackId: StackId, number: number | undefined): Promise<StackSnapshot> {
  if (!isStorable(stackId)) throw noSuchStack();
  const { actor } = ctx;
  // Access is checked for every snapshot, even a cached one (`mayRead`).
  const account = actor.kind === 'agent' ? { accountId: actor.accountId } : ownAccountWhere(actor);
  const present = await ctx.db.stack.findFirst({ where: { id: stackId, ...account }, include: STACK_ROWS });
  if (!present) throw noSuchStack();
  const { accountId } = present;
  const versions = number === undefined ? null : { ...(await loadVersions()), number };
  const version = versions && (await versions.atVersion(ctx, present, versions.number));
  const stack = version?.stack ?? present;
  const serverIds = stack.servers.map(({ server }) => server.id);
  const [rules, hints] = await Promise.all([
    ctx.db.policyRule.findMany({
      where: { accountId, disabledAt: null, OR: [{ stackId: null }, { stackId }] },
      orderBy: { id: 'asc' },
    }),
    readHintSettings(ctx.db, accountId, serverIds),
  ]);
  const places: Places = new Map();
  for (const row of stack.servers) {
    const hinted = { owner: row.server.owner, settings: hints.get(row.server.id) };
    places.set(row.id, { server: toServer(row), hinted, tools: [] });
    await eventLoop.yieldIfBusy(accountId);
  }
  const tools = version ? versions.readVersionTools(ctx, version) : readEnabledTools(ctx, stack);
  for await (const rows of tools) {
    for (const [at, { stackServerId, row }] of rows.entries()) {
      const place = places.get(stackServerId);
      place?.tools.push(toTool(row, place.server, place.hinted));
      if (at % TOOLS_IN_A_TURN === 0) await eventLoop.yieldIfBusy(accountId);
    }
  }
  return toSnapshot(stack, places, await toPolicies(rules));
}

/** The servers with their tools, by the row id of the stack server. */
type Places = Map<string, { readonly server: SnapshotServer; readonly hinted: Hinted; readonly tools: SnapshotTool[] }>;

/** Rows processed before yielding to other requests. */
const TOOLS_IN_A_TURN = 50;

/** The enabled tools of a stack, in parts. */
async function* readEnabledTools(ctx: Ctx, { id, accountId }: StackRow): AsyncGenerator<readonly PlacedTool[]> {
  let last: EnabledRow | undefined;
  do {
    const rows: EnabledRow[] = await ctx.db.enabledTool.findMany({
      where: { stackServer: { stack: { id, accountId } }, ...(last && after(last)) },
      include: { tool: true, held: true },
      orderBy: [{ stackServerId: 'asc' }, { tool: { position: 'asc' } }, { toolKey: 'asc' }],
      take: TOOLS_AT_A_TIME,
    });
    yield rows.map((row) => ({ stackServerId: row.stackServerId, row }));
    last = rows[TOOLS_AT_A_TIME - 1];
  } while (last);
}

// Also orders by row id, since a removed tool may have the same position as a current one.
const after = ({ stackServerId, toolKey, tool: { position } }: EnabledRow): Prisma.EnabledToolWhereInput => ({
  OR: [
    { stackServerId: { gt: stackServerId } },
    { stackServerId, tool: { position: { gt: position } } },
    { stackServerId, tool: { position }, toolKey: { gt: toolKey } },
  ],
});
