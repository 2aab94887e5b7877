import { resolve } from 'node:path';
import { createEgress } from '../connectors/egress/egress.ts';
import { discoverTools } from '../connectors/import/importMcp.ts';
import { type ImportOptions, type ImportSource, readImport, STDIN } from '../connectors/import/readImport.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { toServerId } from '../core/kernel/ids.ts';
import { parseInput } from '../core/lib/parse.ts';
import type { ImportedServer } from '../core/marketplace/discovered.ts';
import { readKeeping } from '../core/marketplace/preservedImport.ts';
import { withoutExcludedTools } from '../core/marketplace/shipped.ts';
import { type RequestedScheme, requestedSchemeSchema } from '../core/servers/credentialScheme.ts';
import type { ServerDocument } from '../core/servers/document.ts';
import { type OperationChoice, operationChoiceSchema } from '../core/servers/operationChoice.ts';
import type { TextOverrides } from '../core/servers/textOverrides.ts';
import type { Run } from './command.ts';
import { readDocumentFiles } from './documentFiles.ts';
import { CliError } from './exit.ts';
import { readDocumentText } from './input.ts';

export type CliImportOptions = {
  readonly id?: string | undefined;
  /** Whether an id derived from the source's title or address may replace another server. */
  readonly mayReplace?: boolean;
  readonly name?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** Which operations of an OpenAPI document; absent: as before, or all. */
  readonly choice?: OperationChoice | undefined;
  /** How to send a credential that an OpenAPI document does not describe; absent: as before, or none. */
  readonly scheme?: RequestedScheme | undefined;
  /** Names and descriptions of an OpenAPI document's tools; absent: as before. */
  readonly wording?: TextOverrides | undefined;
  /** A program's network access and readable files here. */
  readonly program: NonNullable<ImportOptions['program']>;
  /** The environment variables of a program that become credential fields. */
  readonly env?: readonly string[];
  /** Which server of a client's configuration. */
  readonly entry?: string | undefined;
  /** For servers that list their tools only with credentials. */
  readonly credentials: Readonly<Record<string, string>>;
};

/** Reads a server's document from any supported source. @throws AppError invalid_input, CliError */
export async function importFrom(ctx: Ctx, run: Run, source: ImportSource, requested: CliImportOptions) {
  const { egressAllow: allow, egressAllowIndirect: allowIndirect } = run.environment.config();
  const egress = createEgress({ allow, allowIndirect });
  const { id, name, baseUrl, env, entry, program, credentials } = requested;
  // An absolute path, so that `refresh` finds the file from any directory.
  const isFile = typeof source === 'string' && !/^((mcp|graphql)\+)?https?:\/\//i.test(source) && source !== STDIN;
  const place = isFile ? resolve(source) : source;
  try {
    const { choice, scheme, wording } = requested;
    const options = {
      ...(name !== undefined && { name }),
      ...(baseUrl !== undefined && { baseUrl }),
      ...(choice !== undefined && { choice }),
      ...(scheme !== undefined && { scheme }),
      ...(wording !== undefined && { wording }),
      ...(env !== undefined && { env }),
      ...(entry !== undefined && { entry }),
      program,
      credentials,
      connectors: ctx.connectors,
      signal: run.signal,
      fetchFor: egress.fetchFor,
      readFile: (path: string, within?: string) => readDocumentText(path, run, within),
      readFiles: (path: string) => readDocumentFiles(path, run),
    };
    const target = { id: id === undefined ? undefined : toServerId(id), mayReplace: requested.mayReplace === true };
    return await readKeeping(ctx, target, (as) =>
      readImport(place, {
        ...options,
        ...(as.id !== undefined && { id: as.id }),
        ...(as.preserved !== undefined && { preserved: as.preserved }),
      }),
    );
  } finally {
    await egress.close();
  }
}

/** Imports a server again from its source. @throws CliError invalid_input when it has no readable source */
export async function importAgain(
  ctx: Ctx,
  run: Run,
  document: ServerDocument,
  credentials: CliImportOptions['credentials'],
): Promise<ImportedServer> {
  const { id, name, connector } = document;
  if (ctx.connectors[connector.kind].discover) {
    const { readCatalogue } = await import('../start/catalogue.ts');
    const tools = await discoverTools(document, { connectors: ctx.connectors, credentials, signal: run.signal });
    return withoutExcludedTools(tools, await readCatalogue());
  }
  if (connector.kind !== 'openapi' || connector.source === undefined) {
    throw new CliError('invalid_input', `Server ${id} has no recorded source: import it again`);
  }
  return importFrom(ctx, run, connector.source, { id, name, baseUrl: connector.baseUrl, program: {}, credentials });
}

const WHOLE = 'all';

function selectorOf(operations: readonly string[]) {
  const sorted = operations.map((text) => {
    const [, kind = /^([A-Za-z]+\s+)?[/*]/.test(text) ? 'path' : 'id', rest = text] =
      /^(tag|path|id):(.*)$/s.exec(text) ?? [];
    return { kind, rest };
  });
  const ofKind = (selected: string) => sorted.filter(({ kind }) => kind === selected).map(({ rest }) => rest);
  const [tags, paths, ids] = [ofKind('tag'), ofKind('path'), ofKind('id')];
  return { ...(tags.length > 0 && { tags }), ...(paths.length > 0 && { paths }), ...(ids.length > 0 && { ids }) };
}

/**
 * The typed selection of operations: `tag:…`, `path:…`, `id:…`, a bare path or id; `all` undoes an earlier one.
 * Undefined if none was typed. @throws AppError invalid_input
 */
export function toOperationChoice(include: readonly string[], exclude: readonly string[]): OperationChoice | undefined {
  if (include.length === 0 && exclude.length === 0) return undefined;
  const choice = {
    ...(include.length > 0 && !include.includes(WHOLE) && { include: selectorOf(include) }),
    ...(exclude.length > 0 && { exclude: selectorOf(exclude) }),
  };
  return parseInput(operationChoiceSchema, choice, 'Invalid choice of operations');
}

/** The typed credential scheme: `bearer`, `header:X-Api-Key`; undefined if none was typed. @throws AppError */
export function toCredentialScheme(input: string | undefined): RequestedScheme | undefined {
  if (input === undefined) return undefined;
  const [kind = '', name] = input.split(/:(.*)/s);
  return parseInput(requestedSchemeSchema, { kind, ...(name && { name }) }, 'Invalid credential scheme');
}

/** Splits a command line into words; only quotes are special. */
export function splitCommand(line: string): { readonly command: string; readonly args: readonly string[] } {
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
  const [command = '', ...args] = words;
  return { command, args };
}
