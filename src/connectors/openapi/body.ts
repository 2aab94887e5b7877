import { isRecord, type JsonObject } from '../../core/lib/json.ts';
import { isJsonType, isTextType, JSON_TYPE, mediaTypeOf } from '../../core/lib/mediaType.ts';
import { ellipsized } from '../../core/lib/text.ts';
import type { OperationRequest } from '../../core/servers/toolRequest.ts';
import { TEXT_CHARS_MAX } from './cutTexts.ts';
import { nodeAt, type OpenApiNode, resolved, textAt } from './document.ts';
import { acceptsFile, fileInput, PARTS } from './fileInput.ts';
import { examplesAt, schemaExamples } from './inputExamples.ts';
import { type FlatObject, flattenObject } from './object.ts';
import { type InputProperty, propertyName, styleOf } from './parameters.ts';
import { plainText } from './plainText.ts';
import type { SchemaWriter } from './schema.ts';

type Body = NonNullable<OperationRequest['body']>;
/** The input properties that form the body, and how they are combined. */
export type BodyInput = {
  readonly properties: readonly InputProperty[];
  readonly body: Body;
  /** Input properties that require others, from members lifted to the top level. */
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  /** Texts about the body as a whole, whose members were lifted to the top level. */
  readonly description?: string;
  /** Examples of the whole body. */
  readonly examples?: readonly unknown[];
  /** Parts of the body's description that the tool ignores. */
  readonly unread?: readonly string[];
};

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const isMultipart = (media: string): boolean => media.startsWith('multipart/');

// Prefers the media types that an agent fills in most easily.
const RANKS: ReadonlyArray<(media: string) => boolean> = [
  (media) => media === JSON_TYPE,
  isJsonType,
  (media) => media === '*/*' || media === 'application/*',
  (media) => media === FORM,
  (media) => media === MULTIPART,
  isMultipart,
  isTextType,
];

/** Files are sent as multipart if possible: a URL-encoded form would contain their base64. */
const rankOf = (contentType: string, isOfFiles: boolean): number => {
  const media = mediaTypeOf(contentType);
  const rank = RANKS.findIndex((matches) => matches(isOfFiles && media === FORM ? MULTIPART : media));
  if (rank === -1) return RANKS.length;
  return isOfFiles && media === FORM ? rank + 0.5 : rank;
};

const OCTETS = 'application/octet-stream';

/** The type to send when the document gives a range, such as `text/*`. */
const concrete = (contentType: string, kind: 'bytes' | 'text' | 'value'): string => {
  const media = mediaTypeOf(contentType);
  if (kind === 'bytes' && media.includes('*') && !media.startsWith('text/')) return OCTETS;
  // Text of any type is sent unquoted: JSON would add quotes.
  if (kind === 'text' && media === '*/*') return 'text/plain';
  if (media === '*/*' || media === 'application/*' || media === 'application/*+json') return JSON_TYPE;
  if (media === 'text/*') return 'text/plain';
  return media.includes('*') ? OCTETS : contentType;
};

const partType = (node: OpenApiNode): { contentType?: string } => {
  const [first = ''] = textAt(node, 'contentType').split(',');
  return first === '' || first.includes('*') ? {} : { contentType: first.trim() };
};

const encodingOf = (media: OpenApiNode): Pick<Body, 'encoding'> => {
  const encoding = Object.fromEntries(
    Object.entries(nodeAt(media, 'encoding'))
      .map(([name, node]) => [name, isRecord(node) ? { ...styleOf(node), ...partType(node) } : {}] as const)
      .filter(([, each]) => Object.keys(each).length > 0),
  );
  return Object.keys(encoding).length > 0 ? { encoding } : {};
};

/**
 * Whether a text is base64, which is sent encoded: OpenAPI 3.0, "considerations for file uploads", and 3.1,
 * `contentEncoding`.
 */
const isBase64 = (document: OpenApiNode, schema: unknown): boolean => {
  const { format, contentEncoding } = resolved(document, schema) ?? {};
  return format === 'byte' || format === 'base64' || contentEncoding === 'base64';
};

const isStructured = (type: string): boolean => isJsonType(type) || type === FORM || isMultipart(type);

/** The schema of a body part; for a file in a multipart body, with its name and media type. */
const partSchema = (document: OpenApiNode, type: string, schema: unknown, writer: SchemaWriter): JsonObject =>
  isMultipart(type) ? fileInput(document, schema, writer) : writer.write(schema);

/** The property that holds the whole body, and whether it is sent unchanged. */
const wholeSchema = (document: OpenApiNode, { contentType, media }: ChosenMedia, writer: SchemaWriter) => {
  const type = mediaTypeOf(contentType);
  if (isMultipart(type)) {
    const isOfFiles = acceptsFile(document, media['schema']);
    const isNamed = isOfFiles || resolved(document, media['schema'])?.['type'] === 'array';
    const schema = isNamed ? partSchema(document, type, media['schema'], writer) : PARTS;
    return { schema, isSentAsIs: false, isOfFiles: isOfFiles || !isNamed };
  }
  if (isStructured(type)) return { schema: writer.write(media['schema']), isSentAsIs: false };
  const isText = isTextType(type);
  const own = isText && resolved(document, media['schema'])?.['type'] === 'string' ? writer.write(media['schema']) : {};
  const about = `The body, as ${type}`;
  const schema: JsonObject = isText
    ? { ...own, type: 'string', ...describedBy(own, { description: about }) }
    : { type: 'string', contentEncoding: 'base64', description: `The body (${type}), as base64` };
  return { schema, isSentAsIs: !isText && isBase64(document, media['schema']) };
};

type ChosenMedia = { readonly contentType: string; readonly media: OpenApiNode; readonly requestBody: OpenApiNode };

const choose = (document: OpenApiNode, operation: OpenApiNode): ChosenMedia | null => {
  const requestBody = resolved(document, operation['requestBody']);
  if (requestBody === null) return null;
  const content = nodeAt(requestBody, 'content');
  const rank = (type: string): number => {
    const schema = resolved(document, resolved(document, content[type])?.['schema']);
    return rankOf(
      type,
      schema !== null && Object.values(nodeAt(schema, 'properties')).some((each) => acceptsFile(document, each)),
    );
  };
  const [best] = Object.keys(content).sort((a, b) => rank(a) - rank(b));
  if (best === undefined) return null;
  // OpenAPI 3.2: a media type may be a reference.
  const media = resolved(document, content[best]) ?? {};
  const isText = resolved(document, media['schema'])?.['type'] === 'string';
  const kind = acceptsFile(document, media['schema']) ? 'bytes' : isText ? 'text' : 'value';
  return { contentType: concrete(best, kind), media, requestBody };
};

/** The descriptions of a body and its schema, joined. */
function describedBy(...schemas: readonly JsonObject[]): { description?: string } {
  const texts = new Set(schemas.map(({ description }) => description).filter((text) => typeof text === 'string'));
  return texts.size === 0 ? {} : { description: ellipsized([...texts].join('\n\n'), TEXT_CHARS_MAX) };
}

const wholeBody = (
  document: OpenApiNode,
  chosen: ChosenMedia,
  writer: SchemaWriter,
  usedNames: Set<string>,
): BodyInput => {
  const { contentType, media, requestBody } = chosen;
  const property = propertyName('body', 'request', usedNames);
  const required = requestBody['required'] === true;
  const own = writer.write({ description: requestBody['description'] });
  const { schema, isSentAsIs, isOfFiles = false } = wholeSchema(document, chosen, writer);
  return {
    properties: [{ property, schema: { ...schema, ...describedBy(own, schema) }, isRequired: required }],
    body: {
      contentType,
      from: { property },
      required,
      ...(isSentAsIs && { isSentAsIs }),
      ...encodingOf(media),
      ...(isOfFiles && { files: ['body'] }),
    },
  };
};

const NEEDS_MAX = 2_000;

/** Requirements of an optional body's members: if one is present, all required ones must be. */
function withRequired({ properties, required, dependentRequired }: FlatObject): FlatObject['dependentRequired'] {
  const names = Object.keys(properties);
  const all = [...required].filter((name) => Object.hasOwn(properties, name));
  if (all.length === 0 || all.length * names.length > NEEDS_MAX) return dependentRequired;
  const needed = names.map((name) => {
    const others = new Set([...(dependentRequired[name] ?? []), ...all]);
    others.delete(name);
    return [name, [...others]] as const;
  });
  return Object.fromEntries(needed.filter(([, others]) => others.length > 0));
}

function aboutBody(document: OpenApiNode, { requestBody, media }: ChosenMedia, { rules }: FlatObject): string {
  const schema = resolved(document, media['schema']) ?? {};
  const texts = [requestBody, schema].map((node) => plainText(textAt(node, 'description')));
  const all = [...texts, rules.join(' ')].filter((text) => text !== '');
  return ellipsized([...new Set(all)].join('\n\n'), TEXT_CHARS_MAX);
}

const NESTED_ENCODING = ['encoding', 'itemEncoding', 'prefixEncoding'];

/** Parts of a body's description that have no effect on a tool. */
function unreadIn(document: OpenApiNode, { contentType, media }: ChosenMedia): string[] {
  const parts = Object.values(nodeAt(media, 'encoding')).filter(isRecord);
  const type = mediaTypeOf(contentType);
  const isText =
    !isStructured(type) && Object.keys(resolved(document, media['schema'])?.['properties'] ?? {}).length > 0;
  const [, ...positional] = NESTED_ENCODING;
  const warnings = {
    'the headers of its parts are not sent': parts.some(({ headers }) => headers !== undefined),
    'its nested or positional encoding (OpenAPI 3.2) is not supported':
      parts.some((part) => NESTED_ENCODING.some((key) => part[key] !== undefined)) ||
      positional.some((key) => media[key] !== undefined),
    [`the schema of its body is not used, because ${type} is sent as one text`]: isText,
  };
  return Object.entries(warnings).flatMap(([reason, isFound]) => (isFound ? [reason] : []));
}

/**
 * The members of an object body become properties next to the parameters; a member with a conflicting name becomes
 * `body_<name>`.
 */
const liftedBody = (
  document: OpenApiNode,
  chosen: ChosenMedia,
  members: FlatObject,
  writer: SchemaWriter,
  usedNames: Set<string>,
): BodyInput => {
  const { contentType, media, requestBody } = chosen;
  const names = Object.keys(members.properties);
  // Documents often omit `required`, so a body with required members counts as required.
  const required =
    requestBody['required'] === true || (requestBody['required'] === undefined && members.required.size > 0);
  const lifted = names.map((name) => ({ name, property: propertyName(name, 'body', usedNames) }));
  const files = names.filter((name) => acceptsFile(document, members.properties[name]));
  const propertyOf = new Map(lifted.map(({ name, property }) => [name, property]));
  const needed = required ? members.dependentRequired : withRequired(members);
  const needs = Object.entries(needed).map(
    ([name, others]) => [propertyOf.get(name) ?? name, others.map((each) => propertyOf.get(each) ?? each)] as const,
  );
  const description = aboutBody(document, chosen, members);
  return {
    ...(needs.length > 0 && { dependentRequired: Object.fromEntries(needs) }),
    ...(description !== '' && { description }),
    properties: lifted.map(({ name, property }) => ({
      property,
      schema: partSchema(document, mediaTypeOf(contentType), members.properties[name], writer),
      isRequired: required && members.required.has(name),
    })),
    body: {
      contentType,
      from: {
        properties: Object.fromEntries(lifted.map(({ name, property }) => [property, name])),
        ...(members.isOpen ? { others: true as const } : {}),
      },
      required,
      ...encodingOf(media),
      ...(isMultipart(mediaTypeOf(contentType)) && files.length > 0 ? { files } : {}),
    },
  };
};

/** Whether a body is a form without fields, which takes no input. Stripe describes its read-only requests this way. */
function isEmptyForm(document: OpenApiNode, { contentType, media, requestBody }: ChosenMedia): boolean {
  const schema = resolved(document, media['schema']);
  if (mediaTypeOf(contentType) !== FORM || requestBody['required'] === true || schema === null) return false;
  const isBare = Object.keys(schema).every((key) => ['type', 'properties', 'additionalProperties'].includes(key));
  const isClosed = schema['additionalProperties'] === undefined || schema['additionalProperties'] === false;
  return isBare && isClosed && isRecord(schema['properties']) && Object.keys(schema['properties']).length === 0;
}

/** An operation's body as input properties, and how to build the body from them; null without a body. */
export const readRequestBody = (
  document: OpenApiNode,
  operation: OpenApiNode,
  writer: SchemaWriter,
  usedNames: Set<string>,
): BodyInput | null => {
  const chosen = choose(document, operation);
  if (chosen === null || isEmptyForm(document, chosen)) return null;
  const type = mediaTypeOf(chosen.contentType);
  const members = isStructured(type) ? flattenObject(document, chosen.media['schema']) : null;
  const input =
    members === null
      ? wholeBody(document, chosen, writer, usedNames)
      : liftedBody(document, chosen, members, writer, usedNames);
  const own = examplesAt(document, chosen.media, writer.lost);
  const examples = own.length > 0 ? own : schemaExamples(resolved(document, chosen.media['schema']) ?? {});
  return { ...input, unread: unreadIn(document, chosen), examples };
};
