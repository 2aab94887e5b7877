import { isJsonNumber, isWhole } from '../../core/lib/decimal.ts';
import { isRecord, type JsonObject, type JsonValue } from '../../core/lib/json.ts';
import { isJsonType, isTextType, mediaTypeOf } from '../../core/lib/mediaType.ts';
import { scalarText } from '../../core/lib/scalarText.ts';
import { ellipsized } from '../../core/lib/text.ts';
import { isPatternUsable } from '../../core/schemas/patterns.ts';
import { TEXT_CHARS_MAX } from './cutTexts.ts';
import { listAt, nodeAt, type OpenApiNode, textAt } from './document.ts';
import { schemaExamples } from './inputExamples.ts';
import type { LostParts } from './lostParts.ts';
import { plainText } from './plainText.ts';

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const SMALL_CHARS_MAX = 200;

/** The value came from JSON or YAML text, so it is JSON. */
const asJson = (value: unknown): JsonValue => value as JsonValue;

const isCount = (value: unknown): boolean => isJsonNumber(value) && isWhole(value) && Number(value) >= 0;
const isNumber = (value: unknown): boolean => isJsonNumber(value) && Number.isFinite(Number(value));
const isText = (value: unknown): boolean => typeof value === 'string';
const isSmall = (value: unknown): boolean => (JSON.stringify(value) ?? '').length <= SMALL_CHARS_MAX;

// Keywords without subschemas, with a check for valid values. Other keywords do not affect a tool and are left out.
const USABLE: Readonly<Record<string, (value: unknown) => boolean>> = {
  const: (value) => value !== undefined,
  contentEncoding: isText,
  contentMediaType: isText,
  default: isSmall,
  dependentRequired: isRecord,
  deprecated: (value) => value === true,
  enum: (value) => Array.isArray(value) && value.length > 0,
  exclusiveMaximum: isNumber,
  exclusiveMinimum: isNumber,
  format: isText,
  maximum: isNumber,
  maxItems: isCount,
  maxLength: isCount,
  maxProperties: isCount,
  minimum: isNumber,
  maxContains: isCount,
  minContains: isCount,
  minItems: isCount,
  minLength: isCount,
  minProperties: isCount,
  multipleOf: (value) => isNumber(value) && Number(value) > 0,
  pattern: (value) => typeof value === 'string' && isPatternUsable(value),
  uniqueItems: (value) => typeof value === 'boolean',
};

const typesOf = (schema: OpenApiNode): readonly string[] => {
  const types = schema['type'];
  const listed = (Array.isArray(types) ? types : [types]).filter((type) => typeof type === 'string');
  const known = new Set(listed.map((type) => (type === 'file' ? 'string' : type)).filter((type) => TYPES.has(type)));
  const isNullable = schema['nullable'] === true || schema['x-nullable'] === true;
  if (known.size > 0 && isNullable) known.add('null');
  return [...known];
};

const typeMember = (types: readonly string[]): JsonObject => {
  const [only] = types;
  if (only === undefined) return {};
  return { type: types.length === 1 ? only : types };
};

/** True for a schema of bytes, which an input can only contain as base64. */
export function isBinary({ type, format, contentMediaType, contentEncoding }: OpenApiNode): boolean {
  if (type === 'file' || format === 'binary') return true;
  // OpenAPI 3.1 describes bytes by their media type, also without a type. Content of a text type is plain text.
  if ((type !== 'string' && type !== undefined) || contentEncoding !== undefined) return false;
  const media = typeof contentMediaType === 'string' ? mediaTypeOf(contentMediaType) : '';
  return media !== '' && !isTextType(media) && !isJsonType(media);
}

/** Extensions that describe or name the values of an enum, in its order or by value. */
const DESCRIBING = ['x-enum-descriptions', 'x-enumDescriptions', 'x-enum-varnames', 'x-enumNames'];

/** The meanings of an enum's values, for which JSON Schema has no keyword; empty if the document gives none. */
function enumTexts(schema: OpenApiNode): string {
  const values = listAt(schema, 'enum');
  const ofAzure = listAt(nodeAt(schema, 'x-ms-enum'), 'values').filter(isRecord);
  const texts = values.map((member, at) => {
    const value = scalarText(member);
    const described = DESCRIBING.map((key) => schema[key]).map((given) =>
      isRecord(given) ? given[value] : Array.isArray(given) ? given[at] : undefined,
    );
    const text = [...described, textAt(ofAzure.find((each) => each['value'] === member) ?? {}, 'description')]
      .filter((each) => typeof each === 'string')
      .map((each) => plainText(each).trim())
      .find((each) => each !== '' && each !== value);
    return text === undefined ? [] : [`- ${value}: ${text}`];
  });
  return texts.flat().join('\n');
}

const descriptionMember = (schema: OpenApiNode): JsonObject => {
  const ownText = typeof schema['description'] === 'string' ? plainText(schema['description'].trim()) : '';
  const about = [ownText, enumTexts(schema)].filter((each) => each !== '').join('\n\n');
  const text = isBinary(schema) ? `${about} (base64)`.trim() : about;
  return text === '' ? {} : { description: ellipsized(text, TEXT_CHARS_MAX) };
};

const withNullInEnum = (members: JsonObject, types: readonly string[]): JsonObject => {
  const { enum: values } = members;
  if (!Array.isArray(values) || !types.includes('null') || values.includes(null)) return members;
  return { ...members, enum: [...values, null] };
};

/** Values that change nothing, and the booleans that some drafts have for `exclusiveMinimum`. */
const isMeaningless = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || typeof value === 'boolean';

/** Counts the parts that `plainKeywords` leaves out of a schema. */
function countLost(schema: OpenApiNode, lost: LostParts): void {
  for (const [key, value] of Object.entries(schema)) {
    if (isMeaningless(value) || !Object.hasOwn(USABLE, key) || USABLE[key]?.(value)) continue;
    lost.add(key === 'pattern' || key === 'default' ? key : 'keyword');
  }
  const types = [schema['type']].flat();
  if (types.some((type) => typeof type === 'string' && type !== 'file' && !TYPES.has(type))) lost.add('keyword');
  const [first, ...others] = schemaExamples(schema);
  lost.add('example', others.length + (isSmall(first) ? 0 : 1));
}

/** A schema's keywords that hold no schemas, as JSON Schema 2020-12. Counts those it leaves out. */
export const plainKeywords = (schema: OpenApiNode, lost: LostParts): JsonObject => {
  countLost(schema, lost);
  const types = typesOf(schema);
  const usable = Object.entries(schema).filter(([key, value]) => Object.hasOwn(USABLE, key) && USABLE[key]?.(value));
  const { format, ...members }: JsonObject = Object.fromEntries(usable.map(([key, value]) => [key, asJson(value)]));
  const binary = isBinary(schema) ? { contentEncoding: 'base64' } : format === undefined ? {} : { format };
  const [first] = schemaExamples(schema);
  const { minimum, maximum } = schema;
  return withNullInEnum(
    {
      ...typeMember(types),
      ...descriptionMember(schema),
      ...members,
      ...binary,
      ...(schema['exclusiveMinimum'] === true && isJsonNumber(minimum) ? { exclusiveMinimum: asJson(minimum) } : {}),
      ...(schema['exclusiveMaximum'] === true && isJsonNumber(maximum) ? { exclusiveMaximum: asJson(maximum) } : {}),
      ...(first === undefined || !isSmall(first) ? {} : { examples: [asJson(first)] }),
    },
    types,
  );
};

/** The outline of a schema that is too deep to expand: its type and description. */
export const outline = (schema: unknown): JsonObject =>
  isRecord(schema) ? { ...typeMember(typesOf(schema)), ...descriptionMember(schema) } : {};
