import { CANCELLED, type ToolCall, type ToolOutcome } from '../../core/calls/connector.ts';
import { AppError } from '../../core/errors.ts';
import { toPointer } from '../../core/lib/jsonPointer.ts';
import { withoutTrailingSlashes } from '../../core/lib/trim.ts';
import { shortWork, WorkerLimit } from '../../core/lib/workerPool.ts';
import { LARGE_BYTES } from '../../core/results/largeOutput.ts';
import { toEgressError } from '../egress/error.ts';
import type { Egress, EgressAnswer } from '../egress/types.ts';
import { type AnswerRules, answerOutcome, failedTool } from './answer.ts';
import { credentialValues, fillBaseUrl, fillCredentials, type Placed, placeCredentials } from './placement.ts';
import { signRequest } from './signing.ts';
import { egressFailure } from './statusFailure.ts';
import {
  MissingAddressFields,
  mergeHeaders,
  percentEncode,
  queryPair,
  type RequestParts,
  UnusableInput,
  type WireRequest,
} from './wireRequest.ts';
import type { LargeAnswer } from './worker.ts';

/** Builds a call's own part of the request. It gets the credentials for path and body; the others are added later. */
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
 * True for a call whose operation has an address at another origin than the server's, unless the server's document
 * lists that origin. It gets no credentials and no private allowance: otherwise an imported document could send what
 * was entered for one service to any other, or reach into the operator's network. Torn down in
 * `test/connectors/openapi/foreignOrigin.test.ts` and `test/connectors/egress/indirect.test.ts`.
 */
const isForeign = ({ connector, request, credentials }: ToolCall): boolean => {
  if (connector.kind !== 'openapi' || request?.kind !== 'operation' || request.baseUrl === undefined) return false;
  const origin = URL.parse(request.baseUrl)?.origin ?? null;
  const own = URL.parse(fillBaseUrl(connector.baseUrl, credentialValues(credentials)))?.origin;
  return origin === null || (origin !== own && connector.credentialOrigins?.includes(origin) !== true);
};

const withQuery = (url: string, pairs: readonly string[]): string => {
  if (pairs.length === 0) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}`;
};

/** Drops inputs that would repeat, and so override, a key that holds a credential. */
const queryOf = (parts: RequestParts, placed: Placed): string[] => {
  const taken = new Set(placed.query.map(([key]) => percentEncode(key)));
  const own = parts.query.filter((pair) => !taken.has(pair.split('=')[0] ?? ''));
  return [...own, ...placed.query.map(([key, value]) => queryPair(key, value))];
};

/** Whether a credential is one that the tool names, where it names any. */
const isSentBy =
  ({ request }: ToolCall) =>
  ({ fieldId }: { readonly fieldId: string }): boolean =>
    request?.sends?.includes(fieldId) !== false;

/** The whole request; credentials win over inputs and fixed headers. */
const toWireRequest = (given: ToolCall, build: BuildParts): WireRequest => {
  const isIndirect = isForeign(given);
  const call = isIndirect ? { ...given, credentials: [] } : given;
  const values = credentialValues(call.credentials);
  const placed = placeCredentials(call.credentials.filter(isSentBy(call)), values);
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
    ...(isIndirect && { isIndirect }),
  };
};

/** Signs the request where the server asks for it, if the request goes to the server itself. */
const withSignature = (call: ToolCall, request: WireRequest): WireRequest | Promise<WireRequest> => {
  const { connector, credentials } = call;
  const signing = 'signing' in connector ? connector.signing : undefined;
  const isSigned = signing !== undefined && isSentBy(call)({ fieldId: signing.accessKeyId.field });
  return !isSigned || request.isIndirect === true
    ? request
    : signRequest(request, signing, credentialValues(credentials), new Date());
};

/** @throws AppError `invalid_input`, with the issue, for what the caller can put right; any other error as it is */
const refusedInput = (error: unknown): ToolOutcome => {
  if (error instanceof UnusableInput && error.property === null) return failedTool(error.message);
  if (error instanceof UnusableInput) {
    const issues = [{ path: toPointer([error.property]), message: error.message }];
    throw new AppError('invalid_input', error.message, { issues });
  }
  if (error instanceof MissingAddressFields) {
    const message = `missing credentials: ${error.fieldIds.join(', ')}`;
    return { kind: 'missing_credentials', message, fieldIds: error.fieldIds };
  }
  throw error;
};

type OwnRules = Omit<AnswerRules, 'scrub'>;

const send = async (egress: Egress, call: ToolCall, request: WireRequest, rules: OwnRules): Promise<ToolOutcome> => {
  try {
    const { signal, scrub, accountId, hold, diagnostics } = call;
    const answer = await egress.request({ ...request, signal, accountId, hold, diagnostics });
    return answer.body.length < LARGE_BYTES
      ? answerOutcome(answer, { ...rules, scrub })
      : await readInThread(answer, rules, call);
  } catch (error) {
    return egressFailure(toEgressError(error, 'the upstream', call.signal));
  }
};

const WORKER = new URL('./worker.ts', import.meta.url);

/** The tool has run: an answer that cannot be read becomes an outcome, not an exception. */
const readInThread = async (
  answer: EgressAnswer,
  { failure }: OwnRules,
  { accountId, signal, secrets }: ToolCall,
): Promise<ToolOutcome> => {
  const input: LargeAnswer = { answer, failure, secrets };
  try {
    const task = { module: WORKER, name: 'read', input, given: [answer.body] };
    return await shortWork.run<ToolOutcome>(task, { accountId, signal });
  } catch (error) {
    if (signal.aborted) return CANCELLED;
    if (!(error instanceof WorkerLimit || error instanceof AppError)) throw error;
    return { kind: 'bad_answer', message: `the upstream answered with more than can be read: ${error.message}` };
  }
};

/**
 * Makes one call of an HTTP API. Failures of the upstream are outcomes, never exceptions.
 * @throws AppError `invalid_input`, before anything is sent, for an input that no request can carry
 */
export const callHttp = async (
  egress: Egress,
  call: ToolCall,
  build: BuildParts,
  rules: OwnRules,
): Promise<ToolOutcome> => {
  let request: WireRequest;
  try {
    request = await withSignature(call, toWireRequest(call, build));
  } catch (error) {
    return refusedInput(error);
  }
  return send(egress, call, request, rules);
};
