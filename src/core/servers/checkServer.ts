import type { Actor } from '../kernel/actor.ts';
import { BOUNDS, boundReached } from '../kernel/bounds.ts';
import type { Ctx } from '../kernel/context.ts';
import type { ToolId } from '../kernel/ids.ts';
import { requireRight } from '../kernel/scope.ts';
import { AppError } from '../lib/errors.ts';
import type { JsonObject } from '../lib/json.ts';
import { parseInput } from '../lib/parse.ts';
import { isStorable } from '../lib/text.ts';
import { schemaProblems } from '../schemas/problems.ts';
import { canonicalOf } from './digest.ts';
import { type ServerDocument, serverDocumentSchema } from './document.ts';
import { toolIdFor } from './toolName.ts';

/** A tool of a document with its public name from `toolIdFor`. */
export type NamedTool = { readonly toolId: ToolId; readonly tool: ServerDocument['tools'][number] };

/** A document that passed every check, and its tools with their public names. */
export type CheckedServer = { readonly document: ServerDocument; readonly tools: readonly NamedTool[] };

/** `isShipped`: the document comes with the product. `isNew`: it must not replace a server. */
export type SaveOptions = { readonly isShipped?: boolean; readonly isNew?: boolean };

/**
 * Validates a document as far as possible without the database: its shape, the caller's right to import it, its texts,
 * and the input schemas of its tools. Skips the schemas of shipped documents, which the product's tests compile.
 * @throws invalid_input, with the document's problems as issues; forbidden for a private stdio server
 * @throws rate_limited when the account has too many slow documents waiting
 */
export async function checkServer(
  { actor, signal }: Pick<Ctx, 'actor' | 'signal'>,
  input: unknown,
  { isShipped = false }: SaveOptions = {},
): Promise<CheckedServer> {
  const document = parseInput(serverDocumentSchema, input, 'Invalid server document');
  requireImport(actor, document);
  requireStorable(document);
  const { max } = BOUNDS.max_server_bytes;
  if (canonicalOf(document).bytes > max) throw boundReached('max_server_bytes', max);
  const schemas = document.tools.map(({ inputSchema }) => toSchema(inputSchema));
  const problems = isShipped ? [] : await schemaProblems(schemas, { accountId: actor.accountId, signal });
  return { document, tools: nameTools(document, problems) };
}

/** @throws forbidden for an agent, and for a private stdio server */
export function requireImport(actor: Actor, document: ServerDocument): void {
  requireRight(actor, 'write');
  if (document.connector.kind === 'mcp-stdio' && actor.kind !== 'operator') {
    throw new AppError('forbidden', 'Only the operator can import a stdio server, because it runs a command');
  }
}

/**
 * Refuses NUL and lone surrogates, which text columns of PostgreSQL cannot store. Does not check JSON columns.
 * @throws invalid_input
 */
function requireStorable({ name, description, scopes = [], credentials, tools }: ServerDocument): void {
  const texts = [
    ['', [name, description, ...scopes]],
    ...credentials.map((field, at) => [`/credentials/${at}`, [field.name, field.description]] as const),
    ...tools.map((tool, at) => [`/tools/${at}`, [tool.name, tool.title ?? '', tool.description]] as const),
  ] as const;
  const refused = texts.filter(([, members]) => !members.every(isStorable));
  if (refused.length === 0) return;
  const issues = refused.map(([path]) => ({ path, message: 'must be well-formed Unicode without NUL' }));
  throw new AppError('invalid_input', 'Invalid server document', { issues });
}

function nameTools(document: ServerDocument, problems: ReadonlyArray<string | null>): readonly NamedTool[] {
  const named = document.tools.map((tool) => ({
    toolId: toolIdFor(document.id, tool.name, { prefix: document.toolPrefix }),
    tool,
  }));
  const seen = new Set<string>();
  const issues = named.flatMap(({ toolId }, index) => {
    const isTwice = seen.has(toolId);
    seen.add(toolId);
    const problem = isTwice ? `duplicates the tool id ${toolId}` : problems[index];
    return problem ? [{ path: `/tools/${index}`, message: problem }] : [];
  });
  if (issues.length > 0) throw new AppError('invalid_input', 'Invalid server document', { issues });
  return named;
}

/** Safe cast: the document came from JSON, and zod kept only JSON. */
const toSchema = (value: Record<string, unknown>): JsonObject => value as JsonObject;
