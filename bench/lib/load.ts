import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Answer, readAnswer } from './answer.ts';

/** What is asked of a server, over and over. */
export type Target = {
  readonly url: URL;
  /** Whole requests (`requestBytes`), which all connections together send in turn. */
  readonly requests: readonly Buffer[];
  readonly status: number;
  /** Stands in every right answer; empty where a right answer has no body. */
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
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  return { calls: latencies.length, ms: performance.now() - startedAt, latencies: Float64Array.from(latencies).sort() };
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

/** Gathers what comes until an answer is whole; long ones are put together once. */
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
