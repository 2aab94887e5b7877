import { isRecord } from '../../src/core/lib/json.ts';

type Schema = Readonly<Record<string, unknown>>;
type Detail = { readonly levels: number; readonly chars: number };

/** Characters of one tool's input schema, as JSON. */
const CHARS_MAX = 3_500;
const ENUM_MAX = 40;
/** From the full schema to bare inputs; uses the first one that fits. */
const DETAILS: readonly Detail[] = [
  { levels: 6, chars: 300 },
  { levels: 4, chars: 240 },
  { levels: 3, chars: 200 },
  { levels: 2, chars: 160 },
  { levels: 2, chars: 60 },
  { levels: 1, chars: 120 },
  { levels: 1, chars: 80 },
];
const DROPPED = new Set(['example', 'examples', 'title', 'xml', 'externalDocs', 'discriminator', '$comment']);
const SINGLE = new Set(['items', 'additionalProperties']);
const LISTS = ['anyOf', 'oneOf', 'allOf'] as const;

/** The first sentences that fit. */
function shortened(text: string, chars: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= chars) return line;
  const cut = line.slice(0, chars);
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('; '));
  return end > chars / 3 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(' '))}…`;
}

/** Too long to read, or with values that YAML parsed as another type, such as `true`. */
const isUselessEnum = ({ enum: values, type }: Schema): boolean =>
  Array.isArray(values) &&
  (values.length > ENUM_MAX || (type === 'string' && values.some((value) => typeof value !== 'string')));

/** An object without members, or a list without items. */
function bare(schema: Schema, detail: Detail): Schema {
  const { type, description } = schema;
  return {
    ...(type === undefined ? {} : { type }),
    ...(type === 'array' ? { items: {} } : {}),
    ...(typeof description === 'string' && { description: shortened(description, detail.chars) }),
  };
}

const mapped = (value: unknown, each: (schema: Schema) => Schema): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, child]) => [key, isRecord(child) ? each(child) : child]))
    : value;

const isNested = (schema: Schema): boolean =>
  '$ref' in schema || 'properties' in schema || LISTS.some((key) => key in schema);

type Within = (child: Schema) => Schema;

const isDropped = (key: string, schema: Schema): boolean =>
  DROPPED.has(key) || key.startsWith('x-') || (key === 'enum' && isUselessEnum(schema));

/** A member of a schema, with its nested schemas converted. */
function children(key: string, value: unknown, each: Within): unknown {
  if (key === 'properties' || key === '$defs') return mapped(value, each);
  if (Array.isArray(value))
    return LISTS.some((list) => list === key) ? value.map((one) => (isRecord(one) ? each(one) : one)) : value;
  return SINGLE.has(key) && isRecord(value) ? each(value) : value;
}

/** A converted member of a schema. */
function member(key: string, value: unknown, chars: number, within: Within): unknown {
  if (key === 'description') return typeof value === 'string' ? shortened(value, chars) : '';
  return children(key, value, within);
}

function written(schema: Schema, detail: Detail): Schema {
  const next = { ...detail, levels: detail.levels - 1 };
  const within: Within = (child) => (isNested(child) && next.levels <= 0 ? bare(child, next) : written(child, next));
  const entries = Object.entries(schema)
    .filter(([key]) => !isDropped(key, schema))
    .map(([key, value]) => [key, member(key, value, detail.chars, within)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** Removes unused definitions. */
function withUsedDefs({ $defs, ...schema }: Schema): Schema {
  if (!isRecord($defs)) return schema;
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value ?? null).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit($defs[name]);
    }
  };
  visit(schema);
  return used.size === 0
    ? schema
    : { ...schema, $defs: Object.fromEntries(Object.entries($defs).filter(([key]) => used.has(key))) };
}

const OBJECT_KEYS = new Set(['type', 'description', 'properties', 'required', 'title', 'example']);

const isPlainObject = (part: Schema): boolean =>
  (part['type'] ?? 'object') === 'object' && Object.keys(part).every((key) => OBJECT_KEYS.has(key));

/**
 * Merges the objects of an `allOf` into one. Otherwise some members would be one level deeper and would be removed
 * first.
 */
function joined(schema: Schema): Schema {
  const entries = Object.entries(schema).map(([key, value]) => [key, children(key, value, joined)] as const);
  const { allOf, ...own }: Schema = Object.fromEntries(entries);
  const parts = Array.isArray(allOf) ? [...allOf, own].filter(isRecord) : [];
  if (parts.length === 0) return withKnown(own);
  if (!parts.every(isPlainObject)) return { ...own, allOf };
  const properties: Schema = Object.assign({}, ...parts.map((part) => part['properties']));
  const required = parts.flatMap((part) => [part['required'] ?? []].flat());
  return withKnown({ ...Object.assign({}, ...parts), properties, required: [...new Set(required)] });
}

/** Removes required members without a description: they occur only in responses, or nowhere. */
function withKnown({ required, ...schema }: Schema): Schema {
  const { properties } = schema;
  const names = Array.isArray(required) ? required.map(String) : [];
  const known = isRecord(properties) ? names.filter((name) => name in properties) : names;
  return known.length > 0 ? { ...schema, required: known } : schema;
}

/** An input schema that fits a model's context: it shortens texts, and removes levels if the schema is large. */
export function slimmed(schema: Schema): Schema {
  const tries = DETAILS.map((detail) => () => withUsedDefs(written(joined(schema), detail)));
  let last = schema;
  for (const attempt of tries) {
    last = attempt();
    if (JSON.stringify(last).length <= CHARS_MAX) break;
  }
  return last;
}
