import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, readAnswer } from './answer.ts';
import { percentile, type Target } from './load.ts';

/** Requests that are sent at a fixed rate, however long the answers take. */
export type Stream = { readonly target: Target; readonly perSecond: number };

/** The answers to one stream. Times count from the planned moment of sending, in milliseconds. */
export type Offered = {
  readonly sent: number;
  readonly accepted: number;
  readonly refused: number;
  /** Answers that are neither right nor a refusal with `Retry-After`, and closed connections: how many of each. */
  readonly wrong: Readonly<Record<string, number>>;
  readonly hung: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly refusedP99Ms: number;
};

const TICK_MS = 2;
/** Requests without an answer for this long after the last one was sent are hung. */
const HUNG_MS = 30_000;
const REFUSALS: ReadonlySet<number> = new Set([429, 503]);

/** Clients of a stream. Further requests wait for a free one, which counts as latency. */
const CONNECTIONS_MAX = 256;
/** Connections are open for this many seconds' requests before the first is sent. */
const OPEN_SECONDS = 0.5;

type Tally = {
  sent: number;
  waiting: number;
  readonly wrong: Map<string, number>;
  readonly accepted: number[];
  readonly refused: number[];
};
type Line = Awaited<ReturnType<typeof createLine>>;
type Connection = {
  readonly socket: Socket;
  sentAt: number;
  parts: Buffer[];
  /** Resolves the wait for the first answer, which isn't counted. */
  opened: (() => void) | null;
};

/** Sends all streams for `forMs`, then waits for their answers. */
export async function offer(streams: readonly Stream[], forMs: number): Promise<readonly Offered[]> {
  // A few at a time, because agents stay connected: a burst of new connections would measure TCP's backlog.
  const lines = await Promise.all(streams.map(({ target, perSecond }) => createLine(target, perSecond * OPEN_SECONDS)));
  return Promise.all(streams.map((stream, at) => offerOne(stream, lines[at], forMs)));
}

async function offerOne({ perSecond }: Stream, line: Line | undefined, forMs: number): Promise<Offered> {
  if (!line) throw new Error('every stream has its connections');
  const { tally } = line;
  const startedAt = performance.now();
  for (let now = startedAt; now - startedAt < forMs; now = performance.now()) {
    const due = ((now - startedAt) / 1_000) * perSecond;
    for (; tally.sent < due; tally.sent += 1) line.send(startedAt + (tally.sent / perSecond) * 1_000);
    await delay(TICK_MS);
  }
  for (const planned = (forMs / 1_000) * perSecond; tally.sent < planned; tally.sent += 1)
    line.send(startedAt + (tally.sent / perSecond) * 1_000);
  for (let waitedMs = 0; tally.waiting > 0 && waitedMs < HUNG_MS; waitedMs += 100) await delay(100);
  line.close();
  const accepted = Float64Array.from(tally.accepted).sort();
  return {
    sent: tally.sent,
    accepted: accepted.length,
    refused: tally.refused.length,
    wrong: Object.fromEntries(tally.wrong),
    hung: tally.waiting,
    p50Ms: percentile(accepted, 0.5),
    p99Ms: percentile(accepted, 0.99),
    refusedP99Ms: percentile(Float64Array.from(tally.refused).sort(), 0.99),
  };
}

function refuseClosed(): never {
  throw new Error('a connection was closed before its first answer');
}

/** Connections of one stream: a free one sends the next request, otherwise a new one does. */
async function createLine(target: Target, openAtFirst: number) {
  const tally: Tally = { sent: 0, waiting: 0, wrong: new Map(), accepted: [], refused: [] };
  const free: Connection[] = [];
  const all = new Set<Connection>();
  /** The planned times of requests without a connection, from `next` on. */
  const unsent: number[] = [];
  let next = 0;
  let written = 0;
  const count = (why: string): void => void tally.wrong.set(why, (tally.wrong.get(why) ?? 0) + 1);
  const write = (connection: Connection, plannedAt: number): void => {
    connection.sentAt = plannedAt;
    connection.socket.write(target.requests[written % target.requests.length] ?? Buffer.alloc(0));
    written += 1;
  };
  const settle = (connection: Connection, answer: Answer, bytes: Buffer): void => {
    const ms = performance.now() - connection.sentAt;
    const head = bytes.toString('latin1', 0, bytes.indexOf('\r\n\r\n'));
    if (answer.status === target.status && answer.body.includes(target.marker)) tally.accepted.push(ms);
    else if (REFUSALS.has(answer.status) && /\r\nretry-after: \d/i.test(head)) tally.refused.push(ms);
    else count(`${answer.status} ${answer.body.toString('utf8', 0, 80)}`);
    tally.waiting -= 1;
    connection.sentAt = Number.NaN;
    const planned = unsent[next];
    if (planned === undefined) return void free.push(connection);
    next += 1;
    write(connection, planned);
  };
  const open = (): Connection => {
    const socket = connect({ host: target.url.hostname, port: Number(target.url.port), noDelay: true });
    const connection: Connection = { socket, sentAt: Number.NaN, parts: [], opened: null };
    all.add(connection);
    socket.on('data', (part: Buffer) => {
      connection.parts.push(part);
      const bytes = Buffer.concat(connection.parts);
      const answer = readAnswer(bytes);
      if (typeof answer === 'number') return;
      connection.parts = [];
      if (!connection.opened) return settle(connection, answer, bytes);
      connection.opened();
      connection.opened = null;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      all.delete(connection);
      const at = free.indexOf(connection);
      if (at >= 0) free.splice(at, 1);
      if (Number.isNaN(connection.sentAt)) return;
      count('closed');
      tally.waiting -= 1;
    });
    return connection;
  };
  for (let opened = 0; opened < Math.min(openAtFirst, CONNECTIONS_MAX); opened += 1) {
    const connection = open();
    const { promise, resolve } = Promise.withResolvers<void>();
    connection.opened = resolve;
    // The system connects before the service accepts. Only an answer shows that it has.
    connection.socket.write(target.requests[0] ?? Buffer.alloc(0));
    await Promise.race([promise, once(connection.socket, 'close').then(refuseClosed)]);
    free.push(connection);
  }
  return {
    tally,
    send(plannedAt: number): void {
      tally.waiting += 1;
      const connection = free.pop() ?? (all.size < CONNECTIONS_MAX ? open() : null);
      if (connection) write(connection, plannedAt);
      else unsent.push(plannedAt);
    },
    close(): void {
      for (const { socket } of all) socket.removeAllListeners('close').destroy();
    },
  };
}
