import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountActor } from '../../core/kernel/actor.ts';
import { AppError } from '../../core/lib/errors.ts';
import { limitHeaders } from '../../wire/gate.ts';
import { EVENT_HEADERS, EVENT_STREAM } from '../../wire/webResponse.ts';
import { admitVisitor, chargeConnection, isStillAllowed } from '../execution/gate.ts';
import type { Serving } from '../execution/serving.ts';
import { isRetryable } from '../execution/streams.ts';
import { createSubscriptions, type EventWriter, type Subscriptions } from './subscriptions.ts';

const TOKEN_HEADER = 'x-graphql-event-stream-token';
/** How long a reserved stream waits for its client to open it. */
const RESERVED_MS = 10_000;
/** Interval of comments on a quiet stream, so that no proxy closes it as dead. */
const COMMENT_EVERY_MS = 12_000;
const COMMENT = ':\n\n';

/** The stream of one client, reserved or open. */
type ReservedStream = { readonly actor: AccountActor; readonly subscriptions: Subscriptions };

type Entry = ReservedStream & { readonly out: PassThrough; isOpen: boolean };

/**
 * Event streams that carry many subscriptions each (GraphQL over SSE, single connection mode). They exist only in this
 * process.
 */
export type EventStreams = {
  /** Reserves a stream and responds with its token. @throws rate_limited, unavailable */
  reserve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Opens the stream of the request's token. @throws not_found, already_exists */
  open(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** The stream of the request's token. Only the caller that reserved it gets it. @throws not_found */
  of(request: FastifyRequest, reply: FastifyReply): Promise<ReservedStream>;
};

/** The stream token in a request; null if there is none. */
export function streamTokenOf({ headers, query }: Pick<FastifyRequest, 'headers' | 'query'>): string | null {
  const header = headers[TOKEN_HEADER];
  if (typeof header === 'string') return header;
  return singleParameter(query, 'token');
}

/** A parameter that occurs once in the address; otherwise null. */
export function singleParameter(query: unknown, name: string): string | null {
  const value: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, name) : null;
  return typeof value === 'string' ? value : null;
}

/** Creates the event streams of this process. Tested by `test/graphql/eventStream.test.ts`. */
export function createEventStreams(serving: Serving): EventStreams {
  const entries = new Map<string, Entry>();
  const find = async (request: FastifyRequest, reply: FastifyReply): Promise<Entry> => {
    const actor = await callerOf(serving, request, reply);
    const entry = entries.get(streamTokenOf(request) ?? '');
    if (entry && isSame(entry.actor, actor)) return entry;
    await chargeFor(serving, actor, reply);
    throw new AppError('not_found', 'Stream not found: reserve one with PUT');
  };
  return {
    async reserve(request, reply) {
      const actor = await callerOf(serving, request, reply);
      await chargeFor(serving, actor, reply);
      const token = randomUUID();
      const entry = makeEntry(serving, actor, request, reply);
      entries.set(token, entry);
      entry.out.once('close', () => entries.delete(token));
      return reply.code(201).type('text/plain; charset=utf-8').send(token);
    },
    async open(request, reply) {
      const entry = await find(request, reply);
      if (entry.isOpen) throw new AppError('already_exists', 'The stream is already open');
      entry.isOpen = true;
      return reply.headers(EVENT_HEADERS).type(EVENT_STREAM).send(entry.out);
    },
    of: find,
  };
}

function makeEntry(serving: Serving, actor: AccountActor, request: FastifyRequest, reply: FastifyReply): Entry {
  const out = new PassThrough();
  const watcher = { actor, isStillAllowed: () => isStillAllowed(serving.edge, request, actor) };
  const connection = serving.streams.connect(watcher, () => out.destroy());
  const subscriptions = createSubscriptions(serving, { actor, connection, request, reply }, openEventWriter(out));
  const entry: Entry = { actor, subscriptions, out, isOpen: false };
  const expiry = setTimeout(() => void (entry.isOpen || out.destroy()), RESERVED_MS).unref();
  const comments = setInterval(() => void (out.writableNeedDrain || out.write(COMMENT)), COMMENT_EVERY_MS).unref();
  // A disconnected client isn't an error.
  out
    .on('error', () => undefined)
    .once('close', () => {
      clearTimeout(expiry);
      clearInterval(comments);
      connection.left();
    });
  connection.signal.addEventListener('abort', () => {
    const { reason } = connection.signal;
    if (isRetryable(reason)) out.destroy();
    else void subscriptions.ended().then(() => out.end());
  });
  out.write(COMMENT);
  return entry;
}

/** @throws unauthenticated for a visitor, because visitors have no streams */
async function callerOf({ edge }: Serving, request: FastifyRequest, reply: FastifyReply): Promise<AccountActor> {
  const { graphqlActor: actor } = request;
  if (actor && actor.kind !== 'visitor') return actor;
  await admitVisitor(edge, request, reply, false);
  throw new AppError('unauthenticated', 'Unauthorized');
}

/** @throws rate_limited */
async function chargeFor({ edge, refusedCallers }: Serving, actor: AccountActor, reply: FastifyReply): Promise<void> {
  const { state, refusal } = await chargeConnection(edge, refusedCallers, actor);
  reply.headers(limitHeaders(state));
  if (refusal) throw refusal;
}

/** Whether both callers use the same API key or the same session. */
function isSame(one: AccountActor, other: AccountActor): boolean {
  if (one.kind === 'apiKey') return other.kind === 'apiKey' && one.keyId === other.keyId;
  return other.kind === 'user' && one.sessionId === other.sessionId;
}

/**
 * Writes events to a stream (GraphQL over SSE, single connection mode). A write resolves once the stream has room, so
 * for a client that does not read, only one event per subscription waits in memory.
 */
export function openEventWriter(out: PassThrough): EventWriter {
  const write = (event: string, data: object): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    out.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`, (error) => (error ? reject(error) : resolve()));
    return promise;
  };
  return {
    next: (id, payload) => write('next', { id, payload }),
    complete: (id) => write('complete', { id }),
  };
}
