import type { ToolCall, ToolOutcome } from '../../core/calls/connector.ts';
import { withoutTrailingSlashes } from '../../core/lib/text.ts';
import { toEgressError } from '../egress/error.ts';
import type { Egress } from '../egress/types.ts';
import { type AnswerRules, answerOutcome, failedTool } from './answer.ts';
import { credentialValues, fillBaseUrl, fillCredentials, type Placed, placeCredentials } from './placement.ts';
import { egressFailure } from './statusFailure.ts';
import {
  MissingFields,
  mergeHeaders,
  percentEncode,
  queryPair,
  type RequestParts,
  UnusableInput,
  type WireRequest,
} from './wireRequest.ts';

/** A call's own part of the request; credentials for path and body are handed in, the others are added later. */
export type BuildParts = (call: ToolCall, placed: Placed) => RequestParts;

const ACCEPT = 'application/json, text/plain;q=0.9, */*;q=0.8';

const addressOf = (call: ToolCall): { baseUrl: string; headers: Readonly<Record<string, string>> } => {
  const { connector, request } = call;
  if (connector.kind !== 'http' && connector.kind !== 'openapi')
    throw new UnusableInput('The server is not an HTTP API');
  const own = request?.kind === 'operation' ? request.baseUrl : undefined;
  return { baseUrl: own ?? connector.baseUrl, headers: connector.headers ?? {} };
};

/**
 * The call as the address of its own that an operation has may see it: another origin than the server's gets no
 * credential, unless the server's document names it (test/connectors/openapi/foreignOrigin.test.ts). A document from
 * elsewhere could otherwise send what was entered for one service to any other.
 */
const withoutForeignCredentials = (call: ToolCall): ToolCall => {
  const { connector, request } = call;
  if (connector.kind !== 'openapi' || request?.kind !== 'operation' || request.baseUrl === undefined) return call;
  const origin = URL.parse(request.baseUrl)?.origin ?? null;
  const own = URL.parse(fillBaseUrl(connector.baseUrl, credentialValues(call.credentials)))?.origin;
  const isOwn = origin !== null && (origin === own || connector.credentialOrigins?.includes(origin) === true);
  return isOwn ? call : { ...call, credentials: [] };
};

const withQuery = (url: string, pairs: readonly string[]): string => {
  if (pairs.length === 0) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}`;
};

/** An input must not repeat, and so override, a key that holds a credential. */
const queryOf = (parts: RequestParts, placed: Placed): string[] => {
  const taken = new Set(placed.query.map(([key]) => percentEncode(key)));
  const own = parts.query.filter((pair) => !taken.has(pair.split('=')[0] ?? ''));
  return [...own, ...placed.query.map(([key, value]) => queryPair(key, value))];
};

/** The request with base address, headers of the connector and credentials; credentials win over everything. */
const toWireRequest = (given: ToolCall, build: BuildParts): WireRequest => {
  const call = withoutForeignCredentials(given);
  const values = credentialValues(call.credentials);
  const placed = placeCredentials(call.credentials);
  const address = addressOf(call);
  const base = URL.parse(fillBaseUrl(address.baseUrl, values));
  if (base === null) throw new UnusableInput('The server address is not a valid URL');
  const parts = build(call, placed);
  const fixed = Object.entries(address.headers).flatMap(([name, template]) => {
    const text = fillCredentials(template, values);
    return text === undefined ? [] : [[name, text] as const];
  });
  const path = withoutTrailingSlashes(base.pathname) + parts.path;
  return {
    method: parts.method,
    url: withQuery(`${base.origin}${path}${base.search}`, queryOf(parts, placed)),
    headers: mergeHeaders({ accept: ACCEPT }, Object.fromEntries(fixed), parts.headers, placed.headers),
    body: parts.body,
  };
};

const refusedInput = (error: unknown): ToolOutcome => {
  if (error instanceof UnusableInput) return failedTool(error.message);
  if (error instanceof MissingFields) {
    const message = `missing credentials: ${error.fieldIds.join(', ')}`;
    return { kind: 'missing_credentials', message, fieldIds: error.fieldIds };
  }
  throw error;
};

type OwnRules = Omit<AnswerRules, 'scrub'>;

const send = async (egress: Egress, call: ToolCall, request: WireRequest, rules: OwnRules): Promise<ToolOutcome> => {
  try {
    const { signal, scrub } = call;
    return answerOutcome(await egress.request({ ...request, signal, accountId: call.accountId }), { ...rules, scrub });
  } catch (error) {
    return egressFailure(toEgressError(error, 'the upstream', call.signal));
  }
};

/** One call of an HTTP API: build, send, and say how it ended. Never throws for what an input or upstream does. */
export const callHttp = async (
  egress: Egress,
  call: ToolCall,
  build: BuildParts,
  rules: OwnRules,
): Promise<ToolOutcome> => {
  let request: WireRequest;
  try {
    request = toWireRequest(call, build);
  } catch (error) {
    return refusedInput(error);
  }
  return send(egress, call, request, rules);
};
