import { Prisma } from '../../generated/prisma/client.ts';
import { type Ctx, requesterOf } from '../kernel/context.ts';
import type { ServerKey, ToolId, ToolKey } from '../kernel/ids.ts';
import { AppError } from '../lib/errors.ts';
import { shortWork, WorkerLimit } from '../lib/workerPool.ts';
import type { NamedTool } from '../servers/checkServer.ts';
import { type ConnectorDocument, connectorSchema, type ServerDocument } from '../servers/document.ts';
import { definitionOf, serverReachOf, type ToolDefinition } from './definition.ts';
import { type ComparedTool, type ComparisonTexts, compared, digests, shownChars } from './worker.ts';

const WORKER = new URL('./worker.ts', import.meta.url);
/** Shorter texts are compared on the event loop, in a few milliseconds. */
const INLINE_CHARS_MAX = 65_536;
/** Bytes of stored definitions per comparison, unless a single tool has more. */
const BYTES_AT_A_TIME = 4_194_304;
/** Maximum total characters of the changes that one save stores for display. */
const SHOWN_CHARS_MAX = 1_048_576;

type DefinedTool = Pick<NamedTool, 'toolId'> & { readonly definition: ToolDefinition; readonly digest: string };

/**
 * How a document's tools differ from the stored tools: all digests, in document order, and the changes with the
 * affected stacks.
 */
export type Comparison = {
  readonly digests: readonly string[];
  readonly compared: readonly ComparedTool[];
};

/** The stored server that a document replaces. */
type Stored = { readonly id: ServerKey; readonly connector: unknown };

/**
 * Compares each tool of a document with the definitions that stacks use. Takes no locks: when saving the document, the
 * caller verifies that the server has not changed since it was read.
 * @throws AppError invalid_input if the comparison takes too long; as `FairQueue`
 */
export async function compareTools(
  ctx: Ctx,
  stored: Stored | null,
  { document, tools }: { readonly document: ServerDocument; readonly tools: readonly NamedTool[] },
): Promise<Comparison> {
  const named = await withDigests(ctx, document, tools);
  const comparison = { digests: named.map(({ digest }) => digest) };
  if (!stored) return { ...comparison, compared: [] };
  const reach = connectorSchema.parse(stored.connector);
  const compared: ComparedTool[] = [];
  let shownCharsMax = SHOWN_CHARS_MAX;
  for (const some of parts(await readChanged(ctx, stored.id, named))) {
    const bases = await readBases(ctx, some, reach);
    const toolIds = new Set(some.map(({ toolId }) => toolId));
    const next = Object.fromEntries(
      named.filter(({ toolId }) => toolIds.has(toolId)).map(({ toolId, definition }) => [toolId, definition]),
    );
    const part = await compareTexts(ctx, { bases, next: JSON.stringify(next), shownCharsMax });
    for (const { changes } of part) shownCharsMax -= shownChars(changes);
    compared.push(...part);
  }
  return { ...comparison, compared };
}

/** The digests of a document's tools, in its order. @throws as `compareTools` */
export async function digestsOf(
  ctx: Ctx,
  document: ServerDocument,
  tools: readonly NamedTool[],
): Promise<readonly string[]> {
  return (await withDigests(ctx, document, tools)).map(({ digest }) => digest);
}

async function withDigests(
  ctx: Ctx,
  { connector }: ServerDocument,
  tools: readonly NamedTool[],
): Promise<readonly DefinedTool[]> {
  const text = JSON.stringify(tools.map(({ tool }) => definitionOf(tool, connector)));
  const made = text.length <= INLINE_CHARS_MAX ? digests(text) : await compareInThread<string[]>(ctx, 'digests', text);
  return tools.map(({ toolId, tool }, at) => ({
    toolId,
    definition: definitionOf(tool, connector),
    digest: made[at] ?? '',
  }));
}

function parts(changed: readonly ChangedTool[]): readonly (readonly ChangedTool[])[] {
  const made: ChangedTool[][] = [];
  let bytesLeft = 0;
  for (const each of changed) {
    bytesLeft -= each.bytes;
    if (bytesLeft < 0) {
      made.push([]);
      bytesLeft = BYTES_AT_A_TIME - each.bytes;
    }
    made.at(-1)?.push(each);
  }
  return made;
}

function compareTexts(ctx: Ctx, input: ComparisonTexts): ComparedTool[] | Promise<ComparedTool[]> {
  if (input.bases.length + input.next.length <= INLINE_CHARS_MAX) return compared(input);
  return compareInThread<ComparedTool[]>(ctx, 'compared', input);
}

const compareInThread = <Output>(ctx: Ctx, name: string, input: unknown): Promise<Output> =>
  shortWork.run<Output>({ module: WORKER, name, input }, requesterOf(ctx)).catch((error: unknown) => {
    if (!(error instanceof WorkerLimit)) throw error;
    throw new AppError('invalid_input', 'Comparing the tools with their reviewed versions takes too long', {}, error);
  });

type ChangedTool = {
  readonly toolKey: ToolKey;
  readonly toolId: ToolId;
  /** The bytes of the new definition and of the stored one. */
  readonly bytes: number;
};

/** Stored tools that the document changes, no longer lists, or lists again. */
const readChanged = (
  { db }: Ctx,
  serverId: ServerKey,
  named: readonly DefinedTool[],
): Promise<ChangedTool[]> => db.$queryRaw<ChangedTool[]>`
  SELECT tool.id AS "toolKey", tool.tool_id AS "toolId", octet_length(concat(tool.description, tool.input_schema,
      tool.output_schema, tool.annotations, tool.for_clients, tool.request)) + coalesce((
        SELECT sum(octet_length(definition::text)) FROM kept_definition WHERE tool_key = tool.id), 0)::int AS bytes
  FROM tool LEFT JOIN unnest(
    ${named.map(({ toolId }) => toolId)}::text[], ${named.map(({ digest }) => digest)}::text[]
  ) AS given (tool_id, digest) ON given.tool_id = tool.tool_id
  WHERE tool.server_id = ${serverId} AND CASE WHEN given.tool_id IS NULL THEN removed_at IS NULL
    ELSE removed_at IS NOT NULL OR tool.digest <> given.digest END
  ORDER BY tool.id`;

/** SQL that builds the definition of a `tool` row in the form of `definitionOf`. `reach` is its server's connector. */
export const definitionSql = (reach: ConnectorDocument): Prisma.Sql => {
  const members = Prisma.sql`
    'name', tool.name, 'title', tool.title, 'description', tool.description, 'inputSchema', tool.input_schema,
    'outputSchema', tool.output_schema, 'annotations', tool.annotations, 'request', tool.request,
    'reach', ${JSON.stringify(serverReachOf(reach))}::json`;
  return Prisma.sql`CASE WHEN tool.for_clients IS NULL THEN json_build_object(${members})
    ELSE json_build_object(${members}, 'forClients', tool.for_clients) END`;
};

/** A list of `Base` as JSON text, which only the worker thread parses. */
async function readBases({ db }: Ctx, changed: readonly ChangedTool[], reach: ConnectorDocument): Promise<string> {
  const keys = changed.map(({ toolKey }) => toolKey);
  const [row] = await db.$queryRaw<{ readonly bases: string }[]>`
    SELECT coalesce(json_agg(base), '[]')::text AS bases FROM (
      SELECT tool.id AS "toolKey", tool.tool_id AS "toolId", tool.digest, true AS "isPresent",
        ${definitionSql(reach)} AS definition
      FROM tool WHERE tool.id = ANY(${keys}::text[]) AND removed_at IS NULL
      UNION ALL
      SELECT tool.id, tool.tool_id, kept.digest, false, kept.definition
      FROM kept_definition kept JOIN tool ON tool.id = kept.tool_key WHERE tool.id = ANY(${keys}::text[])
    ) AS base`;
  return row?.bases ?? '[]';
}
