import { isRecord } from '../../src/core/lib/json.ts';
import { bodyFor, swaggerBody } from './bodies.ts';
import { contentOf, type Node, versionOf } from './operations.ts';
import { credentialsIn } from './security.ts';
import { BASE_PATH } from './small.ts';
import {
  encoded,
  isJson,
  isList,
  isMembers,
  joined,
  membersOf,
  plain,
  queryTexts,
  SEPARATORS,
  type Style,
  styleOf,
  textOf,
} from './styles.ts';
import { keyOf, type Trial } from './trial.ts';
import type { Value } from './values.ts';
import { normalised, pairsOf, type Wire } from './wire.ts';

const IGNORED = ['accept', 'authorization', 'content-type'];

function pathText(name: string, value: Value, { style, explode }: Style): string {
  if (style === 'label') return `.${joined(value, explode ? '.' : ',', explode, encoded)}`;
  if (style !== 'matrix') return joined(value, SEPARATORS[style] ?? ',', explode, encoded);
  if (!explode || !(isList(value) || isMembers(value))) return `;${name}=${joined(value, ',', false, encoded)}`;
  if (isList(value)) return value.map((each) => `;${name}=${encoded(textOf(each))}`).join('');
  return membersOf(value)
    .map(([key, each]) => `;${encoded(key)}=${encoded(textOf(each))}`)
    .join('');
}

/** The value of a parameter with `content`; null for a parameter with a style. */
function contentText(parameter: Node, value: Value): string | null {
  const [media] = Object.keys(isRecord(parameter['content']) ? parameter['content'] : {});
  if (media === undefined) return null;
  return isJson(media) ? JSON.stringify(plain(value)) : textOf(value);
}

function pathOf({ operation, values }: Trial, isSwagger: boolean): string {
  const [path = ''] = operation.path.split('#');
  return path.replace(/\{\+?([^{}]+)\}/g, (slot, name: string) => {
    const parameter = operation.parameters.find((each) => each['in'] === 'path' && each['name'] === name);
    const value = values.get(`path ${name}`);
    if (value === undefined) return slot;
    if (parameter === undefined) return encoded(textOf(value));
    const content = contentText(parameter, value);
    return content === null ? pathText(name, value, styleOf('path', parameter, isSwagger)) : encoded(content);
  });
}

function queryOf({ operation, values }: Trial, isSwagger: boolean): string[] {
  return operation.parameters.flatMap((parameter) => {
    const value = values.get(keyOf(parameter));
    if (parameter['in'] !== 'query' || value === undefined) return [];
    const name = String(parameter['name']);
    const content = contentText(parameter, value);
    return content === null
      ? queryTexts(name, value, styleOf('query', parameter, isSwagger))
      : [`${encoded(name)}=${encoded(content)}`];
  });
}

function headerOf(parameter: Node, value: Value, isSwagger: boolean): Array<[string, string]> {
  const name = String(parameter['name']);
  if (IGNORED.includes(name.toLowerCase())) return [];
  const { style, explode } = styleOf('header', parameter, isSwagger);
  const separator = decodeURIComponent(SEPARATORS[style] ?? ',');
  return [[name.toLowerCase(), contentText(parameter, value) ?? joined(value, separator, explode, (text) => text)]];
}

function cookieOf(parameter: Node, value: Value): string {
  const name = String(parameter['name']);
  const content = contentText(parameter, value);
  if (content !== null) return `${name}=${encoded(content)}`;
  return queryTexts(name, value, styleOf('cookie', parameter, false)).join('; ');
}

function headersOf({ operation, values }: Trial, isSwagger: boolean): Record<string, string> {
  const sent = operation.parameters.flatMap((parameter) => {
    const value = values.get(keyOf(parameter));
    return value === undefined ? [] : [{ parameter, value }];
  });
  const of = (place: string) => sent.filter(({ parameter }) => parameter['in'] === place);
  const headers = of('header').flatMap(({ parameter, value }) => headerOf(parameter, value, isSwagger));
  const cookies = of('cookie').map(({ parameter, value }) => cookieOf(parameter, value));
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 && { cookie: cookies.join('; ') }) };
}

/** The request according to OpenAPI 2.0, 3.0 and 3.1. Written from the specification alone. */
export function bySpecification(trial: Trial): Wire {
  const { operation, media } = trial;
  const isSwagger = versionOf(operation.document) === '2.0';
  const [, fixed = ''] = operation.path.split('#')[0]?.split('?') ?? [];
  const [, node] = contentOf(operation).find(([each]) => each === media) ?? [];
  const encoding = isRecord(node?.['encoding']) ? node['encoding'] : {};
  const body = isSwagger ? swaggerBody(trial) : bodyFor(trial, { ...encoding });
  const secrets = credentialsIn(trial);
  const headers = headersOf(trial, isSwagger);
  const cookie = [headers['cookie'], secrets.headers['cookie']].filter((each) => each !== undefined);
  // A parameter at a credential's location is the credential.
  const secretNames = new Set(secrets.query.map((pair) => pair.split('=')[0]));
  const query = queryOf(trial, isSwagger).filter((pair) => !secretNames.has(pair.split('=')[0]));
  return {
    method: operation.method.toUpperCase(),
    path: normalised(`${BASE_PATH}${pathOf(trial, isSwagger).split('?')[0]}`),
    query: pairsOf([fixed, ...query, ...secrets.query].join('&')),
    headers: {
      ...headers,
      ...secrets.headers,
      ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
      ...(body.kind !== 'none' && { 'content-type': media }),
    },
    body,
  };
}
