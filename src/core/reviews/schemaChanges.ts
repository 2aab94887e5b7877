import { compareNumbers, isJsonNumber } from '../lib/decimal.ts';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../lib/json.ts';
import { toPointer } from '../lib/jsonPointer.ts';
import { differsInText } from './change.ts';
import { isSameJson } from './definition.ts';

/**
 * How a part of a schema has changed. `wider` and `narrower`: accepts more or fewer values; `other`: possibly both;
 * `new` and `gone`: a member.
 * `text`: text that models read; `unknown`: undetermined; `note` and `harmless`: unrelated to values.
 */
export type Shift = 'wider' | 'narrower' | 'other' | 'new' | 'gone' | 'text' | 'unknown' | 'harmless' | 'note';

/** Receives each difference. */
type Report = (shift: Shift, path: string, difference: string) => void;

type Value = JsonValue | undefined;
type Compare = (before: Value, after: Value, path: string, report: Report) => void;

/**
 * Compares the values that two JSON Schemas accept, part by part. Both schemas are within the bounds of
 * `schemas/bounds.ts`.
 */
export function compareSchemas(before: Value, after: Value, path: string, report: Report): void {
  const [old, now] = [schemaOf(before), schemaOf(after)];
  if (old && now) compareKeywords(withoutRemoved(old, now), now, path, report);
  else if (old !== now) report(now ? 'wider' : 'narrower', path, 'accepts different values');
}

function compareKeywords(old: JsonObject, now: JsonObject, path: string, report: Report): void {
  for (const keyword of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const compare =
      KEYWORDS.get(keyword) ??
      ((before, after, path, report) => {
        if (!isSameJson(before, after)) report('unknown', path, 'has a different text');
      });
    if (old[keyword] !== now[keyword]) compare(old[keyword], now[keyword], path + toPointer([keyword]), report);
  }
}

/** Drops removed members from the old `required`, so that they are not also reported as no longer required. */
function withoutRemoved(old: JsonObject, now: JsonObject): JsonObject {
  const [had, has] = [members(old['properties']), members(now['properties'])];
  const isGone = (name: JsonValue): boolean =>
    typeof name === 'string' && Object.hasOwn(had, name) && !Object.hasOwn(has, name);
  const required = list(old['required']);
  return required.some(isGone) ? { ...old, required: required.filter((name) => !isGone(name)) } : old;
}

/** An absent schema accepts every value, as `true` and `{}` do. */
function schemaOf(value: Value): JsonObject | false {
  if (value === false) return false;
  return isJsonObject(value) ? value : {};
}

const isAbsent = (value: Value): value is undefined => value === undefined;

const asText: Compare = (before, after, path, report) => {
  const [old, now] = [before ?? '', after ?? ''];
  if (isSameJson(old, now)) return;
  const isOnlySpace = typeof old === 'string' && typeof now === 'string' && !differsInText(old, now);
  report(isOnlySpace ? 'note' : 'text', path, isOnlySpace ? 'has different white space' : 'has a different text');
};

/** A comparison that reports every difference as the same shift. */
const alwaysAs =
  (shift: Shift, difference: string): Compare =>
  (before, after, path, report) => {
    if (isAbsent(before) !== isAbsent(after) || !isSameJson(before, after)) report(shift, path, difference);
  };

const list = (value: Value): readonly JsonValue[] => (Array.isArray(value) ? value : []);
const keyOf = (value: JsonValue): string => (typeof value === 'string' ? `s${value}` : `j${JSON.stringify(value)}`);

/** Whether a set has gained or lost members. */
function setChange(before: readonly JsonValue[], after: readonly JsonValue[]) {
  const [old, now] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  return { hasGained: [...now].some((key) => !old.has(key)), hasLost: [...old].some((key) => !now.has(key)) };
}

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

function typesOf(value: Value): readonly JsonValue[] {
  if (isAbsent(value)) return TYPES;
  const types = typeof value === 'string' ? [value] : list(value);
  return types.includes('number') ? [...types, 'integer'] : types;
}

const compareEnums: Compare = (before, after, path, report) => {
  if (isAbsent(before)) return report('narrower', path, 'now accepts only these values');
  if (isAbsent(after)) return report('wider', path, 'also accepts other values');
  const { hasGained, hasLost } = setChange(list(before), list(after));
  if (hasGained) report('wider', path, 'accepts more values');
  if (hasLost) report('narrower', path, 'accepts fewer values');
  if (!(hasGained || hasLost)) noteOrder(before, after, path, report);
};

const members = (value: Value): JsonObject => (isJsonObject(value) ? value : {});

/** Compares members by name: `properties`, and the targets of references. */
const compareMembers =
  (gone: Shift): Compare =>
  (before, after, path, report) => {
    const [old, now] = [members(before), members(after)];
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const at = path + toPointer([name]);
      if (!Object.hasOwn(old, name)) report('new', at, 'is new');
      else if (Object.hasOwn(now, name)) compareSchemas(old[name], now[name], at, report);
      else report(gone, at, 'is gone');
    }
  };

/** Compares schemas of inner values; an absent one accepts every value. */
const compareInner: Compare = (before, after, path, report) => {
  if (Array.isArray(before) || Array.isArray(after)) return comparePositions(before, after, path, report);
  compareSchemas(before, after, path, report);
};

const comparePositions: Compare = (before, after, path, report) => {
  const [old, now] = [list(before), list(after)];
  if (old.length !== now.length) return report('other', path, 'has different positions');
  old.forEach((schema, at) => void compareSchemas(schema, now[at], `${path}/${at}`, report));
};

/** Compares alternatives and conjunctions: equal parts are paired regardless of position, the rest in order. */
const compareParts =
  (more: Shift, fewer: Shift): Compare =>
  (before, after, path, report) => {
    if (isAbsent(before)) return report('narrower', path, 'accepts fewer values');
    if (isAbsent(after)) return report('wider', path, 'accepts more values');
    const [old, now] = [withoutEquals(list(before), list(after)), withoutEquals(list(after), list(before))];
    old.slice(0, now.length).forEach((schema, at) => void compareSchemas(schema, now[at], `${path}/${at}`, report));
    if (now.length > old.length) report(more, path, 'has more parts');
    if (now.length < old.length) report(fewer, path, 'has fewer parts');
    if (now.length + old.length === 0) noteOrder(before, after, path, report);
  };

const noteOrder: Compare = (before, after, path, report) => {
  if (!isSameJson(before, after)) report('note', path, 'has a different order');
};

/** The parts that have no match in `others`. Each of `others` matches only one part. */
function withoutEquals(parts: readonly JsonValue[], others: readonly JsonValue[]): readonly JsonValue[] {
  const left = Map.groupBy(others, canonicalJson);
  return parts.filter((part) => left.get(canonicalJson(part))?.pop() === undefined);
}

/** A number that is a lower (`isLower`) or upper bound; if absent, there is no bound. */
const compareBounds =
  (isLower: boolean): Compare =>
  (before, after, path, report) => {
    if (before === after) return;
    // In draft-04, `exclusiveMinimum` and `exclusiveMaximum` are booleans.
    if (!isJsonNumber(before) || !isJsonNumber(after)) return compareConstraints(before, after, path, report);
    report(compareNumbers(before, after) < 0 === isLower ? 'narrower' : 'wider', path, 'has a different bound');
  };

/** Keywords whose presence narrows the accepted values. */
const compareConstraints: Compare = (before, after, path, report) => {
  if (isAbsent(before)) report('narrower', path, 'is a new constraint');
  else if (isAbsent(after)) report('wider', path, 'is no longer a constraint');
  else if (!isSameJson(before, after)) report('other', path, 'is a different constraint');
};

const lower = compareBounds(true);
const upper = compareBounds(false);
const other = alwaysAs('other', 'accepts different values');
const harmless = alwaysAs('harmless', 'is marked differently');
const note = alwaysAs('note', 'has a different example or comment');

const KEYWORDS: ReadonlyMap<string, Compare> = new Map<string, Compare>([
  ['title', asText],
  ['description', asText],
  [
    'type',
    (before, after, path, report) => {
      const { hasGained, hasLost } = setChange(typesOf(before), typesOf(after));
      if (hasGained) report('wider', path, 'accepts more types');
      if (hasLost) report('narrower', path, 'accepts fewer types');
      if (!(hasGained || hasLost)) noteOrder(before, after, path, report);
    },
  ],
  ['enum', compareEnums],
  ['const', compareConstraints],
  [
    'required',
    (before, after, path, report) => {
      const { hasGained, hasLost } = setChange(list(before), list(after));
      if (hasGained) report('narrower', path, 'requires more members');
      if (hasLost) report('wider', path, 'requires fewer members');
      if (!(hasGained || hasLost)) noteOrder(before, after, path, report);
    },
  ],
  ['properties', compareMembers('gone')],
  ['patternProperties', compareMembers('gone')],
  ['$defs', compareMembers('harmless')],
  ['definitions', compareMembers('harmless')],
  ['dependentSchemas', compareMembers('other')],
  ...['items', 'additionalItems', 'additionalProperties', 'propertyNames'].map((key) => [key, compareInner] as const),
  ...['unevaluatedItems', 'unevaluatedProperties'].map((key) => [key, compareInner] as const),
  ['prefixItems', comparePositions],
  ['allOf', compareParts('narrower', 'wider')],
  ['anyOf', compareParts('wider', 'narrower')],
  ['oneOf', compareParts('wider', 'narrower')],
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'].map((key) => [key, lower] as const),
  ...['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'].map((key) => [key, upper] as const),
  ...['pattern', 'format', 'multipleOf', 'uniqueItems', 'contentEncoding', 'contentMediaType', 'contains'].map(
    (key) => [key, compareConstraints] as const,
  ),
  ...['not', 'if', 'then', 'else', '$ref', '$dynamicRef', '$schema', 'dependentRequired', 'dependencies'].map(
    (key) => [key, other] as const,
  ),
  ['default', alwaysAs('other', 'sends a different default')],
  ...['examples', 'example', '$comment'].map((key) => [key, note] as const),
  ...['deprecated', 'readOnly', 'writeOnly'].map((key) => [key, harmless] as const),
]);
