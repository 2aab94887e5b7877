import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Answer, readAnswer } from './answer.ts';

/** What is asked of a server, over and over. */
export type Target = {
  readonly url: URL;
  /** One whole request (`requestBytes`). */
  readonly request: Buffer;
  readonly status: number;
  /** Stands in every right answer. */
  readonly marker: string;
};

export type Load = { readonly concurrency: number; readonly forMs: number };

/** Calls that were answered, how long that took, and the latencies of all of them in milliseconds, sorted. */
export type Measured = { readonly calls: number; readonly ms: number; readonly latencies: Float64Array };

/**
 * Keeps `concurrency` connections busy for a while: each sends its next request when the last one is answered.
 * @throws for an answer that is not the right one, or a connection that ends
 */
export async function drive(target: Target, { concurrency, forMs }: Load): Promise<Measured> {
  const sockets = await Promise.all(Array.from({ length: concurrency }, () => open(target.url)));
  const latencies: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + forMs;
  try {
    await Promise.all(sockets.map((socket) => keepBusy(socket, target, until, latencies)));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  return {
    calls: latencies.length,
    ms: performance.now() - startedAt,
    latencies: Float64Array.from(latencies).sort(),
  };
}

async function open({ hostname, port }: URL): Promise<Socket> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  return socket;
}

function keepBusy(socket: Socket, target: Target, until: number, latencies: number[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let sentAt = 0;
  let waiting: Buffer | null = null;
  const send = (): void => {
    sentAt = performance.now();
    socket.write(target.request);
  };
  const hear = (bytes: Buffer): void => {
    const all: Buffer = waiting === null ? bytes : Buffer.concat([waiting, bytes]);
    const answer = readAnswer(all);
    waiting = answer === null ? all : null;
    if (answer === null) return;
    requireRight(target, answer);
    const now = performance.now();
    latencies.push(now - sentAt);
    if (now < until) send();
    else resolve();
  };
  socket.on('data', (bytes: Buffer) => {
    try {
      hear(bytes);
    } catch (error) {
      reject(error);
    }
  });
  socket.on('error', reject);
  socket.on('close', () => reject(new Error(`${target.url.href} closed the connection`)));
  send();
  return promise;
}

function requireRight(target: Target, { status, body }: Answer): void {
  if (status === target.status && (target.marker === '' || body.includes(target.marker))) return;
  throw new Error(`${target.url.href} answered ${status}: ${body.toString('utf8', 0, 400)}`);
}

/** The smallest latency that a share of all calls did not exceed. */
export const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
