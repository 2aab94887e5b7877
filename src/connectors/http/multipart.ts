import { randomBytes } from 'node:crypto';
import { isRecord } from '../../core/lib/json.ts';
import { isJsonType, JSON_TYPE, mediaTypeOf } from '../../core/lib/mediaType.ts';
import { itemText } from '../openapi/parameterStyle.ts';
import { type BodyEncoding, bytesOf, type EncodedBody } from './formBody.ts';
import { RequestBytes } from './requestBytes.ts';
import { textOf } from './template.ts';
import { UnusableInput } from './wireRequest.ts';

type Shape = {
  /** The media type of the whole body. */
  readonly contentType: string;
  readonly encoding: BodyEncoding;
  readonly files: ReadonlySet<string>;
};
type Part = {
  readonly name: string;
  readonly fileName?: string;
  readonly contentType?: string;
  readonly bytes: Uint8Array;
};

// RFC 7578, section 5.1 and the HTML standard: escapes a name so that it cannot end its quotes or its line.
const quoted = (text: string): string =>
  `"${text.replace(/["\r\n]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)}"`;

const FORM_DATA = 'multipart/form-data';
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:;[^\r\n]*)?$/;

/** A file's own media type. @throws UnusableInput */
const fileType = (name: string, value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && MEDIA_TYPE.test(value)) return value;
  throw new UnusableInput(`The content_type of input "${name}" must be a media type, such as text/csv`, name);
};

/** A file: its content as base64, alone or with its name and media type. @throws UnusableInput */
const filePart = (name: string, value: unknown, declared: string | undefined): Part => {
  const file = isRecord(value) ? value : { content: value };
  return {
    name,
    fileName: typeof file['filename'] === 'string' && file['filename'] !== '' ? file['filename'] : name,
    contentType: fileType(name, file['content_type']) ?? declared ?? 'application/octet-stream',
    bytes: bytesOf(name, file['content']),
  };
};

const partOf = (name: string, value: unknown, { encoding, files }: Shape, form: string): Part => {
  const declared = encoding[name]?.contentType;
  // If the schema has alternatives, a file may also have another form, such as an address.
  if (files.has(name) && (typeof value === 'string' || (isRecord(value) && 'content' in value)))
    return filePart(name, value, declared);
  const isJson = isRecord(value) || Array.isArray(value);
  // Parts without names need a media type.
  const plain = form === FORM_DATA ? undefined : 'text/plain';
  const contentType = declared ?? (isJson ? JSON_TYPE : plain);
  const bytes = Buffer.from(textOf(value), 'utf8');
  return { name, bytes, ...(contentType === undefined ? {} : { contentType }) };
};

/**
 * The headers of a part. `multipart/related` (RFC 2387) puts the name in `Content-ID`; other forms use
 * `Content-Disposition`.
 */
const headOf = (part: Part, form: string): string => {
  const file = part.fileName === undefined ? '' : `; filename=${quoted(part.fileName)}`;
  const type = part.contentType === undefined ? '' : `\r\nContent-Type: ${part.contentType.replace(/[\r\n]/g, '')}`;
  const id = `Content-ID: <${encodeURIComponent(part.name)}>`;
  const attached = file === '' ? '' : `\r\nContent-Disposition: attachment${file}`;
  const named =
    form === 'multipart/related' ? id + attached : `Content-Disposition: form-data; name=${quoted(part.name)}${file}`;
  return `${named}${type}\r\n\r\n`;
};

/** The parts of one member in its style (OpenAPI 3.1, encoding object). An object becomes one part per member. */
const styledMembers = (
  name: string,
  value: unknown,
  { encoding }: Shape,
): ReadonlyArray<readonly [string, unknown]> => {
  const { style, explode } = encoding[name] ?? {};
  if (style === undefined || !isRecord(value)) return [[name, value]];
  const members = Object.entries(value).filter(([, each]) => each !== undefined && each !== null);
  if (style === 'deepObject') return members.map(([key, each]) => [`${name}[${key}]`, each]);
  if (explode ?? style === 'form') return members;
  const text = members.flatMap(([key, each]) => [key, textOf(each)]).join(DELIMITERS.get(style) ?? ',');
  return [[name, text]];
};

/** The values of a member's parts: one per list item, unless the document wants the items in one part. */
const itemsOf = (name: string, value: unknown, { encoding, files }: Shape): readonly unknown[] => {
  if (!Array.isArray(value)) return [value];
  const { style, explode, contentType, itemStyles } = encoding[name] ?? {};
  // A list that is declared as JSON is one JSON value.
  if (contentType !== undefined && isJsonType(mediaTypeOf(contentType)) && !files.has(name)) return [value];
  const isJoined = explode === false && contentType === undefined && !files.has(name);
  return isJoined
    ? [
        value
          .map(itemText(itemStyles, (plain) => plain, decodeURIComponent))
          .join(DELIMITERS.get(style ?? 'form') ?? ','),
      ]
    : value;
};

const DELIMITERS = new Map([
  ['spaceDelimited', ' '],
  ['pipeDelimited', '|'],
  ['tabDelimited', '\t'],
]);

/** Multipart overhead per list item, because each item repeats its name in a separate head. */
const HEAD_BYTES = 64;

/**
 * `multipart/form-data` (RFC 7578) or another `multipart` type (RFC 2046): arrays repeat their part, files come as
 * base64, objects go as JSON.
 */
export const encodeMultipart = (
  members: Readonly<Record<string, unknown>>,
  shape: Shape,
  bytes = new RequestBytes(),
): EncodedBody => {
  // Random, so that no input can hold it and end its part early.
  const boundary = `toolyard-${randomBytes(18).toString('base64url')}`;
  const form = mediaTypeOf(shape.contentType);
  const parts = Object.entries(members)
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([name, value]) => styledMembers(name, value, shape))
    .flatMap(([name, value]) =>
      itemsOf(name, value, shape).map((item) => {
        bytes.consume(HEAD_BYTES + 2 * name.length);
        return partOf(name, item, shape, form);
      }),
    );
  const chunks = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${headOf(part, form)}`, 'utf8'),
    part.bytes,
    Buffer.from('\r\n'),
  ]);
  const body = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  const [root] = parts;
  // RFC 2387, section 3.1: the type of the first part.
  const type =
    form === 'multipart/related' && root?.contentType ? `; type=${quoted(mediaTypeOf(root.contentType))}` : '';
  return { contentType: `${form}; boundary=${boundary}${type}`, body };
};
