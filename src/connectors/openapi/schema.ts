import { AppError } from '../../core/lib/errors.ts';
import { isRecord, type JsonObject, type JsonValue } from '../../core/lib/json.ts';
import { nodeAt, type OpenApiNode, resolveRef } from './document.ts';
import { outline, plainKeywords } from './keywords.ts';
import { LostParts } from './lostParts.ts';

/** How far a schema is expanded: at most `levelsMax` levels, with references inlined or kept in `$defs`. */
export type Detail = { readonly levelsMax: number; readonly isInlined: boolean };

/** Deeper than any allowed schema, so nothing is cut. */
export const LEVELS_FULL = 24;

/** Levels of detail in the order they are tried, from the form that providers prefer to one that always fits. */
export const DETAILS: readonly Detail[] = [
  { levelsMax: LEVELS_FULL, isInlined: true },
  { levelsMax: LEVELS_FULL, isInlined: false },
  ...[6, 5, 4, 3, 2, 1].map((levelsMax) => ({ levelsMax, isInlined: true })),
];

const SCHEMAS_MAX = 10_000;
// A chain of references is compiled recursively. Twice as deep, it overflows the stack in some processes.
const DEPTH_MAX = 200;
const DOCUMENT_SCHEMAS_MAX = 200_000;
const DOCUMENT_CHARS_MAX = 8_388_608;
/** Examples are optional, so they take only a part of the tools' characters. */
const EXAMPLE_CHARS_MAX = 1_048_576;

/** The remaining output for one document, shared by all operations and all levels of detail. */
export type Budget = { schemasLeft: number; charsLeft: number; exampleCharsLeft: number };

/** The budget of one document. Even a short one can describe millions of schemas through references. */
export const createBudget = (): Budget => ({
  schemasLeft: DOCUMENT_SCHEMAS_MAX,
  charsLeft: DOCUMENT_CHARS_MAX,
  exampleCharsLeft: EXAMPLE_CHARS_MAX,
});

const overBudget = (limit: string): AppError =>
  new AppError('invalid_input', `The operations exceed ${limit}: choose fewer`);

/** Deducts a finished tool's length from the budget. @throws AppError `invalid_input` when it is used up */
export const spendChars = (budget: Budget, tool: object): void => {
  budget.charsLeft -= JSON.stringify(tool).length;
  if (budget.charsLeft < 0) throw overBudget(`${DOCUMENT_CHARS_MAX} characters of tools`);
};

/** The expanded schema would be too large; the caller tries a lower level of detail. */
export class SchemaTooLarge extends Error {
  override readonly name = 'TooMuchDetail';
}

/** Converts schemas of one document to JSON Schema 2020-12 for one tool; `defs` collects the referenced schemas. */
export type SchemaWriter = {
  write(schema: unknown): JsonObject;
  defs(): JsonObject;
  /** The parts of schemas and parameters that are left out. */
  readonly lost: LostParts;
};

type State = {
  readonly document: OpenApiNode;
  readonly detail: Detail;
  readonly names: Map<string, string>;
  readonly defs: Map<string, JsonObject>;
  readonly budget: Budget;
  readonly lost: LostParts;
  written: number;
  /** Current nesting depth including followed references, bounded to prevent a stack overflow. */
  depth: number;
};

type SchemaPosition = { readonly level: number; readonly within: readonly string[] };

const ONE = [
  ...['additionalProperties', 'contains', 'else', 'if', 'items', 'not', 'propertyNames', 'then'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
];
const MANY = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const NAMED = ['dependentSchemas', 'patternProperties'];
const ANNOTATIONS = new Set(['description', 'summary', 'default', 'deprecated', 'title', 'example', 'examples']);

const mapValues = (node: OpenApiNode, write: (schema: unknown) => JsonValue): JsonObject =>
  Object.fromEntries(Object.entries(node).map(([key, schema]) => [key, write(schema)]));

/** A schema whose `dependencies` are written as in 2020-12. Drafts before 2019-09 have one keyword for both kinds. */
export const withDependents = (schema: OpenApiNode): OpenApiNode => {
  const { dependencies, ...rest } = schema;
  if (!isRecord(dependencies)) return schema;
  const [names, schemas] = [true, false].map((isList) =>
    Object.fromEntries(Object.entries(dependencies).filter(([, each]) => Array.isArray(each) === isList)),
  );
  return {
    ...rest,
    dependentRequired: { ...names, ...nodeAt(schema, 'dependentRequired') },
    ...(Object.keys({ ...schemas }).length > 0 && {
      dependentSchemas: { ...schemas, ...nodeAt(schema, 'dependentSchemas') },
    }),
  };
};

/** The properties that a request may have; read-only ones are left out. */
export const inputProperties = (document: OpenApiNode, schema: OpenApiNode): OpenApiNode => {
  const sent = Object.entries(nodeAt(schema, 'properties')).filter(([, property]) => {
    if (!isRecord(property)) return true;
    const { $ref: ref, readOnly } = property;
    const target = typeof ref === 'string' ? resolveRef(document, ref) : undefined;
    return readOnly !== true && !(isRecord(target) && target['readOnly'] === true);
  });
  return Object.fromEntries(sent);
};

const objectKeywords = (state: State, schema: OpenApiNode, write: (schema: unknown) => JsonValue): JsonObject => {
  const properties = inputProperties(state.document, schema);
  const all = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = (Array.isArray(schema['required']) ? schema['required'] : []).filter(
    (name): name is string =>
      typeof name === 'string' && (Object.hasOwn(properties, name) || !Object.hasOwn(all, name)),
  );
  return {
    ...(isRecord(schema['properties']) ? { properties: mapValues(properties, write) } : {}),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
  };
};

const writeOne = (write: (schema: unknown) => JsonValue, key: string, value: unknown): JsonObject => {
  if (typeof value === 'boolean') return { [key]: value };
  if (isRecord(value)) return { [key]: write(value) };
  // Drafts before 2020-12 write a tuple this way.
  return key === 'items' && Array.isArray(value) && value.length > 0 ? { prefixItems: value.map(write) } : {};
};

const nestedKeywords = (schema: OpenApiNode, write: (schema: unknown) => JsonValue): JsonObject =>
  Object.assign(
    {},
    ...ONE.map((key) => writeOne(write, key, schema[key])),
    // Drafts before 2020-12: the items after a tuple.
    ...(Array.isArray(schema['items']) ? [writeOne(write, 'items', schema['additionalItems'])] : []),
    ...MANY.map((key) => {
      const list = schema[key];
      // `oneOf` with a discriminator becomes `anyOf`: its alternatives may overlap, and services choose only by the
      // discriminator.
      const isAny = key === 'oneOf' && schema['discriminator'] !== undefined && schema['anyOf'] === undefined;
      return Array.isArray(list) && list.length > 0 ? { [isAny ? 'anyOf' : key]: list.map(write) } : {};
    }),
    ...NAMED.map((key) => {
      const named = schema[key];
      return isRecord(named) ? { [key]: mapValues(named, write) } : {};
    }),
  );

const nameFor = (state: State, ref: string): string => {
  const known = state.names.get(ref);
  if (known !== undefined) return known;
  const last = (ref.split('/').at(-1) ?? '').replace(/[^a-zA-Z0-9_.-]+/g, '_').slice(0, 60) || 'schema';
  const usedNames = new Set(state.names.values());
  const name = usedNames.has(last) ? `${last}_${state.names.size}` : last;
  state.names.set(ref, name);
  return name;
};

const writeTarget = (state: State, ref: string, at: SchemaPosition): JsonObject => {
  const target = resolveRef(state.document, ref);
  if (target === undefined) return {};
  const isOpen = at.within.includes(ref);
  if (state.detail.isInlined && !isOpen) return writeSchema(state, target, { ...at, within: [...at.within, ref] });
  const name = nameFor(state, ref);
  if (!state.defs.has(name)) {
    // Set before the schema is written, because it may refer to itself.
    state.defs.set(name, {});
    state.defs.set(name, writeSchema(state, target, { level: 2, within: [ref] }));
  }
  return { $ref: `#/$defs/${name}` };
};

const writeRef = (state: State, ref: string, schema: OpenApiNode, at: SchemaPosition): JsonObject => {
  const { $ref: _ref, ...beside } = schema;
  const target = writeTarget(state, ref, at);
  const own = Object.fromEntries(Object.entries(beside).filter(([key]) => ANNOTATIONS.has(key)));
  const others = Object.fromEntries(Object.entries(beside).filter(([key]) => !ANNOTATIONS.has(key)));
  const constraints = writeSchema(state, others, at);
  const annotated = { ...target, ...plainKeywords(own, state.lost) };
  return Object.keys(constraints).length === 0 ? annotated : { allOf: [annotated, constraints] };
};

const writeSchema = (state: State, schema: unknown, at: SchemaPosition): JsonObject => {
  state.written += 1;
  state.budget.schemasLeft -= 1;
  if (state.budget.schemasLeft < 0) throw overBudget(`${DOCUMENT_SCHEMAS_MAX} schemas, references followed`);
  if (state.written > SCHEMAS_MAX) throw new SchemaTooLarge();
  if (state.depth > DEPTH_MAX) throw new SchemaTooLarge();
  state.depth += 1;
  const written = writeWithin(state, schema, at);
  state.depth -= 1;
  return written;
};

const writeWithin = (state: State, schema: unknown, at: SchemaPosition): JsonObject => {
  if (schema === false) return { not: {} };
  if (!isRecord(schema)) return {};
  const isDeepest = at.level >= state.detail.levelsMax;
  const ref = schema['$ref'];
  if (typeof ref === 'string')
    return isDeepest ? outline(resolveRef(state.document, ref)) : writeRef(state, ref, schema, at);
  if (isDeepest) return outline(schema);
  const write = (nested: unknown): JsonObject => writeSchema(state, nested, { ...at, level: at.level + 1 });
  const own = withDependents(schema);
  return { ...plainKeywords(own, state.lost), ...nestedKeywords(own, write), ...objectKeywords(state, own, write) };
};

/**
 * Writes self-contained schemas from an OpenAPI document (in 3.1 form). References within the document are inlined, and
 * recursive ones become `$defs`. References to other documents accept anything.
 */
export const createSchemaWriter = (document: OpenApiNode, detail: Detail, budget: Budget): SchemaWriter => {
  const lost = new LostParts();
  const state: State = { document, detail, names: new Map(), defs: new Map(), budget, lost, written: 0, depth: 0 };
  return {
    lost,
    write: (schema) => writeSchema(state, schema, { level: 1, within: [] }),
    defs: () => Object.fromEntries(state.defs),
  };
};
