import { randomBytes } from 'node:crypto';
import { isRecord } from '../../core/lib/json.ts';
import { isJsonType, JSON_TYPE, mediaTypeOf } from '../../core/lib/mediaType.ts';
import { itemText } from '../openapi/parameterStyle.ts';
import { type BodyEncoding, bytesOf, type EncodedBody } from './formBody.ts';
import { RequestBytes } from './requestBytes.ts';
import { textOf } from './template.ts';

type Shape = { readonly encoding: BodyEncoding; readonly files: ReadonlySet<string> };
type Part = {
  readonly name: string;
  readonly fileName?: string;
  readonly contentType?: string;
  readonly bytes: Uint8Array;
};

// RFC 7578, section 5.1 and the HTML standard: a name is escaped so that it cannot end its quotes or its line.
const quoted = (text: string): string =>
  `"${text.replace(/["\r\n]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)}"`;

const partOf = (name: string, value: unknown, { encoding, files }: Shape): Part => {
  const declared = encoding[name]?.contentType;
  if (files.has(name)) {
    return { name, fileName: name, contentType: declared ?? 'application/octet-stream', bytes: bytesOf(name, value) };
  }
  const isJson = isRecord(value) || Array.isArray(value);
  const contentType = declared ?? (isJson ? JSON_TYPE : undefined);
  const bytes = Buffer.from(textOf(value), 'utf8');
  return { name, bytes, ...(contentType === undefined ? {} : { contentType }) };
};

const headOf = (part: Part): string => {
  const file = part.fileName === undefined ? '' : `; filename=${quoted(part.fileName)}`;
  const type = part.contentType === undefined ? '' : `\r\nContent-Type: ${part.contentType.replace(/[\r\n]/g, '')}`;
  return `Content-Disposition: form-data; name=${quoted(part.name)}${file}${type}\r\n\r\n`;
};

/** A member as the parts that its style makes of it (OpenAPI 3.1, encoding object): an object by its members. */
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

/** The values of a member's parts: one for each item of a list, unless the document wants the items in one. */
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
const countedName = (name: string, bytes: RequestBytes): string => {
  bytes.take(HEAD_BYTES + 2 * name.length);
  return name;
};

/** `multipart/form-data` (RFC 7578): arrays repeat their part, files come as base64, objects go as JSON. */
export const encodeMultipart = (
  members: Readonly<Record<string, unknown>>,
  shape: Shape,
  bytes = new RequestBytes(),
): EncodedBody => {
  // Random, so that no input can hold it and end its part early.
  const boundary = `toolyard-${randomBytes(18).toString('base64url')}`;
  const parts = Object.entries(members)
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([name, value]) => styledMembers(name, value, shape))
    .flatMap(([name, value]) =>
      itemsOf(name, value, shape).map((item) => partOf(countedName(name, bytes), item, shape)),
    );
  const chunks = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${headOf(part)}`, 'utf8'),
    part.bytes,
    Buffer.from('\r\n'),
  ]);
  const body = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, body };
};
