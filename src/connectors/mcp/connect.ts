import {
  type Client,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import type { Requester } from '../../core/kernel/context.ts';
import { countSigns, type JsonObject } from '../../core/lib/json.ts';
import type { ToolFailure } from '../../core/results/outcome.ts';
import { EgressError } from '../egress/error.ts';
import type { Egress } from '../egress/types.ts';
import { UpstreamFailure, waitFor } from '../failure.ts';
import { egressFailure, statusFailure } from '../http/statusFailure.ts';
import { failureOf, newClient } from './client.ts';
import { badAnswer } from './result.ts';
import type { McpTarget } from './target.ts';

/** A client, and its connection. */
export type ConnectedClient = { readonly client: Client; readonly transport: StreamableHTTPClientTransport };

/**
 * Limit on the bytes and values of all responses that the SDK reads from one upstream, because it reads them on the
 * event loop.
 */
const SDK_BYTES_MAX = 1_024 * 1_024;
const SDK_VALUES_MAX = 32_768;

/**
 * Details that the SDK's exceptions omit: the status or network failure of the last exchange. All clients of one
 * negotiation share them, and the limit of bytes and values still to read.
 */
type ExchangeLog = { failure: ToolFailure | null; bytesLeft: number; valuesLeft: number };

const newExchangeLog = (): ExchangeLog => ({ failure: null, bytesLeft: SDK_BYTES_MAX, valuesLeft: SDK_VALUES_MAX });

/** With `onStreamLost`, messages between calls are received until their stream fails. */
export type ConnectOptions = Requester & { readonly onStreamLost?: (() => void) | undefined };

/**
 * Connects and negotiates a revision; servers of older revisions receive `capabilities`.
 * @throws UpstreamFailure
 */
export async function connectHttp(
  egress: Egress,
  target: McpTarget,
  options: ConnectOptions,
  capabilities: JsonObject | undefined = {},
): Promise<ConnectedClient> {
  const { signal } = options;
  const withCapabilities = { ...options, capabilities };
  const exchangeLog = newExchangeLog();
  const connection =
    Object.keys(capabilities).length > 0 ? await connectToAsk(egress, target, exchangeLog, withCapabilities) : null;
  if (connection) return connection;
  try {
    return await connectIn('auto', egress, target, exchangeLog, withCapabilities);
  } catch (error) {
    const { failure } = exchangeLog;
    const isServerFault =
      error instanceof SdkError &&
      error.code === SdkErrorCode.EraNegotiationFailed &&
      failure?.kind === 'upstream_error' &&
      (failure.status ?? 0) >= 500;
    if (!isServerFault) throw toFailure(error, exchangeLog, signal);
  }
  try {
    // Some older servers crash on a request they do not know instead of refusing it.
    return await connectIn('legacy', egress, target, exchangeLog, withCapabilities);
  } catch (error) {
    throw toFailure(error, exchangeLog, signal);
  }
}

/**
 * Connects with an older revision, in which the server can send elicitations. A server that supports several revisions
 * uses the client's. Null for a server without sessions, because it could not receive the answer.
 */
async function connectToAsk(
  egress: Egress,
  target: McpTarget,
  exchangeLog: ExchangeLog,
  options: ConnectOptions & { readonly capabilities: JsonObject },
): Promise<ConnectedClient | null> {
  try {
    const connected = await connectIn('legacy', egress, target, exchangeLog, options);
    if (connected.transport.sessionId !== undefined) return connected;
    await connected.client.close();
  } catch {
    // Another revision may work, or fail for the same reason.
  }
  exchangeLog.failure = null;
  return null;
}

/** Connects with an older revision; null for a server without its sessions. */
export const connectOlder = (
  egress: Egress,
  target: McpTarget,
  options: ConnectOptions,
): Promise<ConnectedClient | null> => connectToAsk(egress, target, newExchangeLog(), { ...options, capabilities: {} });

/** Runs `work` with a new client, and ends the upstream's session afterwards. */
export async function withClient<T>(
  egress: Egress,
  target: McpTarget,
  tenant: Requester,
  work: (connected: ConnectedClient) => Promise<T>,
): Promise<T> {
  const connected = await connectHttp(egress, target, tenant);
  const { client, transport } = connected;
  try {
    return await work(connected);
  } finally {
    await transport.terminateSession().catch(() => undefined);
    await client.close();
  }
}

async function connectIn(
  mode: VersionNegotiationMode,
  egress: Egress,
  target: McpTarget,
  exchangeLog: ExchangeLog,
  { signal, accountId, capabilities, onStreamLost }: ConnectOptions & { readonly capabilities: JsonObject },
): Promise<ConnectedClient> {
  const client = newClient(mode, capabilities);
  const direct = target.isIndirect ? [] : [target.url.href];
  const fetch = recordingFetch(egress.fetchFor(direct, { accountId }), exchangeLog, { signal, onStreamLost });
  const transport = new StreamableHTTPClientTransport(new URL(target.url.href), {
    fetch,
    requestInit: { headers: { ...target.headers } },
    onInsufficientScope: 'throw',
  });
  try {
    await waitFor(client.connect(transport, { signal }), signal);
    return { client, transport };
  } catch (error) {
    await client.close();
    throw error;
  }
}

type Fetch = typeof globalThis.fetch;

function recordingFetch(
  fetch: Fetch,
  exchangeLog: ExchangeLog,
  { signal, onStreamLost }: Pick<ConnectOptions, 'signal' | 'onStreamLost'>,
): Fetch {
  const send: Fetch = (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) });
  return async (input, init) => {
    if (init?.method === 'GET') {
      // No standing stream is opened if messages between calls have no recipient.
      return onStreamLost
        ? standing(send(input, init), exchangeLog, onStreamLost)
        : new Response(null, { status: 405 });
    }
    try {
      const response = await send(input, init);
      exchangeLog.failure = response.ok ? null : statusFailure(response.status, Object.fromEntries(response.headers));
      return countingBytes(response, exchangeLog, onStreamLost);
    } catch (error) {
      if (error instanceof EgressError) exchangeLog.failure = egressFailure(error);
      throw error;
    }
  };
}

async function standing(opening: Promise<Response>, exchangeLog: ExchangeLog, onLost: () => void): Promise<Response> {
  const response = await opening.catch((error: unknown) => {
    onLost();
    throw error;
  });
  // A server without a standing stream answers 405.
  if (!response.ok && response.status !== 405) onLost();
  return countingBytes(response, exchangeLog, onLost);
}

/** Counts the bytes and values of all responses of one upstream. */
function countingBytes(response: Response, exchangeLog: ExchangeLog, onOver?: () => void): Response {
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const { buffer, byteOffset, byteLength } = chunk;
      exchangeLog.bytesLeft -= byteLength;
      exchangeLog.valuesLeft -= countSigns(Buffer.from(buffer, byteOffset, byteLength), exchangeLog.valuesLeft);
      if (exchangeLog.bytesLeft >= 0 && exchangeLog.valuesLeft >= 0) return controller.enqueue(chunk);
      onOver?.();
      const sent = exchangeLog.bytesLeft < 0 ? '1 MiB' : `${SDK_VALUES_MAX} values`;
      controller.error(new UpstreamFailure(badAnswer(`sends more than ${sent} in one session`)));
    },
  });
  const body = response.body?.pipeThrough(count) ?? null;
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

function toFailure(error: unknown, { failure }: ExchangeLog, signal: AbortSignal): UpstreamFailure {
  const closed = () => badAnswer('closed the connection');
  return new UpstreamFailure(signal.aborted || !failure ? failureOf(error, signal, closed) : failure, error);
}
