import type { ToolDocument } from '../../src/core/servers/document.ts';
import type { DocumentedInput, Row } from './rows.ts';

const slotsOf = (path: string): readonly string[] => [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);

function parameterOf(row: Row, { name, isRequired, isInQuery, schema }: DocumentedInput): object | null {
  const isInPath = slotsOf(row.path).includes(name);
  if (!isInPath && !isInQuery && row.method !== 'GET') return null;
  const { description, ...bare } = schema;
  return { name, in: isInPath ? 'path' : 'query', required: isInPath || isRequired, description, schema: bare };
}

function operationOf(row: Row): object {
  const placed = row.documented.map((input) => ({ input, parameter: parameterOf(row, input) }));
  const inBody = placed.filter(({ parameter }) => parameter === null).map(({ input }) => input);
  const required = inBody.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(inBody.map(({ name, schema: each }) => [name, each])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
  return {
    operationId: row.name,
    parameters: placed.flatMap(({ parameter }) => parameter ?? []),
    ...(inBody.length > 0 && { requestBody: { required: true, content: { 'application/json': { schema } } } }),
    responses: {},
  };
}

/** An OpenAPI document of operations that exist only in the provider's documentation. */
export function openApiOf(name: string, rows: readonly Row[]): Record<string, unknown> {
  const paths: Record<string, Record<string, object>> = {};
  for (const row of rows) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operationOf(row) };
  }
  return { openapi: '3.1.0', info: { title: name, version: '1' }, paths };
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const inputSchemaOf = (inputs: readonly DocumentedInput[]): Record<string, unknown> => {
  const required = inputs.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(inputs.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
};

/** A tool for one of the things that an operation does. `body` is the request template for the tool's inputs. */
export function templatedTool(
  { name, description, method, path, documented }: Row,
  body: Readonly<Record<string, unknown>>,
  annotations: ToolDocument['annotations'],
): ToolDocument {
  const known = METHODS.find((each) => each === method);
  if (known === undefined) throw new Error(`${name}: ${method}`);
  return {
    name,
    description,
    inputSchema: inputSchemaOf(documented),
    annotations,
    request: { kind: 'template', method: known, path, body, bodyEncoding: 'json' },
  };
}
