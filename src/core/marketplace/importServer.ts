import type { Server } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import type { ToolId } from '../kernel/ids.ts';
import { requireRight } from '../kernel/scope.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { importSlots } from '../limits/concurrency.ts';
import { digestsOf } from '../reviews/compare.ts';
import { checkServer, type NamedTool, requireImport } from '../servers/checkServer.ts';
import { digestOf } from '../servers/digest.ts';
import type { ServerDocument } from '../servers/document.ts';
import { MARKETPLACE, OFFERED } from '../servers/server.ts';
import type { ImportedServer } from './discovered.ts';
import { explainIdConflict, findOwnedServer } from './importConflict.ts';
import {
  importInputSchema,
  operationsInputSchema,
  type PreviewInput,
  previewInputSchema,
  type RequestedSource,
  sourcePath,
  toOpenApiSource,
  toSource,
} from './importInput.ts';
import type { OperationList, ReadOptions } from './importPort.ts';
import { findPreservedImport, type ReadAs, readKeeping } from './preservedImport.ts';
import { type SavedServer, saveServer } from './saveServer.ts';
import { findUpload } from './upload.ts';

/** The result that an import would have. */
export type ServerPreview = Pick<ImportedServer, 'warnings'> & {
  readonly document: ServerDocument;
  /** SHA-256 of the document, in hex. */
  readonly digest: string;
  readonly tools: readonly NamedTool[];
  /** The caller's server with this id, which the import replaces. */
  readonly replaces: Server | null;
  /** The marketplace's server with this id, which the caller would no longer see. */
  readonly hides: Server | null;
  readonly isChanged: boolean;
  /** Public tool names that the import would add to the replaced server, and those it would remove. */
  readonly addedTools: readonly ToolId[];
  readonly removedTools: readonly ToolId[];
  /** Tools of both servers whose definitions differ. */
  readonly changedTools: readonly ToolId[];
};

/** The result of an import, with a warning for each tool that cannot be offered. */
export type ImportResult = SavedServer & Pick<ImportedServer, 'warnings'>;

/**
 * Reads a server from its source and returns the document that an import would save. Writes nothing.
 * @throws invalid_input, with the reasons as issues; forbidden for a private stdio server
 */
export function previewServer(ctx: Ctx, input: unknown): Promise<ServerPreview> {
  requireRight(ctx.actor, 'write');
  return importSlots.run(ctx, async () => {
    const parsed = parseInput(previewInputSchema, input, 'Invalid import');
    return previewImported(ctx, await readServer(ctx, parsed));
  });
}

/** Previews saving a server that has been read. Writes nothing. @throws as `saveServer` */
export async function previewImported(ctx: Ctx, { document: read, warnings }: ImportedServer): Promise<ServerPreview> {
  requireRight(ctx.actor, 'write');
  const { document, tools } = await checkServer(ctx, read);
  const { accountId } = ctx.actor;
  const [replaces, hides] = await Promise.all([
    findOwnedServer(ctx, accountId ?? MARKETPLACE, document.id),
    accountId === null ? null : findOwnedServer(ctx, MARKETPLACE, document.id),
  ]);
  const digest = digestOf(document);
  const changes = await changedNames(ctx, replaces, { document, tools });
  return { document, digest, tools, warnings, replaces, hides, isChanged: replaces?.digest !== digest, ...changes };
}

type ToolNames = Pick<ServerPreview, 'addedTools' | 'removedTools' | 'changedTools'>;

async function changedNames(
  ctx: Ctx,
  replaces: Server | null,
  { document, tools }: Pick<ServerPreview, 'document' | 'tools'>,
): Promise<ToolNames> {
  if (replaces === null) return { addedTools: [], removedTools: [], changedTools: [] };
  const rows = await ctx.db.tool.findMany({
    where: { serverId: replaces.id, ...OFFERED },
    orderBy: { position: 'asc' },
    select: { toolId: true, digest: true },
  });
  const digests = await digestsOf(ctx, document, tools);
  const before = new Map(rows.map(({ toolId, digest }) => [toolId, digest]));
  const after = new Map(tools.map(({ toolId }, at) => [toolId, digests[at]]));
  return {
    addedTools: [...after.keys()].filter((each) => !before.has(each)),
    removedTools: [...before.keys()].filter((each) => !after.has(each)),
    // A digest is empty if an older version saved the tool. Such a tool counts as unchanged.
    changedTools: [...after.keys()].filter((each) => (before.get(each) || after.get(each)) !== after.get(each)),
  };
}

/** A server to import: its document, or a source with the rest of `importInputSchema`. */
type ImportInput = { readonly document?: unknown; readonly source?: unknown; readonly credentials?: unknown };

/**
 * Saves a server from its document or its source.
 * @throws as `previewServer`; already_exists if a derived id would replace or hide another server; invalid_input if
 * `digest` does not match
 */
export async function importServer(ctx: Ctx, input: ImportInput): Promise<ImportResult> {
  requireRight(ctx.actor, 'write');
  const { document = null, source = null } = input;
  if ((document === null) === (source === null)) {
    throw new AppError('invalid_input', 'Import a server from either a document or a source');
  }
  if (document !== null) return { ...(await saveServer(ctx, document)), warnings: [] };
  return importSlots.run(ctx, () => importFromSource(ctx, input));
}

async function importFromSource(ctx: Ctx, input: ImportInput): Promise<ImportResult> {
  const { document: _absent, ...rest } = input;
  const { digest, ...fields } = parseInput(importInputSchema, rest, 'Invalid import');
  const { document: read, warnings } = await readServer(ctx, fields);
  const { document } = await checkServer(ctx, read);
  if (typeof digest === 'string' && digestOf(document) !== digest) {
    const message = 'The source changed after the preview: preview it again';
    throw new AppError('invalid_input', message, { issues: [{ path: '/digest', message }] });
  }
  const mayReuseId = typeof digest === 'string' || typeof fields.id === 'string';
  const conflict = mayReuseId ? null : await explainIdConflict(ctx, document);
  if (conflict !== null) throw new AppError('already_exists', `${conflict}: choose an id for it`);
  return { ...(await saveServer(ctx, document)), warnings };
}

async function readServer(ctx: Ctx, input: PreviewInput): Promise<ImportedServer> {
  const { source, id } = input;
  const read = async (as: ReadAs) =>
    ctx.importer.read(await toSource(source, (upload) => findUpload(ctx, upload)), {
      ...readOptionsOf(ctx, input),
      ...as,
    });
  return atSource(source, () => readKeeping(ctx, { id: id ?? undefined }, read));
}

const readOptionsOf = (ctx: Ctx, { id, name, credentials }: Omit<PreviewInput, 'source'>): ReadOptions => ({
  id: id ?? undefined,
  name: name ?? undefined,
  credentials: credentials ?? {},
  signal: AbortSignal.any([ctx.signal, AbortSignal.timeout(ctx.callTimeoutMs)]),
  accountId: ctx.actor.accountId,
  permit: (document) => requireImport(ctx.actor, document),
});

/**
 * Lists the operations of an OpenAPI document to choose from, even if the document is too large to import as a whole.
 * With `search`, lists those that agents would find for a task. Writes nothing.
 * @throws as `previewServer`
 */
export function previewOperations(ctx: Ctx, input: unknown): Promise<OperationList> {
  requireRight(ctx.actor, 'write');
  return importSlots.run(ctx, async () => {
    const { openApi, id, search } = parseInput(operationsInputSchema, input, 'Invalid import');
    const preserved = typeof id === 'string' ? await findPreservedImport(ctx, id) : undefined;
    const options = { ...readOptionsOf(ctx, { id }), preserved, search: search ?? undefined };
    return atSource({ openApi }, async () =>
      ctx.importer.operations(await toOpenApiSource(openApi, (upload) => findUpload(ctx, upload)), options),
    );
  });
}

/** Assigns issues without a path to the source's path. */
async function atSource<T>(source: RequestedSource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw withPath(error, sourcePath(source));
  }
}

function withPath(error: unknown, path: string): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_input') return error;
  const { message, details } = error;
  const { issues: inputIssues = [] } = details;
  const issues =
    inputIssues.length === 0
      ? [{ path, message }]
      : inputIssues.map((issue) => (issue.path === '' ? { ...issue, path } : issue));
  return new AppError('invalid_input', message, { ...details, issues }, error.cause);
}
