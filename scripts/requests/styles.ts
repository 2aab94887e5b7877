import { isRecord } from '../../src/core/lib/json.ts';
import type { Node } from './operations.ts';
import { Bytes, type Value } from './values.ts';
import { bareMedia } from './wire.ts';

export type Style = { readonly style: string; readonly explode: boolean; readonly isReserved: boolean };
export type Members = Readonly<Record<string, Value>>;

export const isMembers = (value: Value): value is Members => isRecord(value) && !(value instanceof Bytes);
export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
export const isJson = (media: string): boolean => /[/+]json$/.test(bareMedia(media));

export const plain = (value: Value): unknown => {
  if (value instanceof Bytes) return value.base64;
  if (isList(value)) return value.map(plain);
  return isMembers(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)])) : value;
};

export const textOf = (value: Value): string => {
  const known = plain(value);
  return typeof known === 'string' ? known : JSON.stringify(known);
};

/** RFC 3986, section 2.3: encodes everything except unreserved characters. */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
/** Reserved expansion (RFC 6570, section 3.2.3), without characters that end a query or its pair. */
const reserved = (text: string): string =>
  encodeURI(text)
    .replaceAll('#', '%23')
    .replaceAll('&', '%26')
    .replaceAll('+', '%2B')
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']');

// OpenAPI 2.0, parameter object: `collectionFormat`.
const FORMATS: Readonly<Record<string, Style>> = {
  csv: { style: 'form', explode: false, isReserved: false },
  ssv: { style: 'spaceDelimited', explode: false, isReserved: false },
  tsv: { style: 'tabDelimited', explode: false, isReserved: false },
  pipes: { style: 'pipeDelimited', explode: false, isReserved: false },
  multi: { style: 'form', explode: true, isReserved: false },
};

// OpenAPI 3.1, parameter object: the defaults of `style` and `explode`.
export function styleOf(place: string, parameter: Node, isSwagger: boolean): Style {
  if (isSwagger)
    return (
      FORMATS[String(parameter['collectionFormat'] ?? 'csv')] ?? { style: 'form', explode: false, isReserved: false }
    );
  const { style = place === 'path' || place === 'header' ? 'simple' : 'form', explode, allowReserved } = parameter;
  return {
    style: String(style),
    explode: typeof explode === 'boolean' ? explode : style === 'form',
    isReserved: allowReserved === true,
  };
}

export const SEPARATORS: Readonly<Record<string, string>> = {
  spaceDelimited: '%20',
  pipeDelimited: '|',
  tabDelimited: '%09',
};

export const membersOf = (value: Members): Array<readonly [string, Value]> =>
  Object.entries(value).filter(([, each]) => each !== null);

/** `a,b` and `k,v`, or `k=v` if exploded (RFC 6570, section 3.2). */
export function joined(value: Value, separator: string, explode: boolean, encode: (text: string) => string): string {
  if (isList(value)) return value.map((each) => encode(textOf(each))).join(separator);
  if (!isMembers(value)) return encode(textOf(value));
  return membersOf(value)
    .map(([key, each]) => `${encode(key)}${explode ? '=' : separator}${encode(textOf(each))}`)
    .join(separator);
}

/** `deepObject`: members in brackets. The specification doesn't define nested lists. */
const deep = (name: string, value: Value): string[] =>
  isMembers(value)
    ? membersOf(value).flatMap(([key, each]) => deep(`${name}[${key}]`, each))
    : isList(value)
      ? value.flatMap((each, at) => deep(isMembers(each) ? `${name}[${at}]` : name, each))
      : [`${encoded(name)}=${encoded(textOf(value))}`];

export function queryTexts(name: string, value: Value, { style, explode, isReserved }: Style): string[] {
  const encode = isReserved ? reserved : encoded;
  const isEmpty = isList(value) ? value.length === 0 : isMembers(value) && membersOf(value).length === 0;
  if (isEmpty) return [];
  if (style === 'deepObject') return deep(name, value);
  if (explode && isList(value)) return value.map((each) => `${encoded(name)}=${encode(textOf(each))}`);
  if (explode && isMembers(value))
    return membersOf(value).map(([key, each]) => `${encoded(key)}=${encode(textOf(each))}`);
  return [`${encoded(name)}=${joined(value, SEPARATORS[style] ?? ',', false, encode)}`];
}
