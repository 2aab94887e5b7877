import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Answer, readAnswer } from './answer.ts';

/** A repeated request to a server. */
export type Target = {
  readonly url: URL;
  /** Whole requests (`requestBytes`), which all connections together send in turn. */
  readonly requests: readonly Buffer[];
  readonly status: number;
  /** Part of every correct response; empty for responses without a body. */
  readonly marker: string;
};

export type Load = { readonly concurrency: number; readonly forMs: number };

/** Calls that were answered, how long that took, and the latencies of all of them in milliseconds, sorted. */
export type Measured = { readonly calls: number; readonly ms: number; readonly latencies: Float64Array };

/**
 * Keeps `concurrency` connections busy: each sends its next request after a response. @throws for a wrong response or
 * a closed connection
 */
export async function drive(target: Target, { concurrency, forMs }: Load): Promise<Measured> {
  const sockets = await Promise.all(Array.from({ length: concurrency }, () => take(target.url)));
  const latencies: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + forMs;
  try {
    await Promise.all(
      sockets.map((socket, index) =>
        keepBusy(socket, target, {
          until,
          latencies,
          // No two connections send the same request at a time, for servers that keep ids of one session apart.
          next: (sent) => target.requests[(index + sent * concurrency) % target.requests.length] ?? Buffer.alloc(0),
        }),
      ),
    );
  } catch (error) {
    for (const socket of sockets) socket.destroy();
    throw error;
  }
  for (const socket of sockets) keep(target.url, socket);
  return { calls: latencies.length, ms: performance.now() - startedAt, latencies: Float64Array.from(latencies).sort() };
}

type Kept = { readonly socket: Socket; readonly unusedSince: number };

/**
 * Idle connections, by address. They stay open like those of agents: a server without connections discards compiled
 * code, and the next slice would measure its compiler.
 */
const kept = new Map<string, Kept[]>();
/** Servers close a connection that is unused for five seconds. */
const UNUSED_MS_MAX = 4_000;

async function take(url: URL): Promise<Socket> {
  const found = kept.get(url.host)?.pop();
  if (!found) return open(url);
  const { socket, unusedSince } = found;
  if (socket.readyState === 'open' && performance.now() - unusedSince < UNUSED_MS_MAX) return socket.ref();
  const fresh = await open(url);
  // Only now, so that the server is never without one.
  socket.destroy();
  return fresh;
}

function keep({ host }: URL, socket: Socket): void {
  for (const event of ['data', 'error', 'close']) socket.removeAllListeners(event);
  // A process that has done its work ends.
  socket.on('error', () => undefined).unref();
  const unused = kept.get(host) ?? [];
  unused.push({ socket, unusedSince: performance.now() });
  kept.set(host, unused);
}

async function open({ hostname, port }: URL): Promise<Socket> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  return socket;
}

type Busy = {
  readonly until: number;
  readonly latencies: number[];
  next(sent: number): Buffer;
};

function keepBusy(socket: Socket, target: Target, { until, latencies, next }: Busy): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let sentAt = 0;
  let sent = 0;
  const send = (): void => {
    sentAt = performance.now();
    socket.write(next(sent));
    sent += 1;
  };
  const read = answerReader((answer) => {
    requireRight(target, answer);
    const now = performance.now();
    latencies.push(now - sentAt);
    if (now < until) send();
    else resolve();
  });
  socket.on('data', (bytes: Buffer) => {
    try {
      read(bytes);
    } catch (error) {
      reject(error);
    }
  });
  socket.on('error', reject);
  socket.on('close', () => reject(new Error(`${target.url.href} closed the connection`)));
  send();
  return promise;
}

/** Collects data until a response is complete; joins long ones once. */
function answerReader(whole: (answer: Answer) => void): (bytes: Buffer) => void {
  let parts: Buffer[] = [];
  let length = 0;
  let needed = 0;
  return (bytes) => {
    parts.push(bytes);
    length += bytes.length;
    if (length < needed) return;
    const all = parts.length === 1 ? bytes : Buffer.concat(parts);
    const answer = readAnswer(all);
    if (typeof answer === 'number') {
      parts = [all];
      needed = answer;
      return;
    }
    [parts, length, needed] = [[], 0, 0];
    whole(answer);
  };
}

function requireRight(target: Target, { status, body }: Answer): void {
  if (status === target.status && (target.marker === '' || body.includes(target.marker))) return;
  throw new Error(`${target.url.href} answered ${status}: ${body.toString('utf8', 0, 400)}`);
}

/** The smallest latency that a share of all calls did not exceed. */
export const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
