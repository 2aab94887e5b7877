import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../core/context.ts';

export type DrainOptions = {
  /** Cancels every running call, with an outcome that states this. */
  cutOffCalls(): void;
  readonly log: Log;
  /** How long requests are still accepted after readiness reports that the service is not ready. */
  readonly lameDuckMs: number;
  /** How long requests and calls may then take to finish. */
  readonly drainMs: number;
  /** How long answers to calls that were cut off may take to be sent. */
  readonly finalAnswersMs?: number;
  /** Ends all waiting: the operator asked a second time. */
  readonly hurry: AbortSignal;
};

const FINAL_ANSWERS_MS = 1_000;
const IDLE_EVERY_MS = 100;
// Longer than the first request of a newly connected client takes to arrive.
const SILENT_MS = 1_000;
const QUIET_TURNS = 3;
const TURNS_MAX = 1_000;

type Draining = Pick<FastifyInstance, 'close' | 'server'>;

/**
 * Accepts connections from the kernel's queue, one per event loop turn, until several turns find none. When the
 * listener closes, the system resets the remaining ones, although their clients have sent a request.
 */
async function takeWaiting({ server }: Draining): Promise<void> {
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

/** Stops listening in this very turn; resolves when the last connection has ended. */
async function close(app: Draining): Promise<void> {
  const ended = new Promise<void>((resolve) => app.server.close(() => resolve()));
  await app.close();
  await ended;
}

/** Repeatedly closes idle connections, until the returned function is called. */
function hangUpIdle({ server }: Draining, connections: ReadonlySet<Socket>): () => void {
  const silentUntil = performance.now() + SILENT_MS;
  const sweep = setInterval(() => {
    // A connection whose request began before the end is kept open by its client, which knows nothing of the end.
    server.closeIdleConnections();
    // Node takes one without a first request for busy, and a server that closes no longer ends those by a timeout.
    if (performance.now() < silentUntil) return;
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
  }, IDLE_EVERY_MS);
  return () => clearInterval(sweep);
}

/**
 * Graceful shutdown of an HTTP server; create it before the server listens. Serves until load balancers have noticed,
 * stops accepting, and waits for running requests. Then aborts calls that do not end, and closes connections that
 * clients do not read or never used.
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
    await takeWaiting(app);
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
