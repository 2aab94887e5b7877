import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Answer, readAnswer } from './answer.ts';

/** A request that is sent to a server repeatedly. */
export type Target = {
  readonly url: URL;
  /** Complete requests (`requestBytes`). All connections together send them in turn. */
  readonly requests: readonly Buffer[];
  readonly status: number;
  /** A part of every correct response; empty if the response has no body. */
  readonly marker: string;
};

export type Load = { readonly concurrency: number; readonly forMs: number };

/** The number of answered calls, the total time, and the sorted latencies of all calls in milliseconds. */
export type Measured = { readonly calls: number; readonly ms: number; readonly latencies: Float64Array };

/**
 * Keeps `concurrency` connections busy: each sends its next request after a response. @throws for a wrong response or a
 * closed connection
 */
export async function drive(target: Target, { concurrency, forMs }: Load): Promise<Measured> {
  const sockets = await Promise.all(Array.from({ length: concurrency }, () => acquireSocket(target.url)));
  const latencies: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + forMs;
  try {
    await Promise.all(
      sockets.map((socket, index) =>
        keepBusy(socket, target, {
          until,
          latencies,
          // No two connections send the same request at the same time, because some servers need unique ids within a
          // session.
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

type IdleConnection = { readonly socket: Socket; readonly unusedSince: number };

/**
 * Idle connections, by address. They stay open, as agents' connections do: a server without connections discards
 * compiled code, and the next slice would measure its compiler.
 */
const idle = new Map<string, IdleConnection[]>();
/** Servers close a connection after five idle seconds. */
const UNUSED_MS_MAX = 4_000;

async function acquireSocket(url: URL): Promise<Socket> {
  const connection = idle.get(url.host)?.pop();
  if (!connection) return open(url);
  const { socket, unusedSince } = connection;
  if (socket.readyState === 'open' && performance.now() - unusedSince < UNUSED_MS_MAX) return socket.ref();
  const fresh = await open(url);
  // Closes the old connection only after the new one opened, so that the server always has one.
  socket.destroy();
  return fresh;
}

function keep({ host }: URL, socket: Socket): void {
  for (const event of ['data', 'error', 'close']) socket.removeAllListeners(event);
  // The process can exit once its work is done.
  socket.on('error', () => undefined).unref();
  const unused = idle.get(host) ?? [];
  unused.push({ socket, unusedSince: performance.now() });
  idle.set(host, unused);
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

/** Collects data until a response is complete. Joins the chunks of a long response only once. */
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

/** The lowest latency that covers this share of all calls. */
export const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
