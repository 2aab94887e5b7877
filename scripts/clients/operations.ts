import { isRecord } from '../../src/core/lib/json.ts';

/** A schema of the document, unchanged. */
export type Schema = Readonly<Record<string, unknown>>;

/** A value that an operation takes from the path, the query or the body. */
export type Field = { readonly name: string; readonly isRequired: boolean; readonly schema: Schema };

/**
 * The effect of repeating an operation. `read` changes nothing. A `creation` is idempotent by its `Idempotency-Key`. A
 * `call` runs a tool. A `change` is anything else.
 */
export type Kind = 'read' | 'creation' | 'call' | 'change';

/** One operation of `openapi.json`, with the facts that both client libraries need. */
export type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly kind: Kind;
  /** Whether the operation reads the header `Idempotency-Key`. */
  readonly acceptsKey: boolean;
  readonly credential: 'apiKey' | 'token';
  readonly pathFields: readonly Field[];
  readonly queryFields: readonly Field[];
  readonly bodyFields: readonly Field[];
  /** The schema of its 200 response. */
  readonly result: Schema;
  /** The row schema of a paginated list; null for anything else. */
  readonly row: Schema | null;
};

/** Reads a value as an object. @throws if it isn't one */
export function recordAt(value: unknown, ...keys: readonly string[]): Schema {
  const target = keys.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
  if (!isRecord(target)) throw new Error(`openapi.json has no object at ${keys.join('.')}`);
  return target;
}

const objectsAt = (value: Schema, key: string): readonly Schema[] => {
  const list = value[key];
  return Array.isArray(list) ? list.filter(isRecord) : [];
};

/** A reference's target: `Stack` for `#/components/schemas/Stack`; null for an inline schema. */
export function nameOfReference({ $ref: reference }: Schema): string | null {
  return typeof reference === 'string' ? (reference.split('/').at(-1) ?? null) : null;
}

/** The document's operations, in order. @throws if two are ambiguous, or if one can't be called with flat values */
export const operationsOf = (document: unknown): readonly Operation[] =>
  Object.entries(recordAt(document, 'paths')).flatMap(([path, item]) =>
    Object.keys(recordAt(item)).map((method) => operationOf(path, method, recordAt(item, method))),
  );

function operationOf(path: string, method: string, described: Schema): Operation {
  const parameters = objectsAt(described, 'parameters');
  const named = (place: string): readonly Field[] => parameters.filter((each) => each['in'] === place).map(fieldOf);
  const result = recordAt(described, 'responses', '200', 'content', 'application/json', 'schema');
  const acceptsKey = named('header').some(({ name }) => name === 'Idempotency-Key');
  const queryFields = named('query');
  const isPaged = ['limit', 'cursor'].every((name) => queryFields.some((field) => field.name === name));
  const operation: Operation = {
    id: String(described['operationId']),
    method: method.toUpperCase(),
    path,
    summary: String(described['summary']),
    description: String(described['description']),
    kind: kindOf(method, acceptsKey, result),
    acceptsKey,
    credential: 'api_key' in (objectsAt(described, 'security')[0] ?? {}) ? 'apiKey' : 'token',
    pathFields: named('path'),
    queryFields,
    bodyFields: bodyFieldsOf(described),
    result,
    row: isPaged ? recordAt(result, 'items') : null,
  };
  refuseTwins(operation);
  return operation;
}

const fieldOf = (parameter: Schema): Field => ({
  name: String(parameter['name']),
  isRequired: parameter['required'] === true,
  schema: { description: parameter['description'], ...recordAt(parameter, 'schema') },
});

function bodyFieldsOf(described: Schema): readonly Field[] {
  if (!isRecord(described['requestBody'])) return [];
  const body = recordAt(described, 'requestBody', 'content', 'application/json', 'schema');
  const required = Array.isArray(body['required']) ? body['required'] : [];
  return Object.entries(recordAt(body, 'properties')).map(([name, schema]) => ({
    name,
    isRequired: required.includes(name),
    schema: recordAt(schema),
  }));
}

/** The parameter that chooses the format of the response; null if there is one format. */
export const formatParameterOf = ({ queryFields }: Operation): Field | null =>
  queryFields.find(({ name }) => name === 'schema' || name === 'result') ?? null;

const RESULTS_OF_TOOLS = ['Result', 'BatchResults'];

function kindOf(method: string, acceptsKey: boolean, result: Schema): Kind {
  if (method === 'get') return 'read';
  if (RESULTS_OF_TOOLS.includes(nameOfReference(result) ?? '')) return 'call';
  return acceptsKey ? 'creation' : 'change';
}

/** Callers pass all values in one object, so no two values may have the same name. */
function refuseTwins({ id, pathFields, queryFields, bodyFields }: Operation): void {
  const names = [...pathFields, ...queryFields, ...bodyFields].map(({ name }) => name);
  const twin = names.find((name, at) => names.indexOf(name) !== at);
  if (twin !== undefined) throw new Error(`${id} takes ${twin} in two places`);
}
