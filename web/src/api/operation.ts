import type { TypedDocumentString } from '../gql/graphql.ts';
import { claimChangeKey } from './changeKeys.ts';
import { type ErrorCode, toErrorCode } from './codes.ts';
import { parseExact } from './exactJson.ts';

export type Issue = { readonly path: string; readonly message: string };

export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly issues: readonly Issue[];
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    issues: readonly Issue[] = [],
    retryAfterSeconds: number | null = null,
  ) {
    super(message);
    this.code = code;
    this.issues = issues;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

type GraphqlError = {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly retryAfter?: number; readonly issues?: readonly Issue[] };
};

export type Answer<Data> = { readonly data?: Data | null; readonly errors?: readonly GraphqlError[] };

/** Boundary: our server's response matches its schema. */
const readAnswer = async <Data>(response: Response): Promise<Answer<Data>> =>
  parseExact(await response.text()) as Answer<Data>;

const ENDPOINT = '/graphql';

/** @throws ApiError for any error */
export async function sendOperation<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Data> {
  const body = JSON.stringify({ query: document.toString(), variables });
  const answer = await send<Data>(body, /^\s*mutation\b/.test(document.toString()), signal ?? null);
  const [error] = answer.errors ?? [];
  if (error || !answer.data) throw toApiError(error);
  return answer.data;
}

/** Converts a GraphQL error; a missing one counts as internal. */
export function toApiError(error: GraphqlError | undefined): ApiError {
  if (!error) return new ApiError('INTERNAL_ERROR', 'The server sent an empty response');
  const { code, issues = [], retryAfter = null } = error.extensions ?? {};
  const wait = `try again in ${retryAfter} s`;
  const isInMessage = retryAfter === null || error.message.includes(wait);
  const text = isInMessage ? error.message : `${error.message}: ${wait}`;
  return new ApiError(toErrorCode(code), text, issues, retryAfter);
}

async function send<Data>(body: string, isChange: boolean, signal: AbortSignal | null): Promise<Answer<Data>> {
  const change = isChange ? await claimChangeKey(body) : null;
  const headers = { 'content-type': 'application/json', ...(change && { 'idempotency-key': change.key }) };
  try {
    const answer = await readAnswer<Data>(await fetch(ENDPOINT, { method: 'POST', headers, body, signal }));
    change?.answered();
    return answer;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('NETWORK', 'Toolyard can’t be reached.');
  }
}
