import type { Prisma } from '../../generated/prisma/client.ts';
import type { Actor } from '../actor.ts';
import { redactionOf } from '../callContents/redact.ts';
import { exposeForClients } from '../calls/namespacing.ts';
import { keyPlaceOf } from '../calls/serviceKey.ts';
import { isSafe } from '../calls/unknownOutcome.ts';
import type { Change } from '../changes.ts';
import type { Ctx } from '../context.ts';
import { clientFieldsOf } from '../credentials/clientFields.ts';
import { destinationsOf, toDestinationServer } from '../credentials/destination.ts';
import type { AccountId, StackId } from '../ids.ts';
import { eventLoop } from '../lib/eventLoopScheduler.ts';
import { isJsonObject, type JsonObject } from '../lib/json.ts';
import { storedObject, storedObjectOrNull } from '../lib/storedJson.ts';
import { isStorable } from '../lib/text.ts';
import { connectorSchema, placementSchema } from '../marketplace/document.ts';
import { toForClients } from '../marketplace/forClients.ts';
import { oauth2Schema } from '../marketplace/oauth2.ts';
import { toolRequestSchema } from '../marketplace/toolRequest.ts';
import { type HintSettings, hintsInForce, readHintSettings } from '../policies/hints.ts';
import { type Policies, toPolicies } from '../policies/policies.ts';
import { toChangeKind } from '../reviews/change.ts';
import { type HeldChange, heldDescription, toDefinition } from '../reviews/heldTool.ts';
import { mayDoIn } from '../roles.ts';
import { noSuchStack, ownAccountWhere } from '../scope.ts';
import { pinnedIn } from '../skills/pinnedIn.ts';
import { storedFrontMatter } from '../skills/skillText.ts';
import { credentialModeSchema } from '../stacks/credentialMode.ts';
import { createMemo, type SnapshotServer, type SnapshotTool, type StackSnapshot } from './snapshot.ts';

const include = {
  skills: { select: { name: true, content: true, frontMatter: true }, orderBy: { name: 'asc' } },
  servers: {
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    include: { server: { include: { fields: { orderBy: { position: 'asc' } } } } },
  },
} satisfies Prisma.StackInclude;

type StackRow = Prisma.StackGetPayload<{ include: typeof include }>;
type PlacedRow = StackRow['servers'][number];
type EnabledRow = Prisma.EnabledToolGetPayload<{ include: { tool: true; held: true } }>;

/**
 * The snapshot of a stack, immediately from memory or from the database.
 * @throws not_found, also for another account's stack
 */
export function getSnapshot(ctx: Ctx, stackId: StackId): StackSnapshot | Promise<StackSnapshot> {
  const { snapshots, actor } = ctx;
  const readable = (snapshot: StackSnapshot) =>
    mayRead(actor, snapshot) ? snapshot : Promise.reject<StackSnapshot>(noSuchStack());
  const known = snapshots.get(stackId);
  return known ? readable(known) : snapshots.load(stackId, () => readSnapshot(ctx, stackId)).then(readable);
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

async function readSnapshot(ctx: Ctx, stackId: StackId): Promise<StackSnapshot> {
  if (!isStorable(stackId)) throw noSuchStack();
  const stack = await ctx.db.stack.findFirst({ where: { id: stackId, ...accountOf(ctx) }, include });
  if (!stack) throw noSuchStack();
  const { accountId } = stack;
  const serverIds = stack.servers.map(({ server }) => server.id);
  const [rules, hints] = await Promise.all([
    ctx.db.policyRule.findMany({
      where: { accountId, disabledAt: null, OR: [{ stackId: null }, { stackId }] },
      orderBy: { id: 'asc' },
    }),
    readHintSettings(ctx.db, accountId, serverIds),
  ]);
  return toSnapshot(stack, await readTools(ctx, stack, hints), await toPolicies(rules));
}

/** Rows per read: reading ten thousand tools together would block the event loop for a quarter of a second. */
const TOOLS_AT_A_TIME = 250;
/** Rows processed before yielding to other requests. */
const TOOLS_IN_A_TURN = 50;

/** The enabled tools of each server, by the row id of the stack server. */
async function readTools(ctx: Ctx, { id, accountId, servers }: StackRow, hints: Hints): Promise<ToolsByPlace> {
  const byServer = new Map<string, { server: SnapshotServer; hinted: Hinted; tools: SnapshotTool[] }>();
  for (const row of servers) {
    const hinted = { owner: row.server.owner, settings: hints.get(row.server.id) };
    byServer.set(row.id, { server: toServer(row), hinted, tools: [] });
    await eventLoop.yieldIfBusy(accountId);
  }
  let last: EnabledRow | undefined;
  do {
    const rows: EnabledRow[] = await ctx.db.enabledTool.findMany({
      where: { stackServer: { stack: { id, accountId } }, ...(last && after(last)) },
      include: { tool: true, held: true },
      orderBy: [{ stackServerId: 'asc' }, { tool: { position: 'asc' } }, { toolKey: 'asc' }],
      take: TOOLS_AT_A_TIME,
    });
    for (const [at, row] of rows.entries()) {
      const place = byServer.get(row.stackServerId);
      place?.tools.push(toTool(row, place.server, place.hinted));
      if (at % TOOLS_IN_A_TURN === 0) await eventLoop.yieldIfBusy(accountId);
    }
    last = rows[TOOLS_AT_A_TIME - 1];
  } while (last);
  return byServer;
}

type Hints = Awaited<ReturnType<typeof readHintSettings>>;
/** A server's owner, and the account's hint settings for the server. */
type Hinted = { readonly owner: string; readonly settings: HintSettings | undefined };
type ToolsByPlace = ReadonlyMap<string, { readonly server: SnapshotServer; readonly tools: readonly SnapshotTool[] }>;

// Also orders by row id, since a removed tool may have the same position as a current one.
const after = ({ stackServerId, toolKey, tool: { position } }: EnabledRow): Prisma.EnabledToolWhereInput => ({
  OR: [
    { stackServerId: { gt: stackServerId } },
    { stackServerId, tool: { position: { gt: position } } },
    { stackServerId, tool: { position }, toolKey: { gt: toolKey } },
  ],
});

// Access is checked for every snapshot, even a cached one (`mayRead`).
const accountOf = ({ actor }: Ctx): { accountId?: AccountId } =>
  actor.kind === 'agent' ? { accountId: actor.accountId } : ownAccountWhere(actor);

function toSnapshot(stack: StackRow, toolsByPlace: ToolsByPlace, policies: Policies | null): StackSnapshot {
  const placed = [...toolsByPlace.values()];
  const { recordsCalls, contentDays, contentRedactions } = stack;
  return {
    stackId: stack.id,
    accountId: stack.accountId,
    version: stack.version,
    recordsCalls: stack.recordsCalls,
    contents:
      recordsCalls && contentDays !== null ? { days: contentDays, redaction: redactionOf(contentRedactions) } : null,
    policies,
    servers: placed.map(({ server }) => server),
    tools: byName(placed.flatMap(({ tools }) => tools.filter((tool) => !isRemoved(tool)))),
    removed: new Map(
      placed
        .flatMap(({ tools }) => tools.filter(isRemoved))
        .flatMap((tool) => [[tool.toolId, tool] as const, [tool.exposedName, tool] as const]),
    ),
    skills: stack.skills.map((skill) => ({ ...skill, frontMatter: storedFrontMatter.parse(skill.frontMatter) })),
    memo: createMemo(),
  };
}

// If two servers without a prefix have the same name, it belongs to the server that was added first.
function byName(tools: readonly SnapshotTool[]): ReadonlyMap<string, SnapshotTool> {
  const named = new Map<string, SnapshotTool>();
  for (const tool of tools) if (!named.has(tool.exposedName)) named.set(tool.exposedName, tool);
  return named;
}

const isRemoved = ({ held }: SnapshotTool): boolean => held?.kind === 'removed';

function toServer(placed: PlacedRow): SnapshotServer {
  const { server } = placed;
  const credentialMode = credentialModeSchema.parse(placed.credentialMode);
  return {
    id: server.id,
    stackServerId: placed.id,
    slug: server.slug,
    name: server.name,
    isPrefixed: server.toolPrefix,
    connector: connectorSchema.parse(server.connector),
    instructions: placed.heldInstructions ?? server.instructions ?? '',
    skills: pinnedIn(placed),
    fields: server.fields.map(({ fieldId, name, required, secret, placement, oauth2 }) => ({
      fieldId,
      name,
      required,
      isSecret: secret,
      placement: placement === null ? null : placementSchema.parse(placement),
      oauth2: oauth2 === null ? null : oauth2Schema.parse(oauth2),
    })),
    clientFields: clientFieldsOf(server.fields),
    credentialMode,
    usesCredentials: server.fields.length > 0 || credentialMode !== 'stack',
    destinations: destinationsOf(toDestinationServer(server)),
  };
}

function toTool(row: EnabledRow, server: SnapshotServer, { owner, settings }: Hinted): SnapshotTool {
  const { tool, alias, description, isPinned, held } = row;
  const { toolId } = tool;
  // While a change awaits review, callers only see the previous definition.
  const { name, title, ...own } = held ? toDefinition(held) : definedBy(tool);
  const shown = description ?? own.description;
  const request = own.request === null ? null : toolRequestSchema.parse(own.request);
  const toolFacts = { toolId, annotations: toObjectOrNull(own.annotations) };
  const { annotations, ruleHints } = hintsInForce(toolFacts, { owner, connector: server.connector }, settings);
  return {
    toolId,
    exposedName: alias ?? toolId,
    name,
    title,
    description: held ? heldDescription(shown) : shown,
    isPinned,
    inputSchema: toObject(own.inputSchema),
    outputSchema: toObjectOrNull(own.outputSchema),
    annotations,
    ...(ruleHints !== annotations && { ruleHints }),
    forClients: exposeForClients(server, toForClients(own.forClients)),
    request,
    keyPlace: keyPlaceOf(request, server),
    isSafe: isSafe(request, annotations),
    asks: held ? [] : tool.asks,
    digest: held ? held.digest : tool.digest,
    held: heldOf(row),
    server,
  };
}

const definedBy = ({ inputSchema, outputSchema, annotations, forClients, request, ...row }: EnabledRow['tool']) => ({
  ...row,
  inputSchema: storedObject(inputSchema),
  outputSchema: storedObjectOrNull(outputSchema),
  annotations: storedObjectOrNull(annotations),
  forClients: storedObjectOrNull(forClients),
  request: storedObjectOrNull(request),
});

/** Why a tool is held; null if it isn't. A removed tool is held even if the stack keeps no definition. */
function heldOf({ tool, held, refusedDigest }: EnabledRow): HeldChange | null {
  if (tool.removedAt !== null) return { kind: 'removed', isRefused: false };
  return held ? { kind: toChangeKind(held.kind), isRefused: refusedDigest === tool.digest } : null;
}

/** Reads a JSON column that holds an object or nothing. */
const toObjectOrNull = (value: unknown): JsonObject | null => (value === null ? null : toObject(value));

/** Reads a JSON column that always holds an object. */
const toObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
