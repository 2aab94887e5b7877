import { isRecord } from '../../core/lib/json.ts';
import type { OperationRequest } from '../../core/marketplace/document.ts';
import { textOf } from '../http/template.ts';
import { headerValue, pathSegment, percentEncode, queryPair, UnusableInput } from '../http/wireRequest.ts';

type Parameter = OperationRequest['parameters'][number];

const NESTING_MAX = 8;

const DELIMITER = new Map([
  ['spaceDelimited', '%20'],
  ['pipeDelimited', '|'],
]);

type Encode = (text: string) => string;

/** The members of an object that have a value, as pairs of text. */
const pairsOf = (value: Readonly<Record<string, unknown>>): Array<[string, string]> =>
  Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null)
    .map(([key, member]) => [key, textOf(member)]);

/** `a,b` for arrays, `k,v` or `k=v` for objects: the common part of OpenAPI's styles `simple`, `label` and `matrix`. */
const joined = (value: unknown, explode: boolean, comma: string, encode: Encode): string => {
  if (Array.isArray(value)) return value.map((item) => encode(textOf(item))).join(comma);
  if (!isRecord(value)) return encode(textOf(value));
  const pairSign = explode ? '=' : comma;
  return pairsOf(value)
    .map(([key, text]) => `${encode(key)}${pairSign}${encode(text)}`)
    .join(comma);
};

const matrix = (name: string, value: unknown, explode: boolean): string => {
  if (!explode) return `;${name}=${joined(value, false, ',', percentEncode)}`;
  if (Array.isArray(value)) return value.map((item) => `;${name}=${percentEncode(textOf(item))}`).join('');
  if (!isRecord(value)) return `;${name}=${percentEncode(textOf(value))}`;
  return pairsOf(value)
    .map(([key, text]) => `;${percentEncode(key)}=${percentEncode(text)}`)
    .join('');
};

const isEmpty = (value: unknown): boolean =>
  value === '' || (Array.isArray(value) && value.length === 0) || (isRecord(value) && Object.keys(value).length === 0);

/**
 * A path parameter in its style (`simple`, `label`, `matrix`; OpenAPI 3.1, style values).
 * @throws UnusableInput for a value that would change the path
 */
export const pathParameter = (parameter: Parameter, value: unknown): string => {
  const explode = parameter.explode ?? false;
  if (isEmpty(value)) throw new UnusableInput(`Input "${parameter.property}" cannot stand in the path`);
  if (parameter.contentType !== undefined) return percentEncode(JSON.stringify(value));
  if (parameter.style === 'matrix') return matrix(percentEncode(parameter.name), value, explode);
  if (parameter.style === 'label') return `.${joined(value, explode, explode ? '.' : ',', percentEncode)}`;
  return pathSegment(parameter.property, joined(value, explode, ',', percentEncode));
};

/** `a[b][c]=v`, as in `deepObject`; arrays repeat the key, or number it for APIs that want that, as PHP's do. */
export const bracketPairs = (key: string, value: unknown, areArraysNumbered: boolean, depth = 0): string[] => {
  if (value === undefined || value === null) return [];
  if (depth > NESTING_MAX) throw new UnusableInput(`Input "${key}" is nested too deeply`);
  if (Array.isArray(value)) {
    return value.flatMap((item, at) =>
      bracketPairs(areArraysNumbered ? `${key}[${at}]` : key, item, areArraysNumbered, depth + 1),
    );
  }
  if (!isRecord(value)) return [queryPair(key, textOf(value))];
  return Object.entries(value).flatMap(([member, item]) =>
    bracketPairs(`${key}[${member}]`, item, areArraysNumbered, depth + 1),
  );
};

const explodedPairs = (name: string, value: unknown): string[] => {
  if (Array.isArray(value)) return value.map((item) => queryPair(name, textOf(item)));
  if (isRecord(value)) return pairsOf(value).map(([key, text]) => queryPair(key, text));
  return [queryPair(name, textOf(value))];
};

const hasNoMembers = (value: unknown): boolean => value !== '' && isEmpty(value);

/**
 * A query parameter as encoded pairs, in its style (`form`, `spaceDelimited`, `pipeDelimited`, `deepObject`) or by its
 * media type.
 */
export const queryParameter = (parameter: Parameter, value: unknown): string[] => {
  const { name, style = 'form' } = parameter;
  const explode = parameter.explode ?? style === 'form';
  if (parameter.contentType !== undefined) return [queryPair(name, JSON.stringify(value))];
  if (hasNoMembers(value)) return [];
  if (style === 'deepObject') return bracketPairs(name, value, false);
  if (explode) return explodedPairs(name, value);
  return [`${percentEncode(name)}=${joined(value, false, DELIMITER.get(style) ?? ',', percentEncode)}`];
};

/** A header parameter's value. @throws UnusableInput for line breaks and other characters that a header cannot hold */
export const headerParameter = (parameter: Parameter, value: unknown): string => {
  const text =
    parameter.contentType === undefined
      ? joined(value, parameter.explode ?? false, ',', (plain) => plain)
      : JSON.stringify(value);
  return headerValue(parameter.name, text);
};

/** A cookie parameter as `name=value`; several for an exploded array or object. */
export const cookieParameter = (parameter: Parameter, value: unknown): string => {
  if (parameter.contentType !== undefined) return queryPair(parameter.name, JSON.stringify(value));
  return (parameter.explode ?? true)
    ? explodedPairs(parameter.name, value).join('; ')
    : `${percentEncode(parameter.name)}=${joined(value, false, ',', percentEncode)}`;
};
