import { Agent, fetch } from 'undici';
import type { Issue } from '../core/lib/errors.ts';
import { isRecord, readJson } from '../core/lib/json.ts';
import { withoutTrailingSlashes } from '../core/lib/trim.ts';
import type { TypedDocumentString } from '../generated/gql/graphql.ts';
import type { Run } from './command.ts';
import { CliError, isCliCode, usageError } from './exit.ts';
import { withIssues } from './failure.ts';
import type { ApiArgs } from './input.ts';
import { accessOf } from './profiles/access.ts';

/** Runs one operation of the GraphQL API. @throws CliError with the API's error code */
export type Api = <R, V>(document: TypedDocumentString<R, V>, variables: V) => Promise<R>;

const CONNECT_TIMEOUT_MS = 5_000;

export type ApiAddress = { readonly endpoint: URL; readonly key: string };

/** The address from the options or the profile. @throws CliError usage, unauthenticated, not_found */
export function apiAddressOf(args: ApiArgs, run: Run): ApiAddress {
  const { url, key, problem } = accessOf(args, run.environment);
  const endpoint = URL.parse(`${withoutTrailingSlashes(url ?? run.environment.listenUrl)}/graphql`);
  if (endpoint === null || !/^https?:$/.test(endpoint.protocol) || endpoint.username !== '') {
    throw usageError('The address of the server must be an http or https URL, such as http://127.0.0.1:4000');
  }
  if (key === null) {
    const none = 'No API key. Set TOOLYARD_API_KEY, or run toolyard login';
    throw new CliError('unauthenticated', problem === null ? none : `${problem}. ${none}`);
  }
  if (!/^[\x21-\x7e]+$/.test(key)) throw new CliError('unauthenticated', 'The API key has invalid characters');
  return { endpoint, key };
}

/** The API with the key from the options or the profile. @throws CliError usage, unauthenticated, not_found */
export function connectApi(args: ApiArgs, run: Run): Api {
  const { endpoint, key } = apiAddressOf(args, run);
  const idempotencyKey = args['idempotency-key'];
  // No time limit, because the server enforces that of the tool call.
  const dispatcher = new Agent({ connectTimeout: CONNECT_TIMEOUT_MS, headersTimeout: 0, bodyTimeout: 0 });
  return async (document, variables) => {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: `Bearer ${key}`,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify({ query: document.toString(), variables }),
      // A redirect would send the key elsewhere.
      redirect: 'error',
      signal: run.signal,
      dispatcher,
    }).catch((error: unknown) => {
      run.signal.throwIfAborted();
      throw new CliError('unavailable', `No answer from ${baseOf(endpoint)}. Start the server: toolyard start`, error);
    });
    const body = readJson(Buffer.from(await response.arrayBuffer()));
    if (isRecord(body) && ('data' in body || Array.isArray(body['errors']))) return dataOf(body);
    const problem = `The server at ${baseOf(endpoint)} is not Toolyard (status ${response.status})`;
    throw new CliError('unavailable', `${problem}. Is TOOLYARD_URL right?`);
  };
}

const baseOf = ({ origin, pathname }: URL): string => `${origin}${pathname.replace(/\/graphql$/, '')}`;

type Answer = Record<string, unknown>;

// Boundary: the server's schema guarantees the document's type.
export function dataOf<R>(answer: Answer): R {
  const error = firstErrorIn(answer);
  if (error) throw toCliError(error);
  return answer['data'] as R;
}

function firstErrorIn({ errors }: Answer): Record<string, unknown> | null {
  const [error] = Array.isArray(errors) ? errors : [];
  return isRecord(error) ? error : null;
}

/** The error of a response that should have been an event stream. */
export function answerError(answer: unknown, status: number): CliError {
  const error = isRecord(answer) ? firstErrorIn(answer) : null;
  return error ? toCliError(error) : new CliError('unavailable', `The server answered with status ${status}`);
}

function toCliError(error: Record<string, unknown>): CliError {
  const extensions = isRecord(error['extensions']) ? error['extensions'] : {};
  const code = String(extensions['code']).toLowerCase();
  const { retryAfter } = extensions;
  const message = String(error['message']);
  const isIncluded = typeof retryAfter !== 'number' || message.includes(`try again in ${retryAfter} s`);
  return new CliError(
    isCliCode(code) ? code : 'internal',
    isIncluded ? message : `${message}. Try again in ${retryAfter} s`,
  );
}

type ApiFailure = { readonly code: string; readonly message: string; readonly issues?: readonly Issue[] };

/** The payload of a mutation. @throws CliError if the payload is one of the mutation's failures */
export function payloadOf<T extends object>(result: T | null): Exclude<T, ApiFailure> {
  if (result === null) throw new CliError('internal', 'The server returned no result');
  if (isPayload(result)) return result;
  throw refusalError(result);
}

export function refusalError({ code, message, issues }: Partial<ApiFailure>): CliError {
  const name = code?.toLowerCase();
  return new CliError(isCliCode(name) ? name : 'internal', withIssues(message ?? '', issues));
}

const isPayload = <T extends object>(result: T): result is Exclude<T, ApiFailure> => !('code' in result);

type PageInfo = { readonly hasNextPage: boolean; readonly endCursor: string | null };
/** A page of a list in GraphQL's response. */
export type NodePage<N> = { readonly nodes: readonly N[]; readonly pageInfo: PageInfo };

/** All nodes of a GraphQL connection, page by page; none if the connection is absent. */
export async function allNodes<N>(
  read: (after: string | null) => Promise<NodePage<N> | null | undefined>,
): Promise<readonly N[]> {
  const nodes: N[] = [];
  for (let after: string | null = null; ; ) {
    const page: NodePage<N> | null | undefined = await read(after);
    if (!page) return nodes;
    nodes.push(...page.nodes);
    if (!page.pageInfo.hasNextPage) return nodes;
    after = page.pageInfo.endCursor;
  }
}

/** A time in a response. */
export const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));
