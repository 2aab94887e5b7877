import { Prisma } from '../../generated/prisma/client.ts';
import { type Ctx, requesterOf } from '../context.ts';
import type { ServerKey, ToolId, ToolKey } from '../ids.ts';
import { shortWork } from '../lib/workerPool.ts';
import type { NamedTool } from '../marketplace/checkServer.ts';
import { type Connector, connectorSchema, type ServerDocument } from '../marketplace/document.ts';
import { definitionOf, reachOf, type ToolDefinition } from './definition.ts';
import { type Compared, compared, digests } from './worker.ts';

const WORKER = new URL('./worker.ts', import.meta.url);
/** Texts below are read on the event loop, in a few milliseconds. */
const INLINE_CHARS_MAX = 65_536;
const TOOLS_AT_A_TIME = 200;

type Named = Pick<NamedTool, 'toolId'> & { readonly definition: ToolDefinition; readonly digest: string };

/** What the tools of a document are to be: digests in the document's order, and what changes for whom. */
export type Comparison = {
  readonly digests: readonly string[];
  readonly compared: readonly Compared[];
};

/** The stored server that a document replaces. */
type Stored = { readonly id: ServerKey; readonly connector: unknown };

/**
 * Compares what a document says of each tool with what stacks have it by. Nothing is locked: whoever saves the document
 * looks whether the server is still the one that was read.
 * @throws AppError as `FairQueue`; WorkerLimit
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
  const found: Compared[] = [];
  const changed = await readChanged(ctx, stored.id, named);
  for (let at = 0; at < changed.length; at += TOOLS_AT_A_TIME) {
    const some = changed.slice(at, at + TOOLS_AT_A_TIME);
    const bases = await readBases(ctx, some, reach);
    const wanted = new Set(some.map(({ toolId }) => toolId));
    const next = Object.fromEntries(
      named.filter(({ toolId }) => wanted.has(toolId)).map(({ toolId, definition }) => [toolId, definition]),
    );
    found.push(...(await compareTexts(ctx, { bases, next: JSON.stringify(next) })));
  }
  return { ...comparison, compared: found };
}

async function withDigests(
  ctx: Ctx,
  { connector }: ServerDocument,
  tools: readonly NamedTool[],
): Promise<readonly Named[]> {
  const text = JSON.stringify(tools.map(({ tool }) => definitionOf(tool, connector)));
  const made =
    text.length <= INLINE_CHARS_MAX
      ? digests(text)
      : await shortWork.run<string[]>({ module: WORKER, name: 'digests', input: text }, requesterOf(ctx));
  return tools.map(({ toolId, tool }, at) => ({
    toolId,
    definition: definitionOf(tool, connector),
    digest: made[at] ?? '',
  }));
}

type Texts = { readonly bases: string; readonly next: string };

function compareTexts(ctx: Ctx, input: Texts): Compared[] | Promise<Compared[]> {
  if (input.bases.length + input.next.length <= INLINE_CHARS_MAX) return compared(input);
  return shortWork.run<Compared[]>({ module: WORKER, name: 'compared', input }, requesterOf(ctx));
}

type Changed = { readonly toolKey: ToolKey; readonly toolId: ToolId };

/** The stored tools whose definition is another now. */
const readChanged = ({ db }: Ctx, serverId: ServerKey, named: readonly Named[]): Promise<Changed[]> => db.$queryRaw<
  Changed[]
>`
  SELECT tool.id AS "toolKey", tool.tool_id AS "toolId"
  FROM tool JOIN unnest(
    ${named.map(({ toolId }) => toolId)}::text[], ${named.map(({ digest }) => digest)}::text[]
  ) AS given (tool_id, digest) ON given.tool_id = tool.tool_id
  WHERE tool.server_id = ${serverId} AND tool.digest <> given.digest ORDER BY tool.id`;

/** The definition of a row of `tool`, as `definitionOf` makes it. `reach` is that of its server. */
export const definitionSql = (reach: Connector): Prisma.Sql => Prisma.sql`json_build_object(
  'name', tool.name, 'title', tool.title, 'description', tool.description, 'inputSchema', tool.input_schema,
  'outputSchema', tool.output_schema, 'annotations', tool.annotations, 'request', tool.request,
  'reach', ${JSON.stringify(reachOf(reach))}::json)`;

/** As the JSON text of a list of `Base`, since nobody here has to read it. */
async function readBases({ db }: Ctx, changed: readonly Changed[], reach: Connector): Promise<string> {
  const keys = changed.map(({ toolKey }) => toolKey);
  const [found] = await db.$queryRaw<{ readonly bases: string }[]>`
    SELECT coalesce(json_agg(base), '[]')::text AS bases FROM (
      SELECT tool.id AS "toolKey", tool.tool_id AS "toolId", tool.digest, true AS "isPresent",
        ${definitionSql(reach)} AS definition
      FROM tool WHERE tool.id = ANY(${keys}::text[])
      UNION ALL
      SELECT tool.id, tool.tool_id, kept.digest, false, kept.definition
      FROM kept_definition kept JOIN tool ON tool.id = kept.tool_key WHERE tool.id = ANY(${keys}::text[])
    ) AS base`;
  return found?.bases ?? '[]';
}
