import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import type { AccountActor } from '../../core/kernel/actor.ts';
import type { AppError } from '../../core/lib/errors.ts';
import type { WhenAnswered } from '../../core/limits/answerBytes.ts';
import { rateLimited } from '../../core/limits/rateLimited.ts';
import { toSurfaceError } from '../../wire/errors.ts';
import { contextFor } from '../../wire/gate.ts';
import type { GraphqlContext } from '../context.ts';
import type { GraphqlRequest } from '../execution/body.ts';
import { nothingSpent } from '../execution/cost.ts';
import { NO_TURN } from '../execution/longTurn.ts';
import type { Serving } from '../execution/serving.ts';
import { createSessionCookies } from '../execution/sessionCookies.ts';
import type { StreamsConnection } from '../execution/streams.ts';

/**
 * Sends the events of a connection. Both functions resolve when the client has received the event, so that a slow
 * client slows its subscription and nothing accumulates.
 */
export type EventWriter = {
  next(id: string, event: object): Promise<void>;
  complete(id: string): Promise<void>;
};

/** The caller of a connection, and the request that opened it. */
type Opened = {
  readonly actor: AccountActor;
  readonly connection: StreamsConnection;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** Why a subscription didn't start: a service or limit error, or a document problem. */
export type NotBegun = { readonly error: AppError } | { readonly error: null; readonly result: ExecutionResult };

/** The subscriptions of one connection, by the client's ids. */
export type Subscriptions = {
  has(id: string): boolean;
  /**
   * Resolves to null when the subscription has begun, otherwise to the reason. `id` can be reused after it has ended.
   */
  begin(id: string, request: GraphqlRequest): Promise<NotBegun | null>;
  /** Cancels a subscription; nothing more of it is sent. */
  end(id: string): void;
  /** Resolves when all have ended, which happens once the connection's signal aborts. */
  ended(): Promise<void>;
};

type Running = { readonly controller: AbortController; done: Promise<void> };

/** Creates the subscriptions of one connection. Tested by `test/graphql/hostileSockets.test.ts`. */
export function createSubscriptions(serving: Serving, opened: Opened, outlet: EventWriter): Subscriptions {
  const running = new Map<string, Running>();
  const { signal } = opened.connection;
  signal.addEventListener('abort', () => {
    for (const { controller } of running.values()) controller.abort(signal.reason);
  });
  return {
    has: (id) => running.has(id),
    async begin(id, request) {
      const own = { controller: new AbortController(), done: Promise.resolve() };
      running.set(id, own);
      const isCurrent = (): boolean => running.get(id) === own;
      const forget = (): void => {
        if (isCurrent()) running.delete(id);
        own.controller.abort();
      };
      try {
        const { events, release } = await subscribe(serving, opened, request, own.controller);
        if (Symbol.asyncIterator in events) {
          own.done = pump(id, events, outlet, isCurrent).finally(release).finally(forget);
          return null;
        }
        release();
        forget();
        return { error: null, result: events };
      } catch (thrown) {
        forget();
        return { error: toSurfaceError(serving.edge, thrown) };
      }
    },
    end(id) {
      const ending = running.get(id);
      running.delete(id);
      ending?.controller.abort();
    },
    async ended() {
      await Promise.all(Array.from(running.values(), ({ done }) => done));
    },
  };
}

/** @throws AppError rate_limited, unavailable */
async function subscribe(serving: Serving, opened: Opened, request: GraphqlRequest, controller: AbortController) {
  const { refusedCallers, edge } = serving;
  const refusing = refusedCallers.of(opened.actor);
  if (refusing) throw rateLimited(refusing, edge.deps.now(), opened.actor);
  const release = opened.connection.acquire();
  try {
    if (opened.connection.signal.aborted) controller.abort(opened.connection.signal.reason);
    const context = contextOf(serving, opened, request, controller);
    const events = await (await serving.loadApi()).subscribe(request, context);
    refusedCallers.note(opened.actor, context.spent.charged);
    const { itself } = context.spent;
    if (itself?.isAllowed === false) throw rateLimited(itself, edge.deps.now(), opened.actor);
    return { events, release };
  } catch (error) {
    release();
    throw error;
  }
}

function contextOf(
  { edge }: Serving,
  { actor, connection, request, reply }: Opened,
  { refusal }: GraphqlRequest,
  controller: AbortController,
): GraphqlContext {
  const { signal } = controller;
  // A subscription's resources (room, slots) are released at its end, not at the response.
  const whenAnswered: WhenAnswered = (done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', done, { once: true });
    return () => controller.abort();
  };
  const { id: requestId, log } = request;
  const scope = { requestId, surface: 'graphql', receivedAt: performance.now(), trace: null, log } as const;
  return {
    app: contextFor(edge, actor, { ...scope, endUser: null, signal, whenAnswered }),
    publicUrl: edge.publicUrl(),
    spent: nothingSpent(),
    turn: NO_TURN,
    written: new Map(),
    idempotencyKey: null,
    visit: createSessionCookies(edge, request, reply),
    body: null,
    refusal,
    isReadOnly: true,
    isStream: true,
    breakOff: connection.end,
  };
}

/** Passes events on one at a time: reads the next one when the client has received the previous one. */
async function pump(
  id: string,
  events: AsyncIterable<object>,
  outlet: EventWriter,
  isCurrent: () => boolean,
): Promise<void> {
  try {
    for await (const event of events) {
      if (!isCurrent()) return;
      await outlet.next(id, event);
    }
    if (isCurrent()) await outlet.complete(id);
  } catch {
    // The client has disconnected; the end of the connection cleans up.
  }
}
