import {
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import type { JsonObject, JsonValue } from '../../core/lib/json.ts';
import { ellipsized, firstNames } from '../../core/lib/text.ts';
import { hasCutText } from '../openapi/cutTexts.ts';
import { FILE } from '../openapi/fileInput.ts';
import { plainText } from '../openapi/plainText.ts';

const TEXT: JsonObject = { type: 'string' };
const BIG_INTEGER: JsonObject = { type: ['integer', 'string'] };
const DECIMAL: JsonObject = { type: ['number', 'string'] };
const DATE_TIME: JsonObject = { type: 'string', format: 'date-time' };
const URI: JsonObject = { type: 'string', format: 'uri' };

/** Scalars with a known form, in lower case. Any other custom scalar accepts any JSON. */
const SCALARS: ReadonlyMap<string, JsonObject> = new Map([
  ['int', { type: 'integer' }],
  ['float', { type: 'number' }],
  ['string', TEXT],
  ['id', TEXT],
  ['boolean', { type: 'boolean' }],
  ['upload', FILE],
  ...['datetime', 'iso8601datetime', 'awsdatetime', 'timestamptz'].map((name) => [name, DATE_TIME] as const),
  ...['date', 'iso8601date'].map((name) => [name, { type: 'string', format: 'date' }] as const),
  ...['uri', 'url', 'awsurl'].map((name) => [name, URI] as const),
  ...['email', 'emailaddress', 'awsemail'].map((name) => [name, { type: 'string', format: 'email' }] as const),
  ...['uuid', 'guid'].map((name) => [name, { type: 'string', format: 'uuid' }] as const),
  ...['bigint', 'long', 'int64', 'uint64', 'unsignedint64'].map((name) => [name, BIG_INTEGER] as const),
  ...['decimal', 'bigdecimal', 'money', 'numeric'].map((name) => [name, DECIMAL] as const),
]);

/** Formats of scalars with a specification, by a part of its URL. */
const SPECIFIED: readonly (readonly [RegExp, JsonObject])[] = [
  [/rfc4122|rfc9562/i, { type: 'string', format: 'uuid' }],
  [/rfc3339|\/date-time(?:$|[./#])/i, DATE_TIME],
];

/** Limits of one tool's schema, below the bounds of all schemas. The nearest types get their fields. */
const PROPERTIES_MAX = 400;
const CHARS_MAX = 40_000;
const LISTS_MAX = 8;
const ENUM_VALUES_MAX = 500;
/** Longer enums are written once per tool. */
const ENUM_INLINE_MAX = 8;
const DESCRIPTION_CHARS_MAX = 500;

const OPEN: JsonObject = { type: 'object' };

/** A tool's input, and the parts of the schema's description that it lacks. */
type ToolInput = { readonly inputSchema: JsonObject; readonly omitted: readonly string[] };

/** The JSON Schema of a field's arguments, which become the tool's inputs. */
export function inputOfArguments(args: readonly GraphQLArgument[]): ToolInput {
  const writer = new SchemaWriter();
  const own = writer.members(args);
  const defs = writer.defs();
  const inputSchema = {
    type: 'object',
    ...own,
    additionalProperties: false,
    ...(Object.keys(defs).length > 0 && { $defs: defs }),
  };
  const cut = hasCutText(inputSchema, DESCRIPTION_CHARS_MAX)
    ? [`descriptions of its input are cut after ${DESCRIPTION_CHARS_MAX} characters`]
    : [];
  return { inputSchema, omitted: [...writer.omitted(), ...cut] };
}

const NAMES_SHOWN = 3;
const NAME_CHARS_MAX = 128;

const named = (names: readonly string[]): string =>
  firstNames(
    names.map((name) => name.slice(0, NAME_CHARS_MAX)),
    NAMES_SHOWN,
  );

type Member = GraphQLArgument | GraphQLInputField;

class SchemaWriter {
  readonly #defs: [string, JsonObject][] = [];
  readonly #queue: GraphQLInputObjectType[] = [];
  readonly #known = new Set<string>();
  readonly #open: string[] = [];
  readonly #textual = new Set<string>();
  #properties = 0;
  #chars = 0;

  /** Types that are only partly described, because the tool's schema would exceed a limit. */
  omitted(): readonly string[] {
    const [open, textual] = [named(this.#open), named([...this.#textual])];
    return [
      ...(open === '' ? [] : [`its input schema is too large: the fields of ${open} are not described`]),
      ...(textual === '' ? [] : [`the values of ${textual} are not listed, because they are too many`]),
    ];
  }

  members(members: readonly Member[]): JsonObject {
    this.#properties += members.length;
    const required = members.filter(isRequiredInputField).map(({ name }) => name);
    const written: JsonObject = {
      properties: Object.fromEntries(members.map((member) => [member.name, this.#member(member)])),
      ...(required.length > 0 && { required }),
    };
    this.#chars += JSON.stringify(written).length;
    return written;
  }

  /** Writes the types that were referred to, nearest first, until the tool's schema is full. */
  defs(): JsonObject {
    for (let type = this.#queue.shift(); type; type = this.#queue.shift()) {
      const fields = Object.values(type.getFields());
      const isFull = this.#properties + fields.length > PROPERTIES_MAX || this.#chars > CHARS_MAX;
      if (isFull) this.#open.push(type.name);
      this.#defs.push([type.name, isFull ? OPEN : this.#object(type, fields)]);
    }
    return Object.fromEntries(this.#defs);
  }

  #object(type: GraphQLInputObjectType, fields: readonly GraphQLInputField[]): JsonObject {
    return {
      type: 'object',
      ...describedBy(type.description),
      ...this.members(fields),
      additionalProperties: false,
      ...(type.isOneOf && { minProperties: 1, maxProperties: 1 }),
    };
  }

  #member({ type, description, defaultValue, deprecationReason }: Member): JsonObject {
    const isDeprecated = typeof deprecationReason === 'string';
    const text = isDeprecated ? `Deprecated: ${deprecationReason} ${description ?? ''}` : description;
    const notes = {
      ...describedBy(text),
      ...(isJson(defaultValue) && { default: defaultValue }),
      ...(isDeprecated && { deprecated: true }),
    };
    return { ...this.#type(type, 0), ...notes };
  }

  #type(type: GraphQLInputType, lists: number): JsonObject {
    return isNonNullType(type) ? this.#present(type.ofType, lists) : orNull(this.#present(type, lists));
  }

  #present(type: GraphQLInputType, lists: number): JsonObject {
    if (isListType(type)) {
      if (lists >= LISTS_MAX) return { type: 'array' };
      // A single value is the same as a list with it, but models need one form.
      return { type: 'array', items: this.#type(type.ofType, lists + 1) };
    }
    if (isNonNullType(type)) return this.#present(type.ofType, lists);
    if (isInputObjectType(type)) return this.#reference(type);
    return isEnumType(type) ? this.#enum(type) : scalarSchema(type);
  }

  #reference(type: GraphQLInputObjectType): JsonObject {
    if (!this.#known.has(type.name)) {
      this.#known.add(type.name);
      this.#queue.push(type);
    }
    return { $ref: `#/$defs/${type.name}` };
  }

  #enum(type: GraphQLEnumType): JsonObject {
    const values = type.getValues().map(({ name }) => name);
    if (values.length > ENUM_VALUES_MAX) {
      this.#textual.add(type.name);
      return TEXT;
    }
    if (values.length <= ENUM_INLINE_MAX) return { type: 'string', enum: values };
    if (!this.#known.has(type.name)) {
      this.#known.add(type.name);
      const written = { type: 'string', enum: values };
      this.#chars += JSON.stringify(written).length;
      const isFull = this.#chars > CHARS_MAX;
      if (isFull) this.#textual.add(type.name);
      this.#defs.push([type.name, isFull ? TEXT : written]);
    }
    return { $ref: `#/$defs/${type.name}` };
  }
}

function scalarSchema({ name, specifiedByURL, description }: GraphQLScalarType): JsonObject {
  const known = SCALARS.get(name.toLowerCase());
  if (known) return known;
  const [, specified] = SPECIFIED.find(([sign]) => sign.test(specifiedByURL ?? '')) ?? [];
  return specified ?? describedBy(description);
}

const describedBy = (text: string | null | undefined): JsonObject => {
  const plain = ellipsized(plainText(text ?? ''), DESCRIPTION_CHARS_MAX).trim();
  return plain === '' ? {} : { description: plain };
};

/** A nullable type. Null clears a value in many mutations, so it differs from an absent one. */
function orNull(schema: JsonObject): JsonObject {
  const { type, enum: values } = schema;
  if (typeof type === 'string' || Array.isArray(type))
    return { ...schema, type: [type, 'null'].flat(), ...(Array.isArray(values) && { enum: [...values, null] }) };
  return '$ref' in schema || 'anyOf' in schema ? { anyOf: [schema, { type: 'null' }] } : schema;
}

const isJson = (value: unknown): value is JsonValue => value !== undefined;
