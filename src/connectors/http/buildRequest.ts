import { LRUCache } from 'lru-cache';
import type { ToolCall } from '../../core/calls/connector.ts';
import { BOUNDS, boundReached } from '../../core/kernel/bounds.ts';
import { withoutTrailingSlashes } from '../../core/lib/trim.ts';
import { graphqlParts } from '../graphqlApi/graphqlRequest.ts';
import { operationParts } from '../openapi/operationRequest.ts';
import {
  type CredentialValues,
  credentialValues,
  fillBaseUrl,
  fillCredentials,
  isFixed,
  type Placed,
  placeCredentials,
} from './placement.ts';
import type { RequestBytes } from './requestBytes.ts';
import { templateParts } from './templateRequest.ts';
import {
  mergeHeaders,
  percentEncode,
  queryPair,
  type RequestParts,
  UnusableInput,
  type WireRequest,
} from './wireRequest.ts';

/** Parts of a call that a request is built from. */
export type RequestSource = Pick<ToolCall, 'connector' | 'request' | 'input' | 'credentials' | 'serviceKey'>;

const ACCEPT = 'application/json, text/plain;q=0.9, */*;q=0.8';

/**
 * True when a call's operation has another origin than the server, unless the server's document lists that origin. Such
 * a call gets no credentials and no access to private addresses. Otherwise an imported document could send a service's
 * credentials to any origin, or reach the operator's network. Tested by `test/connectors/openapi/foreignOrigin.test.ts`
 * and `test/connectors/egress/indirect.test.ts`.
 */
const isForeign = ({ connector, request, credentials }: RequestSource): boolean => {
  if (connector.kind !== 'openapi' || request?.kind !== 'operation' || request.baseUrl === undefined) return false;
  const origin = URL.parse(request.baseUrl)?.origin ?? null;
  const own = URL.parse(fillBaseUrl(connector.baseUrl, credentialValues(credentials)))?.origin;
  return origin === null || (origin !== own && connector.credentialOrigins?.includes(origin) !== true);
};

/** Whether the tool sends a credential. A tool that lists no credentials sends all of them. */
export const isSentBy =
  ({ request }: Pick<RequestSource, 'request'>) =>
  ({ fieldId }: { readonly fieldId: string }): boolean =>
    request?.sends?.includes(fieldId) !== false;

/** The service's key is sent like a credential and replaces inputs of the same name. */
const withServiceKey = (placed: Placed, key: ToolCall['serviceKey']): Placed => {
  if (key === undefined) return placed;
  if (key.in === 'header') return { ...placed, headers: { ...placed.headers, [key.name]: key.value } };
  if (key.in === 'query') return { ...placed, query: [...placed.query, [key.name, key.value]] };
  return { ...placed, body: { ...placed.body, [key.name]: key.value } };
};

/** The parts of the request that the tool defines. */
function partsOf(call: RequestSource, placed: Placed, bytes: RequestBytes): RequestParts {
  const { connector, request } = call;
  if (request?.kind === 'template') return templateParts(request, call, placed, bytes);
  if (request?.kind === 'graphql') return graphqlParts(request, call, placed, bytes);
  if (connector.kind === 'http') throw new UnusableInput('The tool has no request template');
  if (request?.kind !== 'operation') throw new UnusableInput('The tool is not an OpenAPI operation');
  return operationParts(request, call.input, placed, bytes);
}

/**
 * The whole request; credentials win over inputs and fixed headers.
 * @throws UnusableInput, MissingAddressFields, RequestTooLarge; AppError `max_request_head_bytes`
 */
export function buildRequest(source: RequestSource, bytes: RequestBytes): WireRequest {
  const isIndirect = isForeign(source);
  const call = isIndirect ? { ...source, credentials: [] } : source;
  const values = credentialValues(call.credentials);
  const placed = withServiceKey(placeCredentials(call.credentials.filter(isSentBy(call)), values), call.serviceKey);
  const { connector, request } = call;
  if (!('baseUrl' in connector)) throw new UnusableInput('The server is not an HTTP API');
  const own = request?.kind === 'operation' ? request.baseUrl : undefined;
  const address = { baseUrl: own ?? connector.baseUrl, headers: connector.headers ?? {} };
  const base = parseBaseUrl(address.baseUrl, values);
  const parts = partsOf(call, placed, bytes);
  const fixed = Object.entries(address.headers).flatMap(([name, template]) => {
    const text = fillCredentials(template, values);
    return text === undefined ? [] : [[name, text] as const];
  });
  // Drops inputs with the key of a credential, because they would override it.
  const credentialKeys = new Set(placed.query.map(([key]) => percentEncode(key)));
  const query = [
    ...parts.query.filter((pair) => !credentialKeys.has(pair.split('=')[0] ?? '')),
    ...placed.query.map(([key, value]) => queryPair(key, value)),
  ];
  requireShortHead([parts.path, ...query, ...fixed.flat(), ...Object.entries(parts.headers).flat()]);
  const path = withoutTrailingSlashes(base.pathname) + parts.path;
  const url = `${base.origin}${path}${base.search}`;
  return {
    method: parts.method,
    url: query.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${query.join('&')}`,
    headers: mergeHeaders({ accept: ACCEPT }, Object.fromEntries(fixed), parts.headers, placed.headers),
    body: parts.body,
    ...(isIndirect && { isIndirect }),
  };
}

const ADDRESSES_MAX = 1_000;
/** Parsed base addresses without slots, which contain no credential. */
const fixedAddresses = new LRUCache<string, URL>({ max: ADDRESSES_MAX });

function parseBaseUrl(template: string, values: CredentialValues): URL {
  const known = fixedAddresses.get(template);
  if (known) return known;
  const url = URL.parse(fillBaseUrl(template, values));
  if (url === null) throw new UnusableInput('The server address is not a valid URL');
  if (isFixed(template)) fixedAddresses.set(template, url);
  return url;
}

/** Checks the total length before the parts are joined and parsed again. @throws AppError when it exceeds the limit */
function requireShortHead(parts: readonly string[]): void {
  const { max } = BOUNDS.max_request_head_bytes;
  let chars = 0;
  for (const part of parts) chars += part.length;
  if (chars > max) throw boundReached('max_request_head_bytes', max);
}
