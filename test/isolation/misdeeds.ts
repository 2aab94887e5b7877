import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';
import { countBytesRead } from '../harness/bytesRead.ts';
import { listenOnLoopback } from '../harness/listen.ts';

/** A server's misbehavior on a raw socket. Node's HTTP server can't misbehave in these ways. */
export type Misdeed = (socket: Socket) => void;

/** A server with one misbehavior at a time; counts connections and the bytes that clients read. */
export type HostileServer = {
  readonly port: number;
  does: Misdeed;
  /** The number of open connections. */
  open(): number;
  /** The number of connections so far. */
  connectionCount(): number;
  /** Bytes that clients in this process have read on connections opened since the misbehavior was chosen. */
  readBytes(): number;
  choose(misdeed: Misdeed): void;
  close(): Promise<void>;
};

/** Answers once the client has sent its request. */
const afterRequest =
  (then: Misdeed): Misdeed =>
  (socket) =>
    void socket.once('data', () => then(socket));

export async function startHostile(): Promise<HostileServer> {
  const open = new Set<Socket>();
  let connectionCount = 0;
  const server: Server = createServer({ highWaterMark: 65_536 }, (socket) => {
    open.add(socket);
    connectionCount += 1;
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
    hostile.does(socket);
    // A peer that does not read does not notice that the other side closed.
    socket.resume();
  });
  const port = await listenOnLoopback(server);
  const read = countBytesRead(port);
  const hostile: HostileServer = {
    port,
    does: () => undefined,
    open: () => open.size,
    connectionCount: () => connectionCount,
    readBytes: read.sum,
    choose(misdeed) {
      connectionCount = 0;
      read.reset();
      hostile.does = misdeed;
    },
    async close() {
      read.close();
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return hostile;
}

/** Sends `before` once, then `piece` repeatedly for as long as the client reads. */
const without =
  (piece: Buffer | string, before: Buffer | string = ''): Misdeed =>
  (socket) => {
    const bytes = Buffer.from(piece);
    const block = Buffer.concat(Array<Buffer>(Math.ceil(65_536 / bytes.length)).fill(bytes));
    const go = (): void => {
      while (socket.writable && socket.write(block));
    };
    socket.write(before);
    socket.on('drain', go);
    go();
  };

const DRIP_MS = 100;
const drip =
  (before: string, byte: string): Misdeed =>
  (socket) => {
    socket.write(before);
    const timer = setInterval(() => socket.write(byte), DRIP_MS);
    socket.once('close', () => clearInterval(timer));
  };

const sends =
  (text: string | Buffer, ...more: readonly Buffer[]): Misdeed =>
  (socket) =>
    void socket.end(Buffer.concat([Buffer.from(text), ...more]));

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n';
const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n`;
const encoded = (encoding: string): string => `${HEAD}content-encoding: ${encoding}\r\n\r\n`;
const BOMB = gzipSync(Buffer.alloc(64 * 1_024 * 1_024));
/** An endless stream of deflate without content. */
const NOTHING = Buffer.from([0, 0, 0, 0xff, 0xff]);
const DEFLATE_HEAD = deflateSync('').subarray(0, 2);

/** Misbehaviors after a plain HTTP request. */
export const HTTP_MISDEEDS: Readonly<Record<string, Misdeed>> = {
  'says nothing': () => undefined,
  'ends the connection': afterRequest((socket) => void socket.end()),
  'breaks the connection': afterRequest((socket) => void socket.resetAndDestroy()),
  'speaks something else': afterRequest(sends('SSH-2.0-OpenSSH_9.9\r\n')),
  'never ends the first line': afterRequest(without('x', 'HTTP/1.1 200 ')),
  'never ends its headers': afterRequest(without('a: b\r\n', HEAD)),
  'never ends a header': afterRequest(without('x', `${HEAD}x-long: `)),
  'announces an answer without end': afterRequest(without('HTTP/1.1 103 Early Hints\r\n\r\n')),
  'drips its headers': afterRequest(drip(HEAD, 'x')),
  'drips its body': afterRequest(drip(`${HEAD}\r\n{"a":"`, 'x')),
  'drips chunks': afterRequest(drip(CHUNKED, '1\r\nx\r\n')),
  'never ends its body': afterRequest(without('x'.repeat(1_024), `${HEAD}\r\n{"a":"`)),
  'never ends its chunks': afterRequest(without(`400\r\n${'x'.repeat(1_024)}\r\n`, CHUNKED)),
  'sends chunks of one byte': afterRequest(without('1\r\nx\r\n', CHUNKED)),
  'names each chunk at length': afterRequest(without(`1;${'e'.repeat(4_000)}\r\nx\r\n`, CHUNKED)),
  'never ends what is behind its chunks': afterRequest(without('a: b\r\n', `${CHUNKED}2\r\n{}\r\n0\r\n`)),
  'sends a bomb': afterRequest(sends(encoded('gzip'), BOMB)),
  'sends a bomb in a bomb': afterRequest(sends(encoded('gzip, gzip'), gzipSync(BOMB))),
  'sends endless parts of nothing': afterRequest(
    without(NOTHING, Buffer.concat([Buffer.from(encoded('deflate')), DEFLATE_HEAD])),
  ),
  'sends endless empty members': afterRequest(without(gzipSync(''), encoded('gzip'))),
  'breaks its encoding': afterRequest(sends(`${encoded('gzip')}no gzip`)),
  'promises more than it sends': afterRequest(sends(`${HEAD}content-length: 100\r\n\r\n{}`)),
  'has two lengths': afterRequest(sends(`${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{} `)),
  'redirects inside': afterRequest(sends('HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\n\r\n')),
  'redirects without end': afterRequest(sends('HTTP/1.1 307 Again\r\nlocation: /\r\nconnection: close\r\n\r\n')),
  'switches protocols': afterRequest(sends('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')),
  'nests what it says': afterRequest(sends(`${HEAD}\r\n${'['.repeat(60_000)}`)),
};

/** Compressed bodies that decode to nothing. The client reads up to four times the body limit of them. */
const ENCODED_NOTHING: ReadonlySet<string> = new Set(['sends endless parts of nothing', 'sends endless empty members']);
/** Bytes that may be read in addition to the body: heads, chunk framing, and the last socket read. */
const EXTRA_BYTES_MAX = 524_288;
const MIB = 1_048_576;
/** The same for misbehaviors with separate limits. Handshakes are checked only every ten milliseconds. */
const EXTRA_BYTES: Readonly<Record<string, number>> = {
  'never ends the first line': 2 * MIB,
  'names each chunk at length': 10 * MIB,
  'asks for another handshake without end': 16 * MIB,
};

/** Maximum bytes read from a server with this misbehavior, at any speed, if its body is read. */
export const readBytesMax = (misdeed: string, bodyBytesMax: number): number =>
  bodyBytesMax * (ENCODED_NOTHING.has(misdeed) ? 4 : 1) + (EXTRA_BYTES[misdeed] ?? EXTRA_BYTES_MAX);

const RECORD = Buffer.from([0x16, 0x03, 0x03]);
const record = (type: number, ...bytes: readonly number[]): Buffer =>
  Buffer.from([type, 0x03, 0x03, 0x00, bytes.length, ...bytes]);

/** Misbehaviors at the start of TLS. */
export const TLS_MISDEEDS: Readonly<Record<string, Misdeed>> = {
  'says nothing': () => undefined,
  'ends the connection': afterRequest((socket) => void socket.end()),
  'ends it before it is spoken to': (socket) => void socket.end(),
  'breaks the connection': afterRequest((socket) => void socket.resetAndDestroy()),
  'answers in the clear': afterRequest(sends(`${HEAD}\r\n{}`)),
  'answers in the clear without end': afterRequest(without('x', `${HEAD}\r\n`)),
  'sends what is nothing': afterRequest(without(Buffer.from([0xff, 0x00, 0x13]))),
  'drips a record': afterRequest(drip(RECORD.toString('latin1'), 'x')),
  'warns without end': afterRequest(without(record(0x15, 0x01, 0x5a))),
  'refuses the handshake': afterRequest(sends(record(0x15, 0x02, 0x28))),
  'sends empty records without end': afterRequest(without(record(0x16))),
  'promises a handshake of 16 MiB': afterRequest(without('x', record(0x16, 0x02, 0xff, 0xff, 0xff))),
  'asks for another handshake without end': afterRequest(without(record(0x16, 0x00, 0x00, 0x00, 0x00))),
};
