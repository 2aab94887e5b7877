import { isRecord, type JsonValue } from '../lib/json.ts';
import { scalarText } from '../lib/scalarText.ts';
import { canonical } from '../schemas/values.ts';
import { numberFor, suggestions, textFor } from './scalars.ts';
import {
  flatten,
  listIn,
  mergeSchemas,
  numberIn,
  type ResolveRef,
  recordIn,
  type SchemaNode,
  typeOf,
} from './schemaParts.ts';

/** Values that one sample may consist of. Beyond it, optional members are left out. */
const NODES_MAX = 400;
/** Values at which a sample ends even if its schema requires more. */
const NODES_END = 4_000;
const LEVELS_MAX = 24;
/** Items of a list that are taken over, and members that an object gets beyond its listed ones. */
const ITEMS_MAX = 3;
const BRANCHES_MAX = 20;
/** Branches of `oneOf` that are tried until a value fits only one. */
const TRIES_MAX = 4;

type Place = {
  readonly level: number;
  /** The references that lead here: a member that is optional does not repeat one. */
  readonly refs: readonly string[];
};
/** How much of a schema a sample shows: the levels with optional members, and the items of lists. */
type SampleDetail = { readonly optionalLevels: number; readonly items: number };

export const WHOLE: SampleDetail = { optionalLevels: 6, items: ITEMS_MAX };
/** Only the parts that the schema requires, with one item in each list. */
export const SHORT: SampleDetail = { optionalLevels: 0, items: 1 };

type Sampling = { readonly resolve: ResolveRef; readonly detail: SampleDetail; nodes: number };

/**
 * A value that matches a schema, always the same for the same schema. It takes over the parts of `given` that match,
 * such as those of an example in a document. The work is bounded, so that schemas which refer to themselves end. Tested
 * by `test/core/rehearsal/sample.test.ts` and, over many documents, `test/corpus/rehearsal.test.ts`.
 */
export function sampleOf(
  schema: unknown,
  resolve: ResolveRef,
  { given, detail = WHOLE }: { readonly given?: unknown; readonly detail?: SampleDetail } = {},
): JsonValue {
  const sampling: Sampling = { resolve, detail, nodes: 0 };
  return toJson(valueFor(sampling, schema, given, { level: 0, refs: [] }) ?? {});
}

/** Safe cast: samples consist of JSON that the schema holds and of values made here. */
const toJson = (value: unknown): JsonValue => value as JsonValue;

/** A value for a schema; undefined if its recursion was cut. */
function valueFor(sampling: Sampling, schema: unknown, given: unknown, place: Place): unknown {
  sampling.nodes += 1;
  if (!isRecord(schema)) return given ?? {};
  if (sampling.nodes > NODES_END || place.level > LEVELS_MAX) return undefined;
  const flat = flatten(schema, sampling.resolve);
  const here = { level: place.level, refs: [...place.refs, ...flat.refs] };
  const branched = branchesOf(sampling, flat.schema);
  return branched ? branchValue(sampling, branched, given, here) : plainValue(sampling, flat.schema, given, here);
}

function plainValue(sampling: Sampling, schema: SchemaNode, given: unknown, place: Place): unknown {
  if (schema['const'] !== undefined) return schema['const'];
  const type = typeOf(schema);
  const values = listIn(schema, 'enum');
  if (values.length > 0) return enumValue(schema, values, type, given);
  switch (type) {
    case 'object':
      return objectFor(sampling, schema, given, place);
    case 'array':
      return arrayFor(sampling, schema, given, place);
    case 'string':
      return textFor(schema, given);
    case 'integer':
    case 'number':
      return numberFor(schema, type === 'integer', given);
    case 'boolean':
      return suggestions(schema, given).find((value) => typeof value === 'boolean') ?? true;
    case 'null':
      return null;
    default:
      return type === 'file' ? 'text' : (suggestions(schema, given)[0] ?? {});
  }
}

function enumValue(schema: SchemaNode, values: readonly unknown[], type: string | null, given: unknown): unknown {
  const known = new Set(values.map(canonical));
  const suggested = suggestions(schema, given).find((value) => known.has(canonical(value)));
  return suggested ?? values.find((value) => value !== null && isOfType(value, type)) ?? values[0];
}

function isOfType(value: unknown, type: string | null): boolean {
  switch (type) {
    case null:
      return true;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'integer':
    case 'number':
      return typeof value === 'number' || value instanceof Number;
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

type Branched = { readonly branches: readonly SchemaNode[]; readonly rest: SchemaNode; readonly isOne: boolean };

/** The branches of `oneOf` or `anyOf`, and the rest of the schema; null without branches. */
function branchesOf({ resolve }: Sampling, schema: SchemaNode): Branched | null {
  const key = ['oneOf', 'anyOf'].find((name) => listIn(schema, name).some(isRecord));
  if (key === undefined) return null;
  const { [key]: _branches, ...rest } = schema;
  const branches = listIn(schema, key)
    .filter(isRecord)
    .slice(0, BRANCHES_MAX)
    .map((branch) => flatten(branch, resolve).schema);
  return { branches, rest, isOne: key === 'oneOf' };
}

/**
 * A value of one branch: of the first that fits the given value, or else of the first that isn't null. For `oneOf`, it
 * should fit no other branch.
 */
function branchValue(sampling: Sampling, { branches, rest, isOne }: Branched, given: unknown, place: Place): unknown {
  const fitting = given === undefined ? [] : branches.filter((branch) => isLike(branch, given));
  const others = branches.filter((branch) => !fitting.includes(branch) && typeOf(branch) !== 'null');
  const ordered = [...fitting, ...others, ...branches].slice(0, isOne ? TRIES_MAX : 1);
  let first: unknown;
  for (const branch of ordered) {
    const value = valueFor(sampling, mergeSchemas(branch, rest), fitting.includes(branch) ? given : undefined, place);
    if (!isOne || branches.filter((each) => isLike(each, value)).length === 1) return value;
    first ??= value;
  }
  return first;
}

/** Whether a value may be meant for a schema: its type, required members and constants match. */
function isLike(schema: SchemaNode, value: unknown): boolean {
  if (!isOfType(value, typeOf(schema))) return false;
  const values = listIn(schema, 'enum');
  if (values.length > 0) return values.some((each) => canonical(each) === canonical(value));
  if (!isRecord(value)) return true;
  const properties = recordIn(schema, 'properties');
  if (listIn(schema, 'required').some((name) => !Object.hasOwn(value, scalarText(name)))) return false;
  return Object.entries(properties).every(([name, property]) => {
    if (!isRecord(property) || !Object.hasOwn(value, name)) return true;
    const allowed = property['const'] === undefined ? listIn(property, 'enum') : [property['const']];
    return allowed.length === 0 || allowed.some((each) => canonical(each) === canonical(value[name]));
  });
}

function objectFor(sampling: Sampling, schema: SchemaNode, given: unknown, place: Place): unknown {
  const suggested = suggestions(schema, given).find(isRecord);
  const properties = recordIn(schema, 'properties');
  const required = new Set(listIn(schema, 'required').map(String));
  const max = numberIn(schema, 'maxProperties') ?? Number.POSITIVE_INFINITY;
  const made: Record<string, unknown> = {};
  const below = { ...place, level: place.level + 1 };
  const add = (name: string, property: unknown): void => {
    const value = valueFor(sampling, property, ownOf(suggested, name), below);
    if (value !== undefined)
      Object.defineProperty(made, name, { value, enumerable: true, configurable: true, writable: true });
  };
  for (const [name, property] of Object.entries(properties)) {
    if (required.has(name) || isWanted(sampling, property, below, ownOf(suggested, name))) add(name, property);
    if (Object.keys(made).length >= max) break;
  }
  const others = othersOf(schema, suggested, required, properties);
  for (const [name, property] of others) if (Object.keys(made).length < max) add(name, property);
  return made;
}

const ownOf = (value: SchemaNode | undefined, name: string): unknown =>
  value !== undefined && Object.hasOwn(value, name) ? value[name] : undefined;

/** Whether an object gets an optional member. */
function isWanted(sampling: Sampling, property: unknown, place: Place, given: unknown): boolean {
  if (!isRecord(property)) return property !== false && given !== undefined;
  if (property['writeOnly'] === true || sampling.nodes > NODES_MAX) return false;
  const { optionalLevels } = sampling.detail;
  if (given !== undefined && given !== null && optionalLevels > 0) return true;
  const { schema, refs } = flatten(property, sampling.resolve);
  const items = schema['items'];
  const all = isRecord(items) ? [...refs, ...flatten(items, sampling.resolve).refs] : refs;
  return place.level <= optionalLevels && !all.some((ref) => place.refs.includes(ref));
}

/**
 * The members that `properties` doesn't list: required ones, suggested ones, and as many as `minProperties` demands.
 */
function othersOf(
  schema: SchemaNode,
  suggested: SchemaNode | undefined,
  required: ReadonlySet<string>,
  properties: SchemaNode,
): readonly (readonly [string, unknown])[] {
  const { additionalProperties: others = true } = schema;
  const isListed = (name: string): boolean => Object.hasOwn(properties, name);
  const missing = [...required].filter((name) => !isListed(name));
  const known = Object.keys(suggested ?? {}).filter((name) => !isListed(name) && !required.has(name));
  const few = Math.min(ITEMS_MAX, (numberIn(schema, 'minProperties') ?? 0) - Object.keys(properties).length);
  const filled = Array.from({ length: Math.max(0, few) }, (_, at) => `key${at + 1}`);
  const fromPattern = Object.keys(recordIn(schema, 'patternProperties')).length > 0;
  const optional = others === false || fromPattern ? [] : [...known.slice(0, ITEMS_MAX), ...filled];
  return [...missing, ...optional].map((name) => [name, isRecord(others) ? others : {}]);
}

function arrayFor(sampling: Sampling, schema: SchemaNode, given: unknown, place: Place): unknown {
  const suggested: unknown[] = suggestions(schema, given).find(Array.isArray) ?? [];
  const { items: itemsMax } = sampling.detail;
  const max = numberIn(schema, 'maxItems') ?? Number.POSITIVE_INFINITY;
  const min = numberIn(schema, 'minItems') ?? 0;
  const prefix = listIn(schema, 'prefixItems');
  const items = Array.isArray(schema['items']) ? {} : (schema['items'] ?? {});
  const wanted = Math.max(1, min, prefix.length, Math.min(suggested.length, itemsMax));
  const below = { ...place, level: place.level + 1 };
  const made: unknown[] = [];
  const isMore = (): boolean =>
    made.length < Math.min(max, wanted) && (made.length < min || sampling.nodes < NODES_MAX);
  for (let at = 0; isMore() && at < wanted + BRANCHES_MAX; at += 1) {
    const value = valueFor(sampling, prefix[at] ?? items, suggested[at], below);
    if (value === undefined) break;
    made.push(schema['uniqueItems'] === true ? different(value, made, items) : value);
  }
  return made;
}

/** A value that the list doesn't have, for `uniqueItems`. */
function different(value: unknown, others: readonly unknown[], items: unknown): unknown {
  const known = new Set(others.map(canonical));
  if (!known.has(canonical(value))) return value;
  const choices = isRecord(items) ? listIn(items, 'enum') : [];
  const other = choices.find((each) => !known.has(canonical(each)));
  if (other !== undefined) return other;
  if (typeof value === 'number') return value + others.length;
  return typeof value === 'string' ? `${value}${others.length}` : value;
}
