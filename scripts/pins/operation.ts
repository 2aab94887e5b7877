import { isRecord } from '../../src/core/lib/json.ts';

/** An object of an OpenAPI document, which mutations change in place. */
export type Part = Record<string, unknown>;

/** One operation in a copy of a document. */
export type Operation = {
  readonly document: Part;
  readonly item: Part;
  readonly method: string;
  readonly path: string;
};

/** Changes an operation in place; returns false if there is nothing to change. */
export type Apply = (operation: Part, place: Operation) => boolean;

/** Sets a member. Always returns true, for "changed". */
export function put(part: Part, name: string, value: unknown): true {
  part[name] = value;
  return true;
}

/** Whether a value is an object of the document. */
export const isPart = (value: unknown): value is Part => isRecord(value);
const partsOf = (value: unknown): Part[] => (Array.isArray(value) ? value.filter(isPart) : []);

/** Copies the target of a local reference, so that other operations keep theirs. */
function resolved(document: Part, part: Part): Part {
  const { $ref } = part;
  if (typeof $ref !== 'string') return part;
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (isPart(at) ? at[name] : undefined), document);
  return isPart(target) ? structuredClone(target) : part;
}

/** The operation's own copies of its parameters. */
export function parametersOf(operation: Part, { document }: Operation): Part[] {
  const own = partsOf(operation['parameters']).map((part) => resolved(document, part));
  for (const parameter of own)
    if (isPart(parameter['schema'])) parameter['schema'] = resolved(document, parameter['schema']);
  operation['parameters'] = own;
  return own;
}

const schemaOf = (parameter: Part): Part => (isPart(parameter['schema']) ? parameter['schema'] : {});

/** Changes the first parameter that `change` accepts. */
export const onParameter =
  (change: (parameter: Part, schema: Part) => boolean): Apply =>
  (operation, place) =>
    parametersOf(operation, place).some((parameter) => change(parameter, schemaOf(parameter)));

/** Whether a parameter is optional. */
export const isOptional = ({ required }: Part): boolean => required !== true;
/** Whether a schema allows any text. */
export const isPlain = ({ type, enum: values }: Part): boolean => type === 'string' && values === undefined;

/** Adds a parameter. */
export const added =
  (parameter: Part): Apply =>
  (operation, place) => {
    parametersOf(operation, place).push(parameter);
    return true;
  };

function bodyOf(operation: Part, { document }: Operation): Part | null {
  if (!isPart(operation['requestBody'])) return null;
  const body = resolved(document, operation['requestBody']);
  const json = isPart(body['content']) ? body['content']['application/json'] : undefined;
  if (!isPart(json) || !isPart(json['schema'])) return null;
  const schema = structuredClone(resolved(document, json['schema']));
  if (!isPart(schema['properties'])) return null;
  operation['requestBody'] = { ...body, content: { 'application/json': { ...json, schema } } };
  return schema;
}

/** Changes the JSON body, if its schema has properties. */
export const onBody =
  (change: (schema: Part, properties: Part) => boolean): Apply =>
  (operation, place) => {
    const schema = bodyOf(operation, place);
    return schema !== null && isPart(schema['properties']) && change(schema, schema['properties']);
  };

/** Reverses the keys of every nested object. Media types keep their order, because an import takes the first. */
export function reverseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (!isPart(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, key === 'content' ? member : reverseKeys(member)]),
  );
}

function eachPart(value: unknown, change: (part: Part) => void): void {
  if (Array.isArray(value)) for (const item of value) eachPart(item, change);
  else if (isPart(value)) {
    change(value);
    for (const member of Object.values(value)) eachPart(member, change);
  }
}

/** Changes every object in an operation's input. */
export const everywhere =
  (change: (part: Part) => void): Apply =>
  (operation, place) => {
    parametersOf(operation, place);
    bodyOf(operation, place);
    eachPart(operation['parameters'], change);
    eachPart(operation['requestBody'], change);
    return true;
  };
