import { isRecord } from '../../core/lib/json.ts';
import { isJsonType, mediaTypeOf } from '../../core/lib/mediaType.ts';
import type { OperationRequest } from '../../core/servers/toolRequest.ts';
import { RequestBytes } from '../http/requestBytes.ts';
import { textOf } from '../http/template.ts';
import {
  encodeReserved,
  headerValue,
  pathSegment,
  percentEncode,
  queryPair,
  UnusableInput,
} from '../http/wireRequest.ts';

type Parameter = OperationRequest['parameters'][number];

const NESTING_MAX = 8;

// `tabDelimited` isn't a style of OpenAPI 3: it is `tsv` of OpenAPI 2.0.
const DELIMITER = new Map([
  ['spaceDelimited', '%20'],
  ['pipeDelimited', '|'],
  ['tabDelimited', '%09'],
]);

type Encode = (text: string) => string;

/** The members of an object that have a value, as pairs of text. */
const pairsOf = (value: Readonly<Record<string, unknown>>): Array<[string, string]> =>
  Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null)
    .map(([key, member]) => [key, textOf(member)]);

type ItemText = (item: unknown) => string;

/** An item as text; lists within a list have separate styles. */
export const itemText =
  (styles: readonly string[] | undefined, encode: Encode, delimit: Encode = (encoded) => encoded): ItemText =>
  (item) => {
    const [style, ...inner] = styles ?? [];
    if (style === undefined || !Array.isArray(item)) return encode(textOf(item));
    return item.map(itemText(inner, encode, delimit)).join(delimit(DELIMITER.get(style) ?? ','));
  };

/** `a,b` for arrays, `k,v` or `k=v` for objects: the common part of OpenAPI's styles `simple`, `label` and `matrix`. */
const joined = (
  value: unknown,
  explode: boolean,
  comma: string,
  encode: Encode,
  toText: ItemText = itemText([], encode),
): string => {
  if (Array.isArray(value)) return value.map(toText).join(comma);
  if (!isRecord(value)) return encode(textOf(value));
  const pairSign = explode ? '=' : comma;
  return pairsOf(value)
    .map(([key, text]) => `${encode(key)}${pairSign}${encode(text)}`)
    .join(comma);
};

const matrix = (name: string, value: unknown, explode: boolean, bytes: RequestBytes): string => {
  if (!explode) return `;${name}=${joined(value, false, ',', percentEncode)}`;
  if (Array.isArray(value)) return value.map((item) => `;${bytes.text(name)}=${percentEncode(textOf(item))}`).join('');
  if (!isRecord(value)) return `;${name}=${percentEncode(textOf(value))}`;
  return pairsOf(value)
    .map(([key, text]) => `;${percentEncode(key)}=${percentEncode(text)}`)
    .join('');
};

/** Whether a list or object has no value, so that it counts as undefined (RFC 6570, section 2.3). */
const hasNoMembers = (value: unknown): boolean =>
  (Array.isArray(value) && value.length === 0) || (isRecord(value) && pairsOf(value).length === 0);

const inMediaType = (contentType: string, value: unknown): string =>
  isJsonType(mediaTypeOf(contentType)) ? JSON.stringify(value) : textOf(value);

/**
 * A path parameter in its style (`simple`, `label`, `matrix`; OpenAPI 3.1, style values).
 * @throws UnusableInput for a value that would change the path
 */
export const pathParameter = (parameter: Parameter, value: unknown, bytes = new RequestBytes()): string => {
  const { property, style = 'simple', explode = false } = parameter;
  if (value === '' || hasNoMembers(value))
    throw new UnusableInput(`Input "${property}" cannot be used in the path`, property);
  if (parameter.contentType !== undefined) return percentEncode(inMediaType(parameter.contentType, value));
  if (parameter.allowReserved === true && typeof value === 'string')
    return textOf(value)
      .split('/')
      .map((segment) =>
        pathSegment(parameter.property, encodeReserved(segment).replaceAll('?', '%3F'), parameter.property),
      )
      .join('/');
  if (parameter.style === 'matrix') return matrix(percentEncode(parameter.name), value, explode, bytes);
  if (parameter.style === 'label') return `.${joined(value, explode, explode ? '.' : ',', percentEncode)}`;
  const toText = itemText(parameter.itemStyles, percentEncode);
  return pathSegment(property, joined(value, explode, DELIMITER.get(style) ?? ',', percentEncode, toText), property);
};

/**
 * `a[b][c]=v`, as in `deepObject`. Arrays repeat the key. Keys are numbered for APIs that require it, such as PHP's,
 * and for items with members, which would otherwise be ambiguous.
 */
export const bracketPairs = (
  key: string,
  value: unknown,
  areArraysNumbered: boolean,
  bytes: RequestBytes,
  depth = 0,
): string[] => {
  if (value === undefined || value === null) return [];
  if (depth > NESTING_MAX) throw new UnusableInput(`Input "${key}" is nested too deeply`, key);
  if (Array.isArray(value)) {
    const isNumbered = areArraysNumbered || value.some((item) => isRecord(item) || Array.isArray(item));
    return value.flatMap((item, at) =>
      bracketPairs(isNumbered ? `${key}[${at}]` : key, item, areArraysNumbered, bytes, depth + 1),
    );
  }
  if (!isRecord(value)) return [queryPair(bytes.text(key), textOf(value))];
  return Object.entries(value).flatMap(([member, item]) =>
    bracketPairs(`${key}[${member}]`, item, areArraysNumbered, bytes, depth + 1),
  );
};

const explodedPairs = (
  name: string,
  value: unknown,
  { encode, bytes }: { readonly encode: Encode; readonly bytes: RequestBytes },
  toText: ItemText = itemText([], encode),
): string[] => {
  const pair = (key: string, text: string): string => `${percentEncode(key)}=${encode(text)}`;
  if (Array.isArray(value)) return value.map((item) => `${percentEncode(bytes.text(name))}=${toText(item)}`);
  if (isRecord(value)) return pairsOf(value).map(([key, text]) => pair(key, text));
  return [pair(name, textOf(value))];
};

/**
 * A query parameter as encoded pairs, in its style (`form`, `spaceDelimited`, `pipeDelimited`, `deepObject`) or by its
 * media type.
 */
export const queryParameter = (parameter: Parameter, value: unknown, bytes = new RequestBytes()): string[] => {
  const { name, style = 'form' } = parameter;
  const explode = parameter.explode ?? style === 'form';
  const encode = parameter.allowReserved === true ? encodeReserved : percentEncode;
  if (parameter.contentType !== undefined)
    return [`${percentEncode(name)}=${encode(inMediaType(parameter.contentType, value))}`];
  if (hasNoMembers(value)) return [];
  // A list has no member names. APIs that declare such a list, including Stripe's, number its items.
  if (style === 'deepObject') return bracketPairs(name, value, Array.isArray(value), bytes);
  const toText = itemText(parameter.itemStyles, encode);
  if (explode) return explodedPairs(name, value, { encode, bytes }, toText);
  return [`${percentEncode(name)}=${joined(value, false, DELIMITER.get(style) ?? ',', encode, toText)}`];
};

/**
 * A header parameter's value; null if there is nothing to send.
 * @throws UnusableInput for line breaks and other characters that a header cannot contain
 */
export const headerParameter = (parameter: Parameter, value: unknown): string | null => {
  const { name, property, style = 'simple', explode = false, contentType } = parameter;
  if (contentType === undefined && hasNoMembers(value)) return null;
  const delimiter = decodeURIComponent(DELIMITER.get(style) ?? ',');
  const toText = itemText(parameter.itemStyles, (plain) => plain, decodeURIComponent);
  const text =
    contentType === undefined
      ? joined(value, explode, delimiter, (plain) => plain, toText)
      : inMediaType(contentType, value).replace(NOT_ASCII, (char) =>
          // JSON escapes a character (RFC 8259, section 7). Other media types have no escapes, so it stays as it is.
          isJsonType(mediaTypeOf(contentType)) ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}` : char,
        );
  return headerValue(name, text, property);
};

const NOT_ASCII = /[\u0080-\uffff]/g;

/** A cookie parameter as `name=value`. An exploded array or object gives several; one without members gives none. */
export const cookieParameter = (
  parameter: Parameter,
  value: unknown,
  bytes = new RequestBytes(),
): readonly string[] => {
  const { name, contentType } = parameter;
  if (contentType !== undefined) return [queryPair(name, inMediaType(contentType, value))];
  if (hasNoMembers(value)) return [];
  return (parameter.explode ?? true)
    ? explodedPairs(name, value, { encode: percentEncode, bytes })
    : [`${percentEncode(parameter.name)}=${joined(value, false, ',', percentEncode)}`];
};
