import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { AppError } from '../../core/lib/errors.ts';
import { isRecord } from '../../core/lib/json.ts';
import { networkOf } from '../../core/limits/network.ts';
import { toSurfaceError } from '../../wire/errors.ts';
import { turnOf, yieldIfBusy } from '../../wire/gate.ts';
import { readGraphqlJson, requestIn } from '../execution/body.ts';
import { extensionsOf } from '../execution/errorExtensions.ts';
import { withoutStatus } from '../execution/formattedErrors.ts';
import {
  chargeConnection,
  type GraphqlCaller,
  identifyConnection,
  isForeign,
  isStillAllowed,
} from '../execution/gate.ts';
import type { Serving } from '../execution/serving.ts';
import { CLOSE, closeCodeOf, closeSocket } from './closeCodes.ts';
import { keepAlive } from './heartbeat.ts';
import { processInOrder } from './inbox.ts';
import { createSubscriptions, type NotBegun, type Subscriptions } from './subscriptions.ts';

/** The WebSocket subprotocol: GraphQL over WebSocket, as `graphql-ws` and others speak it. */
export const SUBPROTOCOL = 'graphql-transport-ws';

/** How long a client may take to authenticate. */
const INITIALISATION_MS = 10_000;
const HEARTBEAT_MS = 30_000;
const MESSAGES_PER_MINUTE_MAX = 600;
/** Maximum messages before a client has authenticated; it needs only one. */
const STRANGE_MESSAGES_MAX = 30;

/** The id of an operation. Its length is limited because every event contains it. */
const id = z.string().min(1).max(128);
const payload = z.custom<Readonly<Record<string, unknown>>>(isRecord);
const optionalPayload = payload.nullish();

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connection_init'), payload: optionalPayload }),
  z.object({ type: z.literal('ping'), payload: optionalPayload }),
  z.object({ type: z.literal('pong'), payload: optionalPayload }),
  z.object({ type: z.literal('subscribe'), id, payload }),
  z.object({ type: z.literal('complete'), id }),
]);

/** A client's messages (graphql-transport-ws). */
type SocketMessage = z.output<typeof messageSchema>;

type Incoming<T extends SocketMessage['type']> = Extract<SocketMessage, { readonly type: T }>;

type Opening = { readonly socket: WebSocket; readonly request: FastifyRequest; readonly reply: FastifyReply };

/** A socket whose client has authenticated. */
type Acknowledged = { readonly subscriptions: Subscriptions };

/** Serves the protocol on a socket until it closes. Tested by `test/graphql/hostileSockets.test.ts`. */
export function serveSocket(serving: Serving, opening: Opening): void {
  const { socket, request } = opening;
  const close = (code: number, reason: string): void => closeSocket(socket, code, reason);
  let acknowledged: Acknowledged | null = null;
  const stopWaiting = awaitClient(serving, opening);
  keepAlive(socket, { everyMs: HEARTBEAT_MS, yieldIfBusy: () => turnOf(request) });
  const initialise = async (message: Incoming<'connection_init'>): Promise<void> => {
    if (acknowledged) return close(CLOSE.tooManyInitialisationRequests, 'Too many initialisation requests');
    acknowledged = await acknowledge(serving, opening, message);
    stopWaiting();
    await send(socket, { type: 'connection_ack' });
  };
  const receive = async (text: Buffer): Promise<void> => {
    const message = messageSchema.safeParse(await readGraphqlJson(text, () => turnOf(request))).data ?? null;
    if (!message) return close(CLOSE.badRequest, 'Invalid message received');
    if (message.type === 'connection_init') return initialise(message);
    if (message.type === 'ping') return send(socket, { ...message, type: 'pong' });
    if (message.type === 'pong') return;
    if (!acknowledged) return close(CLOSE.unauthorized, 'Unauthorized');
    return operate(serving, opening, acknowledged, message);
  };
  processInOrder(socket, {
    perMinuteMax: () => (acknowledged ? MESSAGES_PER_MINUTE_MAX : STRANGE_MESSAGES_MAX),
    async read(text) {
      await yieldIfBusy(request);
      await receive(text).catch((thrown: unknown) => {
        const error = logged(request, toSurfaceError(serving.edge, thrown));
        close(closeCodeOf(error), error.message);
      });
    },
    binary: () => close(CLOSE.badRequest, 'Messages must be text'),
    flooded: (max) => close(CLOSE.tryAgainLater, `More than ${max} messages in a minute`),
  });
}

/** Closes a socket whose client does not identify itself, unless the returned function is called. */
function awaitClient({ waitingRoom }: Serving, { socket, request }: Opening): () => void {
  const timer = setTimeout(() => {
    closeSocket(socket, CLOSE.initialisationTimeout, 'Connection initialisation timeout');
  }, INITIALISATION_MS).unref();
  const leave = waitingRoom.add(networkOf(request.ip), () =>
    closeSocket(socket, CLOSE.tryAgainLater, 'There is no capacity now: try again'),
  );
  const stop = (): void => {
    clearTimeout(timer);
    leave();
  };
  socket.on('close', stop);
  return stop;
}

function logged(request: FastifyRequest, error: AppError): AppError {
  if (error.code === 'internal') request.log.error({ err: error.cause ?? error }, error.message);
  return error;
}

/** @throws AppError unauthenticated, forbidden, rate_limited, unavailable */
async function acknowledge(
  serving: Serving,
  { socket, request, reply }: Opening,
  { payload }: Incoming<'connection_init'>,
): Promise<Acknowledged> {
  const { edge, refusedCallers, streams } = serving;
  const caller = callerOf(serving, request, payload ?? {});
  const actor = await identifyConnection(edge, refusedCallers, request, caller);
  const { refusal } = await chargeConnection(edge, refusedCallers, actor);
  if (refusal) throw refusal;
  const watcher = { actor, isStillAllowed: () => isStillAllowed(edge, caller, actor) };
  const connection = streams.connect(watcher, () => socket.terminate());
  if (socket.readyState === socket.OPEN) socket.on('close', connection.left);
  else connection.left();
  connection.signal.addEventListener('abort', () => {
    const { reason } = connection.signal;
    if (reason instanceof AppError) closeSocket(socket, closeCodeOf(reason), reason.message);
  });
  const outlet = {
    next: (id: string, event: object) => send(socket, { id, type: 'next', payload: event }),
    complete: (id: string) => send(socket, { id, type: 'complete' }),
  };
  return { subscriptions: createSubscriptions(serving, { actor, connection, request, reply }, outlet) };
}

/**
 * The client's credential: the API key in its first message or its request, or the session cookie. A page of another
 * origin needs a key, because browsers send the cookie with any page's connection.
 */
function callerOf(
  { edge }: Serving,
  request: FastifyRequest,
  payload: Readonly<Record<string, unknown>>,
): GraphqlCaller {
  const { headers, ip, host, cookies } = request;
  const [, header] = Object.entries(payload).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  const authorization = headers.authorization ?? (typeof header === 'string' ? header : undefined);
  return {
    headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    ip,
    host,
    cookies: isForeign(edge, request) ? {} : cookies,
  };
}

async function operate(
  serving: Serving,
  { socket, request }: Opening,
  { subscriptions }: Acknowledged,
  message: Incoming<'subscribe' | 'complete'>,
): Promise<void> {
  const { id } = message;
  if (message.type === 'complete') return subscriptions.end(id);
  if (subscriptions.has(id)) {
    return closeSocket(socket, CLOSE.subscriberAlreadyExists, `Subscriber for ${id} already exists`);
  }
  const failure = await subscriptions.begin(id, requestIn(message.payload, serving.documents));
  if (failure) await send(socket, { id, type: 'error', payload: errorsOf(serving, request, failure) });
}

function errorsOf({ edge }: Serving, request: FastifyRequest, failure: NotBegun): readonly object[] {
  if (failure.error === null) return withoutStatus(failure.result.errors ?? []);
  const { message } = logged(request, failure.error);
  return [{ message, extensions: extensionsOf(failure.error, edge.deps.now()) }];
}

/** Resolves when the message was sent, or can't be sent. */
function send(socket: WebSocket, message: object): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message), () => resolve());
  else resolve();
  return promise;
}
