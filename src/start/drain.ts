import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../core/kernel/context.ts';

type DrainOptions = {
  /** Cancels every running call, with an outcome that states this. */
  cutOffCalls(): void;
  readonly log: Log;
  /** How long requests are still accepted after the service reports not ready. */
  readonly lameDuckMs: number;
  /** How long requests and calls may then take to finish. */
  readonly drainMs: number;
  /** How long responses to cancelled calls may take to be sent. */
  readonly finalAnswersMs?: number;
  /** Ends all waiting, after the operator's second signal to stop. */
  readonly hurry: AbortSignal;
};

const FINAL_ANSWERS_MS = 1_000;
const IDLE_EVERY_MS = 100;
// Longer than a newly connected client takes to send its first request.
const SILENT_MS = 1_000;
const QUIET_TURNS = 3;
const TURNS_MAX = 1_000;

type Draining = Pick<FastifyInstance, 'close' | 'server'>;

/**
 * Accepts the connections in the kernel's queue, one per event loop turn, until several turns find none. Otherwise,
 * closing the listener would reset them, although their clients may have sent a request.
 */
async function acceptWaiting({ server }: Draining): Promise<void> {
  let quiet = 0;
  const note = (): void => {
    quiet = 0;
  };
  server.on('connection', note);
  for (let turn = 0; quiet < QUIET_TURNS && turn < TURNS_MAX; turn += 1) {
    quiet += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  server.off('connection', note);
}

/** Stops listening immediately. Resolves when the last connection has ended. */
async function close(app: Draining): Promise<void> {
  const ended = new Promise<void>((resolve) => app.server.close(() => resolve()));
  await app.close();
  await ended;
}

/** Repeatedly closes idle connections, until the returned function is called. */
function hangUpIdle({ server }: Draining, connections: ReadonlySet<Socket>): () => void {
  const silentUntil = performance.now() + SILENT_MS;
  const sweep = setInterval(() => {
    // Clients whose requests began before the shutdown don't know of it and keep their connections open.
    server.closeIdleConnections();
    // Node treats a connection without any request as busy, and no longer ends it by a timeout when the server closes.
    if (performance.now() < silentUntil) return;
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
  }, IDLE_EVERY_MS);
  return () => clearInterval(sweep);
}

/**
 * Graceful shutdown of an HTTP server; create it before the server listens. Serves until load balancers have noticed,
 * then stops accepting and waits for running requests. Finally aborts calls that do not end, and closes connections
 * that clients do not read or never used.
 */
export function createDrain(app: Draining): (options: DrainOptions) => Promise<void> {
  const connections = new Set<Socket>();
  app.server.on('connection', (connection: Socket) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  return async ({ cutOffCalls, log, lameDuckMs, drainMs, finalAnswersMs = FINAL_ANSWERS_MS, hurry }) => {
    const pause = (ms: number) => delay(ms, undefined, { signal: hurry }).catch(() => undefined);
    await pause(lameDuckMs);
    await acceptWaiting(app);
    const { promise: closed, resolve: isClosed } = Promise.withResolvers<boolean>();
    const closing = close(app).finally(() => isClosed(true));
    const stopSweeping = hangUpIdle(app, connections);
    const hasEnded = await Promise.race([closed, pause(drainMs)]);
    if (!hasEnded) {
      log.warn({}, 'requests still running after the drain period were cut off');
      cutOffCalls();
      const hangUp = setTimeout(() => app.server.closeAllConnections(), finalAnswersMs);
      await closed;
      clearTimeout(hangUp);
    }
    stopSweeping();
    await closing;
  };
}
