import { createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import type { EgressRequest } from '../../../src/connectors/egress/types.ts';
import { eventually } from '../../harness/eventually.ts';
import { listenOnLoopback } from '../../harness/listen.ts';

/* Responses in pieces whose number and size the server chooses. Each piece costs time and a little memory. */

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n';
const END = '0\r\n\r\n';
/** Beyond this number, pieces must average 16 bytes. */
const PIECES_MAX = 32_768;

let does: (socket: Socket) => void = () => undefined;
const server = createServer((socket) => {
  socket.on('error', () => undefined).once('data', () => does(socket));
});
const url = `http://127.0.0.1:${await listenOnLoopback(server)}/`;
const egress = createEgress({ allow: [{ kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null }] });
afterAll(async () => {
  await egress.close();
  server.close();
});

const chunksOf = (text: Buffer, length: number, more = ''): Buffer =>
  Buffer.concat(
    Array.from({ length: Math.ceil(text.length / length) }, (_, at) => {
      const piece = text.subarray(at * length, (at + 1) * length);
      return Buffer.concat([Buffer.from(`${piece.length.toString(16)}${more}\r\n`), piece, Buffer.from('\r\n')]);
    }),
  );
const text = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => 97 + (at % 26)));

/** Tests each way to read a body. */
const WAYS: Readonly<Record<string, (request: Omit<EgressRequest, 'url'>) => Promise<Buffer>>> = {
  whole: async (request) => (await egress.request({ url, ...request })).body,
  streamed: async (request) => buffer((await egress.open({ url, ...request })).body),
};
const ways = Object.keys(WAYS);
const read = (way: string, request: Omit<EgressRequest, 'url'> = {}): Promise<Buffer> =>
  WAYS[way]?.(request) ?? Promise.reject(new Error(`no way ${way}`));

it.each(ways.flatMap((way) => [1, 7, 4_095, 4_096, 20_000, 70_000].map((length) => [way, length] as const)))(
  'a body is intact, read %s in pieces of %d bytes',
  async (way, length) => {
    const body = text(Math.min(length * 2_000, 700_000) + 3);
    does = (socket) =>
      void socket.end(Buffer.concat([Buffer.from(`${HEAD}\r\n`), chunksOf(body, length), Buffer.from(END)]));
    expect((await read(way)).equals(body)).toBe(true);
  },
);

it.each(ways)('a compressed body is intact, read %s in pieces of a byte', async (way) => {
  const body = text(200_000);
  const head = `${HEAD}content-encoding: gzip\r\n\r\n`;
  does = (socket) => void socket.end(Buffer.concat([Buffer.from(head), chunksOf(gzipSync(body), 1), Buffer.from(END)]));
  expect((await read(way)).equals(body)).toBe(true);
});

it.each(ways)('accepts the maximum number of pieces, read %s, if they have 20 bytes each', async (way) => {
  const body = text(20 * (PIECES_MAX + 1_000));
  does = (socket) => void socket.end(Buffer.concat([Buffer.from(`${HEAD}\r\n`), chunksOf(body, 20), Buffer.from(END)]));
  expect((await read(way)).equals(body)).toBe(true);
});

it.each(ways.flatMap((way) => ['', 'content-encoding: gzip\r\n'].map((coding) => [way, coding] as const)))(
  'a body of too many one-byte pieces is refused, read %s: %j',
  async (way, coding) => {
    const block = chunksOf(gzipSync(''), 1);
    const blocks = Buffer.concat(Array<Buffer>(100).fill(block));
    does = (socket) => {
      const go = (): void => {
        while (socket.writable && socket.write(blocks));
      };
      socket.on('drain', go).write(`${HEAD}${coding}\r\n`);
      go();
    };
    let held = 0;
    const hold = (bytes: number): void => {
      held += bytes;
    };
    const message = '127.0.0.1: the response arrives in too many pieces';
    await expect(read(way, { hold })).rejects.toMatchObject({ kind: 'bad_answer', message });
    expect(held).toBeLessThanOrEqual(PIECES_MAX + 1);
  },
);

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const memoryBytes = (): number => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

it('data outside the pieces of a body does not stay in memory', async () => {
  const pieces = 1_900;
  const piece = chunksOf(Buffer.from('x'), 1, `;${'e'.repeat(4_000)}`);
  const block = Buffer.concat(Array<Buffer>(20).fill(piece));
  let left = pieces / 20;
  does = (socket) => {
    const go = (): void => {
      for (; left > 0 && socket.writable; left -= 1) if (!socket.write(block)) break;
    };
    socket.on('drain', go).write(`${HEAD}\r\n`);
    go();
  };
  const over = new AbortController();
  let held = 0;
  const before = memoryBytes();
  const hold = (bytes: number): void => {
    held += bytes;
  };
  const reading = read('whole', { hold, signal: over.signal });
  await eventually('all have come', () => held >= pieces - 20, 15_000);
  // 7.6 MB arrived, nearly the limit for data outside a body. Only the buffers of the connection may remain.
  await eventually('nothing of it is kept', () => memoryBytes() - before < 4_000_000);
  over.abort();
  await expect(reading).rejects.toMatchObject({ kind: 'cancelled' });
});

it('pieces with much framing keep at most twice their counted size in memory', async () => {
  const pieces = 250;
  const piece = chunksOf(text(4_096), 4_096, `;${'e'.repeat(61_000)}`);
  let left = pieces;
  does = (socket) => {
    const go = (): void => {
      while (left > 0 && socket.writable) {
        left -= 1;
        if (!socket.write(piece)) break;
      }
    };
    socket.on('drain', go).write(`${HEAD}\r\n`);
    go();
  };
  const over = new AbortController();
  let held = 0;
  const before = memoryBytes();
  const hold = (bytes: number): void => {
    held += bytes;
  };
  const reading = read('whole', { hold, signal: over.signal });
  await eventually('all have come', () => held >= pieces * 4_096, 15_000);
  await eventually('little of the rest is kept', () => memoryBytes() - before < 2 * pieces * 4_096);
  over.abort();
  await expect(reading).rejects.toMatchObject({ kind: 'cancelled' });
});

it.each(ways)('a compressed body without content ends at four times the limit, read %s', async (way) => {
  // An empty deflate block that isn't the last (RFC 1951, section 3.2.4).
  const nothing = Buffer.concat(Array<Buffer>(10_000).fill(Buffer.from([0, 0, 0, 0xff, 0xff])));
  const head = 'HTTP/1.1 200 OK\r\ncontent-encoding: deflate\r\nconnection: close\r\n\r\n';
  does = (socket) => {
    const go = (): void => {
      while (socket.writable && socket.write(nothing));
    };
    socket.on('drain', go).write(Buffer.concat([Buffer.from(head), deflateSync('').subarray(0, 2)]));
    go();
  };
  const message = '127.0.0.1: the answer is larger than 4000000 bytes';
  await expect(read(way, { maxBytes: 1_000_000 })).rejects.toMatchObject({ kind: 'too_large', message });
});
