import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, fetch } from 'undici';
import { eventsOf } from '../connectors/mcp/sse.ts';
import { isRecord, parseJson } from '../core/lib/json.ts';
import type { TypedDocumentString } from '../generated/gql/graphql.ts';
import { type ApiAddress, answerError, dataOf } from './api.ts';
import { CliError } from './exit.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** The server sends something at least every twelve seconds, so a stream that is silent for longer is dead. */
const SILENT_MS_MAX = 60_000;
const EVENT_CHARACTERS_MAX = 1_048_576;
const RETRY_MS = { first: 500, max: 30_000 } as const;
/** Maximum consecutive attempts, which take a quarter of an hour in total. */
const TRIES_MAX = 35;

type Options<R> = {
  readonly server: ApiAddress;
  readonly signal: AbortSignal;
  readonly onEvent: (data: R) => void;
  /** Called when a subscription has begun. `isAgain`: it follows an interruption, so events may have been missed. */
  readonly onBegin: (isAgain: boolean) => Promise<void>;
  readonly onInterruption: (reason: string, retryMs: number) => void;
};

/**
 * Follows a subscription until the signal aborts; reconnects when it breaks. @throws CliError for a permanent refusal;
 * unavailable if the server stays unreachable
 */
export async function follow<R, V>(
  document: TypedDocumentString<R, V>,
  variables: V,
  { server, signal, onEvent, onBegin, onInterruption }: Options<R>,
): Promise<never> {
  const body = JSON.stringify({ query: document.toString(), variables });
  const dispatcher = new Agent({ connectTimeout: CONNECT_TIMEOUT_MS, bodyTimeout: SILENT_MS_MAX });
  let tries = 0;
  let hasBegun = false;
  for (;;) {
    const failure = await followOnce(server, body, { signal, dispatcher, onEvent }, async () => {
      tries = 0;
      await onBegin(hasBegun);
      hasBegun = true;
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      return error instanceof CliError ? error : new CliError('unavailable', 'The connection was lost', error);
    });
    signal.throwIfAborted();
    tries += 1;
    if (!(failure.code === 'unavailable' || failure.code === 'rate_limited') || tries > TRIES_MAX || !hasBegun)
      throw failure;
    const retryMs = Math.min(RETRY_MS.max, RETRY_MS.first * 2 ** (tries - 1));
    onInterruption(failure.message, retryMs);
    await sleep(retryMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

type SubscriptionOptions<R> = Pick<Options<R>, 'signal' | 'onEvent'> & { readonly dispatcher: Agent };

/** One subscription until it ends; returns the reason. @throws CliError */
async function followOnce<R>(
  { endpoint, key }: ApiAddress,
  body: string,
  { signal, dispatcher, onEvent }: SubscriptionOptions<R>,
  onBegin: () => Promise<void>,
): Promise<CliError> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: `Bearer ${key}` },
    body,
    redirect: 'error',
    signal,
    dispatcher,
  });
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) {
    return answerError(await response.json().catch(() => null), response.status);
  }
  await onBegin();
  for await (const { data } of eventsOf(response.body, EVENT_CHARACTERS_MAX)) {
    const event: unknown = data === '' ? null : parseJson(data);
    if (!isRecord(event)) continue;
    if (Array.isArray(event['errors'])) return answerError(event, response.status);
    onEvent(dataOf<R>(event));
  }
  return new CliError('unavailable', 'The stream closed');
}
