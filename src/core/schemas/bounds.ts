import { BOUNDS } from '../kernel/bounds.ts';
import { isBeyondJavaScript } from '../lib/decimal.ts';
import { ExactNumber, isRecord } from '../lib/json.ts';

const SCHEMA_BYTES_MAX = BOUNDS.max_schema_bytes.max;
const SCHEMA_DEPTH_MAX = 32;
const SCHEMA_PROPERTIES_MAX = 500;

/** Result of a walk over a schema. `depth` counts nested objects and arrays; the schema itself is 1. */
type SchemaTraits = {
  readonly depth: number;
  readonly properties: number;
  readonly hasRefs: boolean;
  readonly patterns: number;
  /** A pattern that is long, or has counted repetitions, which make it long once compiled. */
  readonly hasLongPatterns: boolean;
  /** True if Ajv's result would differ from the specification. */
  readonly needsExact: boolean;
  /** True if keywords are siblings of a `$ref`. Up to draft-07, the reference replaces them. */
  readonly hasRefSiblings: boolean;
};

const PATTERN_CHARS_MAX = 200;
const COUNTED_REPETITION = /\{\d/;

// Keywords whose values are data, which contain no keywords.
const DATA_KEYWORDS = new Set(['const', 'enum', 'default', 'examples', 'example']);
// Keywords whose values have keys chosen by the author. Those keys are never keywords.
const NAMING_KEYWORDS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
const REF_KEYWORDS = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

type SchemaCounts = {
  depth: number;
  properties: number;
  refs: number;
  exact: number;
  besideRefs: number;
  patterns: number;
  long: number;
};

const countPattern = (tally: SchemaCounts, pattern: string): void => {
  tally.patterns += 1;
  if (pattern.length > PATTERN_CHARS_MAX || COUNTED_REPETITION.test(pattern)) tally.long += 1;
};

// Keywords that Ajv does not always handle as specified: parts with an address or name, references to them, and rules
// that depend on the results of other keywords.
const EXACT_KEYWORDS = new Set([
  '$id',
  'id',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$dynamicRef',
  '$recursiveRef',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const REQUIRING_KEYWORDS = new Set(['required', 'dependentRequired', 'dependencies']);
const LOCAL_REF = /^#(\/|$)/;

/** Whether every JavaScript object inherits a property of this name, which Ajv would mistake for an input member. */
const isInherited = (name: string): boolean => name in Object.prototype;

const mentionsInherited = (value: unknown): boolean => {
  if (typeof value === 'string') return isInherited(value);
  if (Array.isArray(value)) return value.some(mentionsInherited);
  return isRecord(value) && (Object.keys(value).some(isInherited) || Object.values(value).some(mentionsInherited));
};

const isExactMember = (key: string, value: unknown): boolean =>
  EXACT_KEYWORDS.has(key) ||
  (key === '$ref' && typeof value === 'string' && !LOCAL_REF.test(value)) ||
  (REQUIRING_KEYWORDS.has(key) && mentionsInherited(value));

// Siblings of a reference that have no effect on validation, whether or not the reference replaces them.
const HARMLESS_BESIDE_REF = new Set([
  '$schema',
  '$id',
  'id',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
]);

const countMember = (tally: SchemaCounts, key: string, value: unknown): void => {
  if (typeof value === 'string') {
    if (REF_KEYWORDS.has(key)) tally.refs += 1;
    if (key === 'pattern') countPattern(tally, value);
  }
  if (!isRecord(value)) return;
  if (key === 'properties') tally.properties += Object.keys(value).length;
  if (key === 'patternProperties') for (const pattern of Object.keys(value)) countPattern(tally, pattern);
};

const membersOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> => {
  if (Array.isArray(value)) return value.map((item) => ['', item] as const);
  return isRecord(value) ? Object.entries(value) : [];
};

/** How to interpret the keys of a value: as keywords, as names chosen by the author, or as data. */
export type KeyMeaning = 'keywords' | 'names' | 'data';

/** How to interpret the keys of a member. */
export const keysBelow = (keys: KeyMeaning, key: string): KeyMeaning => {
  if (keys === 'data' || (keys === 'keywords' && DATA_KEYWORDS.has(key))) return 'data';
  return keys === 'keywords' && NAMING_KEYWORDS.has(key) ? 'names' : 'keywords';
};

const isExact = (keys: KeyMeaning, key: string, member: unknown, depth: number): boolean => {
  if (member instanceof ExactNumber) return isBeyondJavaScript(member);
  if (keys === 'names') return isInherited(key);
  // Ignore the id of the whole document, which only matters to references that use it.
  return keys === 'keywords' && !(depth === 1 && key.endsWith('id')) && isExactMember(key, member);
};

const walk = (value: unknown, depth: number, keys: KeyMeaning, tally: SchemaCounts): void => {
  tally.depth = Math.max(tally.depth, depth);
  // Stop at this depth, since ten thousand levels would overflow the stack.
  if (depth > SCHEMA_DEPTH_MAX) return;
  if (keys === 'keywords' && isRecord(value) && typeof value['$ref'] === 'string')
    if (Object.keys(value).some((key) => key !== '$ref' && !HARMLESS_BESIDE_REF.has(key))) tally.besideRefs += 1;
  for (const [key, member] of membersOf(value)) {
    if (keys === 'keywords') countMember(tally, key, member);
    if (isExact(keys, key, member, depth)) tally.exact += 1;
    if (typeof member === 'object' && member !== null && !(member instanceof ExactNumber))
      walk(member, depth + 1, keysBelow(keys, key), tally);
  }
};

/** Walks a schema and collects the traits that make it expensive. */
export const schemaTraits = (schema: unknown): SchemaTraits => {
  const tally: SchemaCounts = { depth: 0, properties: 0, refs: 0, exact: 0, besideRefs: 0, patterns: 0, long: 0 };
  walk(schema, 1, 'keywords', tally);
  return {
    depth: tally.depth,
    properties: tally.properties,
    hasRefs: tally.refs > 0,
    patterns: tally.patterns,
    hasLongPatterns: tally.long > 0,
    needsExact: tally.exact > 0,
    hasRefSiblings: tally.besideRefs > 0,
  };
};

const INLINE_BYTES_MAX = 4_096;
const INLINE_PROPERTIES_MAX = 60;
const INLINE_PATTERNS_MAX = 8;

/**
 * Whether a schema compiles in milliseconds, and a check costs at most its size times the input's size. Such a schema
 * is short and has no references or long patterns, which multiply work. All others go to a worker.
 */
export const isCheap = (schema: unknown): boolean => {
  const { depth, properties, hasRefs, patterns, hasLongPatterns } = schemaTraits(schema);
  if (depth > SCHEMA_DEPTH_MAX || hasRefs || hasLongPatterns) return false;
  if (properties > INLINE_PROPERTIES_MAX || patterns > INLINE_PATTERNS_MAX) return false;
  return JSON.stringify(schema).length <= INLINE_BYTES_MAX;
};

/** Why a schema is too large to be compiled; null if it isn't. */
export const boundsProblem = (schema: unknown): string | null => {
  const traits = schemaTraits(schema);
  if (traits.depth > SCHEMA_DEPTH_MAX) return `is nested deeper than ${SCHEMA_DEPTH_MAX} levels`;
  if (traits.properties > SCHEMA_PROPERTIES_MAX) return `has more than ${SCHEMA_PROPERTIES_MAX} properties`;
  if (Buffer.byteLength(JSON.stringify(schema)) > SCHEMA_BYTES_MAX)
    return `is larger than ${SCHEMA_BYTES_MAX} bytes (max_schema_bytes)`;
  return null;
};
