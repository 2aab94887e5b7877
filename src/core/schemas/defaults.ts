import { BOUNDS, boundReached } from '../kernel/bounds.ts';
import { hasExactNumber } from '../lib/decimal.ts';
import { inheritLossless, isJsonObject, type JsonObject, type JsonValue, markExact } from '../lib/json.ts';
import { pathOfRef, valueAtPath } from '../lib/jsonPointer.ts';

/**
 * Returns the input with its defaults; the same object if nothing is missing.
 * @throws AppError at the bound `max_defaults_bytes`: many items may each lack a long default
 */
export type FillDefaults = (input: JsonObject) => JsonObject;

/** The number of characters that defaults may still add to an input. */
type Room = { left: number };
type Fill = (value: JsonValue, room: Room) => JsonValue;

/** The whole schema, and the fill functions of its parts. */
type Filling = {
  readonly root: JsonObject;
  readonly known: Map<JsonObject, Fill | null>;
  readonly open: Set<JsonObject>;
};

/**
 * Returns a function that fills in required properties that have a default; null for a schema without such properties.
 * Many services list these as required because they fill them in before validation. Fills nested objects, list items
 * and defaults too. Follows references, `allOf`, and an alternative if it is the only non-scalar one. Does not change
 * the input itself.
 */
export function defaultsOf(schema: JsonObject): FillDefaults | null {
  if (!hasDefault(schema)) return null;
  const fill = fillOf(schema, { root: schema, known: new Map(), open: new Set() });
  if (fill === null) return null;
  return (input) => {
    const filled = fill(input, { left: BOUNDS.max_defaults_bytes.max });
    return isJsonObject(filled) ? filled : input;
  };
}

const hasDefault = (value: JsonValue | undefined): boolean => {
  if (Array.isArray(value)) return value.some(hasDefault);
  return isJsonObject(value) && (value['default'] !== undefined || Object.values(value).some(hasDefault));
};

function fillOf(schema: JsonObject, filling: Filling): Fill | null {
  const { known, open } = filling;
  // The schema is recursive: by the time a value arrives, its function is known.
  if (open.has(schema)) return (value, room) => known.get(schema)?.(value, room) ?? value;
  const before = known.get(schema);
  if (before !== undefined) return before;
  open.add(schema);
  const parts = partsOf(schema, filling.root);
  const [inObject, inList] = [objectFill(parts, filling), listFill(parts, filling)];
  open.delete(schema);
  const fill: Fill = (value, room) => {
    if (Array.isArray(value)) return inList?.(value, room) ?? value;
    return isJsonObject(value) ? (inObject?.(value, room) ?? value) : value;
  };
  const used = inObject || inList ? fill : null;
  known.set(schema, used);
  return used;
}

/** Maximum schemas for one value; further ones are ignored. */
const PARTS_MAX = 64;

/** A schema, and the schemas in it that apply to the same value: its reference, `allOf`, and a sole alternative. */
function partsOf(schema: JsonObject, root: JsonObject, seen = new Set<JsonObject>()): readonly JsonObject[] {
  if (seen.has(schema) || seen.size > PARTS_MAX) return [];
  seen.add(schema);
  const { $ref: ref, allOf } = schema;
  const path = typeof ref === 'string' ? pathOfRef(ref) : null;
  const target = path && valueAtPath(root, path);
  const alternatives = ['anyOf', 'oneOf'].flatMap((keyword) => {
    const [only, ...others] = schemasIn(schema[keyword]).filter((each) => !isScalar(each));
    return only && others.length === 0 ? [only] : [];
  });
  const further = [...(isJsonObject(target) ? [target] : []), ...schemasIn(allOf), ...alternatives];
  return [schema, ...further.flatMap((each) => partsOf(each, root, seen))];
}

const schemasIn = (list: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(list) ? list.filter(isJsonObject) : [];

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null']);

const isScalar = ({ type, enum: values }: JsonObject): boolean =>
  SCALARS.has(type) || (type === undefined && Array.isArray(values));

type FillOf<V extends JsonValue> = (value: V, room: Room) => V;

/** Characters counted for a member in addition to its name and value. */
const MEMBER_CHARS = 16;

function objectFill(parts: readonly JsonObject[], filling: Filling): FillOf<JsonObject> | null {
  const required = new Set(parts.flatMap(({ required: names }) => (Array.isArray(names) ? names : [])));
  const members = parts.flatMap(({ properties }) =>
    isJsonObject(properties)
      ? Object.entries(properties).flatMap(([name, schema]) => (isJsonObject(schema) ? [[name, schema] as const] : []))
      : [],
  );
  const missing = members.flatMap(([name, schema]) => {
    const withDefault =
      required.has(name) && partsOf(schema, filling.root).find(({ default: value }) => value !== undefined);
    if (!withDefault) return [];
    const member = [name, withDefault['default'] ?? null] as const;
    return [{ member, chars: MEMBER_CHARS + JSON.stringify(member).length }];
  });
  const inner = members.flatMap(([name, schema]) => {
    const fill = fillOf(schema, filling);
    return fill ? [[name, fill] as const] : [];
  });
  if (missing.length === 0 && inner.length === 0) return null;
  return (value, room) => {
    const added = missing.filter(({ member: [name] }) => !Object.hasOwn(value, name));
    for (const { chars } of added) room.left -= chars;
    if (room.left < 0) throw boundReached('max_defaults_bytes', BOUNDS.max_defaults_bytes.max);
    const whole =
      added.length === 0
        ? value
        : withMembers(
            value,
            added.map(({ member }) => member),
          );
    const filled = inner.flatMap(([name, fill]) => filledMember(whole, name, (member) => fill(member, room)));
    return filled.length === 0 ? whole : withMembers(whole, filled);
  };
}

const withMembers = (value: JsonObject, more: readonly (readonly [string, JsonValue])[]): JsonObject => {
  const made = Object.fromEntries([...Object.entries(value), ...more]);
  return more.some(([, member]) => hasExactNumber(member)) ? markExact(made) : inheritLossless(value, made);
};

function filledMember(
  value: JsonObject,
  name: string,
  fill: (member: JsonValue) => JsonValue,
): readonly (readonly [string, JsonValue])[] {
  const member = Object.hasOwn(value, name) ? value[name] : undefined;
  if (member === undefined) return [];
  const filled = fill(member);
  return filled === member ? [] : [[name, filled]];
}

function listFill(parts: readonly JsonObject[], filling: Filling): FillOf<readonly JsonValue[]> | null {
  const fills = parts.flatMap(({ items, prefixItems }) => {
    // Items of a tuple have separate schemas.
    const fill = isJsonObject(items) && prefixItems === undefined ? fillOf(items, filling) : null;
    return fill ? [fill] : [];
  });
  if (fills.length === 0) return null;
  return (value, room) => {
    const filled = value.map((item) => fills.reduce((before, fill) => fill(before, room), item));
    if (filled.every((item, at) => item === value[at])) return value;
    return hasExactNumber(filled) ? markExact(filled) : filled;
  };
}
