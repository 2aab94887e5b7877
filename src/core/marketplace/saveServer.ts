import type { Prisma, Server } from '../../generated/prisma/client.ts';
import { readDestinations } from '../credentials/addressValues.ts';
import { usesOf } from '../credentials/destination.ts';
import { invalidateForNewDestination } from '../credentials/move.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { touchStacks } from '../kernel/findStack.ts';
import { newRowId, newServerKey, newToolKey, type ServerId, type ServerKey } from '../kernel/ids.ts';
import { requireRight } from '../kernel/scope.ts';
import { type WriteResult, write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { createFairQueue } from '../lib/fairQueue.ts';
import { isStorable, plural } from '../lib/text.ts';
import { requireCapacity } from '../limits/countedBounds.ts';
import { type Comparison, compareTools } from '../reviews/compare.ts';
import { holdChanges } from '../reviews/hold.ts';
import { holdInstructions } from '../reviews/instructions.ts';
import { removeTools } from '../reviews/removedTools.ts';
import { type CheckedServer, checkServer, type NamedTool, type SaveOptions } from '../servers/checkServer.ts';
import { canonicalOf } from '../servers/digest.ts';
import { connectorSchema, type ServerDocument } from '../servers/document.ts';
import { MARKETPLACE } from '../servers/server.ts';

const saving = createFairQueue({
  atOnceMax: 2,
  waitingPerAccountMax: 64,
  waitingMax: 256,
  retryAfterSeconds: 5,
  messages: {
    tooMany: 'Too many servers of this account are being saved: try again',
    busy: 'Too many servers are being saved: try again',
  },
});

/** The result of saving a document. `isChanged` is false for a document equal to the stored one. */
export type SavedServer = {
  readonly server: Server;
  readonly isChanged: boolean;
  readonly toolCount: number;
  /** Number of tools whose change now waits for review, in all affected accounts. */
  readonly heldCount: number;
};

/**
 * Adds or replaces a server from its document: in the marketplace for the operator, otherwise private to the account.
 * Tools keep their rows by tool id, so that stacks keep their enabled tools. An unchanged document is not written.
 * @throws invalid_input, with the document's problems as issues; forbidden for a private stdio server; already_exists
 */
export async function saveServer(ctx: Ctx, input: unknown, options: SaveOptions = {}): Promise<SavedServer> {
  requireRight(ctx.actor, 'write');
  const { document, tools } = await checkServer(ctx, input, options);
  const owner = ctx.actor.accountId ?? MARKETPLACE;
  const { digest, bytes } = canonicalOf(document);
  const where = { owner_slug: { owner, slug: document.id } };
  const before = await ctx.db.server.findUnique({ where });
  const unchanged = { isChanged: false, toolCount: tools.length, heldCount: 0 };
  if (before?.digest === digest) return { server: before, ...unchanged };
  // Queue saves: each may write thousands of rows, so many concurrent ones would use up the database connections.
  return saving.run({ accountId: ctx.actor.accountId, signal: ctx.signal }, () =>
    saveCompared(ctx, { document, tools, digest, bytes, isNew: options.isNew === true }),
  );
}

/** The error for an id that belongs to another server. */
export const serverIdTaken = (id: ServerId): AppError =>
  new AppError('already_exists', `Server ${id} already exists: choose another id`);

/** Maximum attempts of a save; concurrent saves rarely force another one. */
const ATTEMPTS_MAX = 5;

async function saveCompared(ctx: Ctx, saving: Saving): Promise<SavedServer> {
  const owner = ctx.actor.accountId ?? MARKETPLACE;
  for (let attempt = 1; ; attempt++) {
    const before = await ctx.db.server.findUnique({ where: { owner_slug: { owner, slug: saving.document.id } } });
    const comparison = await compareTools(ctx, before, saving);
    try {
      return await write(ctx, (tx) => save(ctx, tx, { ...saving, ...comparison, owner, before }));
    } catch (error) {
      if (!(error instanceof ConcurrentChange) || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

/** Rolls back a save if the server has changed since it was compared. */
class ConcurrentChange extends Error {}

type Saving = CheckedServer & { readonly digest: string; readonly bytes: number; readonly isNew: boolean };
type Save = Saving & Comparison & { readonly owner: string; readonly before: Server | null };

async function save(ctx: Ctx, tx: Tx, saving: Save): Promise<WriteResult<SavedServer>> {
  const { document, tools, digest, bytes, owner, before } = saving;
  const where = { owner_slug: { owner, slug: document.id } };
  const columns = { ...toColumns(document), digest, bytes, updatedAt: ctx.now() };
  const create = { id: newServerKey(), owner, slug: document.id, createdAt: ctx.now(), ...columns };
  if (before && saving.isNew) throw serverIdTaken(document.id);
  const [row] = await tx.$queryRaw<{ readonly digest: string }[]>`
    SELECT digest FROM server WHERE owner = ${owner} AND slug = ${document.id} FOR UPDATE`;
  if (row?.digest !== before?.digest) throw new ConcurrentChange();
  // This row lock waits for transactions that hold `lockServer`. So stacks that are adding the server are touched too.
  const server = await tx.server.upsert({ where, update: columns, create });
  // No stack can contain a server that this transaction creates, so the steps for stacks are left out.
  const isCreated = server.id === create.id;
  // Lock the stacks first, as every change of a stack does, so that no tools are being enabled there.
  const changes = isCreated ? [] : await touchStacks(ctx, tx, server.id);
  // Check the bound with the new document in place, since it may be smaller than the old one.
  await requireCapacity(ctx, tx, 'max_servers', 0);
  const connector = connectorSchema.parse(before?.connector ?? document.connector);
  const heldCount = await holdChanges(ctx, tx, { id: server.id, slug: server.slug, connector }, saving.compared);
  if (!isCreated) await holdInstructions(ctx, tx, server, before);
  await requireCapacity(ctx, tx, 'max_servers_bytes', 0);
  const toolIds = tools.map(({ toolId }) => toolId);
  if (!isCreated) await removeTools(ctx, tx, server.id, toolIds);
  await replaceTools(tx, server.id, saving, ctx.now());
  await replaceFields(tx, server.id, document, tools);
  const destinations = isCreated ? null : await readDestinations(tx, server.id);
  const moved = destinations ? await invalidateForNewDestination(ctx, tx, server, destinations) : [];
  return {
    value: { server, isChanged: true, toolCount: tools.length, heldCount },
    audit: {
      action: 'server.import',
      target: { kind: 'server', id: document.id },
      details: { owner, tools: tools.length },
    },
    changes: [...changes, ...moved],
  };
}

/** Removes a server from the marketplace or the account. @throws not_found; invalid_input while a stack uses it */
export async function removeServer(ctx: Ctx, slug: ServerId): Promise<Server> {
  requireRight(ctx.actor, 'write');
  const owner = ctx.actor.accountId ?? MARKETPLACE;
  const notFound = new AppError('not_found', `Server ${slug} not found`);
  if (!isStorable(slug)) throw notFound;
  return write(ctx, async (tx) => {
    // Lock before counting: a stack that is adding the server is then either counted or no longer finds it.
    await tx.$queryRaw`SELECT id FROM server WHERE owner = ${owner} AND slug = ${slug} FOR UPDATE`;
    const server = await tx.server.findUnique({ where: { owner_slug: { owner, slug } } });
    if (!server) throw notFound;
    const uses = await tx.stackServer.count({ where: { serverId: server.id } });
    if (uses > 0) throw new AppError('invalid_input', `Server ${slug} is in use by ${plural(uses, 'stack')}`);
    // An endpoint may be pinned to a version with the server.
    const changes = await touchStacks(ctx, tx, server.id);
    await tx.server.delete({ where: { id: server.id } });
    return {
      value: server,
      audit: { action: 'server.remove', target: { kind: 'server', id: slug }, details: { owner } },
      changes,
    };
  });
}

/** Safe cast: the document came from JSON, and zod kept only JSON. */
const toJson = (value: unknown): Prisma.InputJsonObject => value as Prisma.InputJsonObject;

function toColumns(document: ServerDocument) {
  const { name, description, category, verified, homepage, toolPrefix, scopes, connector, instructions, skills } =
    document;
  return {
    name,
    description,
    verified,
    ...{ category: category ?? null, homepage: homepage ?? null },
    toolPrefix,
    scopes: scopes ?? [],
    connector: toJson(connector),
    instructions: instructions ?? null,
    skills: skills && skills.length > 0 ? JSON.stringify(skills) : null,
  };
}

/**
 * Rows per SQL statement. Prisma's own insert blocks the event loop for half a millisecond per row.
 */
const TOOLS_AT_A_TIME = 200;

/** Replaces a server's tools. A tool with the same id keeps its row, so that it stays enabled in stacks. */
async function replaceTools(tx: Tx, serverId: ServerKey, { tools, digests }: Save, now: Date): Promise<void> {
  for (let at = 0; at < tools.length; at += TOOLS_AT_A_TIME) {
    const end = at + TOOLS_AT_A_TIME;
    await writeTools(tx, serverId, { tools: tools.slice(at, end), digests: digests.slice(at, end), from: at, now });
  }
}

type Rows = Pick<Save, 'tools' | 'digests'> & { readonly from: number; readonly now: Date };

function writeTools(tx: Tx, serverId: ServerKey, { tools, digests, from, now }: Rows): Promise<number> {
  const columnOf = <T>(read: (tool: NamedTool['tool']) => T): T[] => tools.map(({ tool }) => read(tool));
  const jsonOrNull = (value: unknown): string | null => (value ? JSON.stringify(value) : null);
  return tx.$executeRaw`
    INSERT INTO tool (id, server_id, tool_id, position, name, title, description,
      input_schema, output_schema, annotations, for_clients, request, digest, asks, example, changed_at)
    SELECT id, ${serverId}, tool_id, position, name, title, description,
      input_schema::json, output_schema::json, annotations::json, for_clients::json, request::json,
      digest, ARRAY(SELECT json_array_elements_text(asks::json)), example::json, ${now}
    FROM unnest(
      ${tools.map(() => newToolKey())}::text[],
      ${tools.map(({ toolId }) => toolId)}::text[],
      ${tools.map((_tool, at) => from + at)}::int[],
      ${columnOf(({ name }) => name)}::text[],
      ${columnOf(({ title }) => title ?? null)}::text[],
      ${columnOf(({ description }) => description)}::text[],
      ${columnOf(({ inputSchema }) => JSON.stringify(inputSchema))}::text[],
      ${columnOf(({ outputSchema }) => jsonOrNull(outputSchema))}::text[],
      ${columnOf(({ annotations }) => jsonOrNull(annotations))}::text[],
      ${columnOf(({ forClients }) => JSON.stringify(forClients ?? {}))}::text[],
      ${columnOf(({ request }) => jsonOrNull(request))}::text[],
      ${[...digests]}::text[],
      ${columnOf(({ asks }) => JSON.stringify(asks ?? []))}::text[],
      ${columnOf(({ example }) => (example === undefined ? null : JSON.stringify(example)))}::text[]
    ) AS given (id, tool_id, position, name, title, description, input_schema, output_schema, annotations, for_clients,
      request, digest, asks, example)
    ON CONFLICT (server_id, tool_id) DO UPDATE SET
      position = excluded.position, name = excluded.name, title = excluded.title, description = excluded.description,
      input_schema = excluded.input_schema, output_schema = excluded.output_schema,
      annotations = excluded.annotations, for_clients = excluded.for_clients, request = excluded.request,
      digest = excluded.digest, asks = excluded.asks, example = excluded.example, removed_at = NULL,
      changed_at = CASE WHEN tool.digest IN ('', excluded.digest) THEN tool.changed_at ELSE excluded.changed_at END`;
}

async function replaceFields(
  tx: Tx,
  serverId: ServerKey,
  document: ServerDocument,
  tools: readonly NamedTool[],
): Promise<void> {
  const requests = tools.map(({ tool }) => tool.request);
  const data = document.credentials.map(({ id: fieldId, placement, oauth2, link = null, ...rest }, position) => ({
    ...rest,
    link,
    id: newRowId(),
    serverId,
    fieldId,
    position,
    uses: [...usesOf(requests, fieldId)],
    ...(placement && { placement: toJson(placement) }),
    ...(oauth2 && { oauth2: toJson(oauth2) }),
  }));
  await tx.credentialField.deleteMany({ where: { serverId } });
  await tx.credentialField.createMany({ data });
}
