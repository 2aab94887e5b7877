import { createServer, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import { countBytesRead } from '../../harness/bytesRead.ts';
import { listenOnLoopback } from '../../harness/listen.ts';

/* Data outside a response's head and body, such as chunk extensions. The HTTP client reads and discards all of it. */

const HEAD = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n';
const HEADS_BYTES_MAX = 33 * 32_768;
const FRAMING_BYTES_MAX = 8 * 1_024 * 1_024;
/** Bytes read beyond the limit: the rest of the last socket read, and body bytes, which the limit doesn't count. */
const BEYOND_BYTES_MAX = 2 * 65_536;

let does: (socket: Socket) => void = () => undefined;
const sockets: Socket[] = [];
const server = createServer((socket) => {
  sockets.push(socket);
  socket.on('error', () => undefined).on('data', () => does(socket));
});
const port = await listenOnLoopback(server);
const url = `http://127.0.0.1:${port}/`;
const read = countBytesRead(port);
const egress = createEgress({ allow: [{ kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null }] });
afterAll(async () => {
  await egress.close();
  read.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

const without =
  (before: string, again: string): typeof does =>
  (socket) => {
    const block = again.repeat(Math.ceil(65_536 / again.length));
    const go = (): void => {
      while (socket.writable && socket.write(block));
    };
    socket.on('drain', go).write(before);
    go();
  };

it.each([
  ['a first line', 'HTTP/1.1 200 ', 'x', 'the response did not begin', HEADS_BYTES_MAX],
  ['empty lines', '', '\r\n', 'the response did not begin', HEADS_BYTES_MAX],
  ['names of chunks', HEAD, `;${'e'.repeat(60_000)}`, 'the response headers are too large', FRAMING_BYTES_MAX],
] as const)('%s without an end is read only up to a limit', async (part, before, piece, why, bytesMax) => {
  read.reset();
  const again = part === 'names of chunks' ? `1${piece}\r\nx\r\n` : piece;
  does = without(part === 'names of chunks' ? `${before}\r\n` : before, again);
  await expect(egress.request({ url })).rejects.toMatchObject({ kind: 'bad_answer', message: `127.0.0.1: ${why}` });
  expect(read.sum()).toBeGreaterThan(bytesMax);
  expect(read.sum()).toBeLessThanOrEqual(bytesMax + BEYOND_BYTES_MAX);
});

it('applies the limit to each exchange of a connection', async () => {
  sockets.length = 0;
  const heads = `x-long: ${'x'.repeat(30_000)}\r\n`;
  does = (socket) => void socket.write(`HTTP/1.1 200 OK\r\n${heads}content-length: 2\r\n\r\n{}`);
  const times = Math.ceil((4 * HEADS_BYTES_MAX) / heads.length);
  for (let at = 0; at < times; at += 1) expect((await egress.request({ url })).status).toBe(200);
  expect(sockets.length).toBeLessThan(4);
});

it('allows the maximum number of informational heads before a response', async () => {
  const early = `HTTP/1.1 103 Early Hints\r\nlink: ${'x'.repeat(30_000)}\r\n\r\n`;
  does = (socket) => void socket.write(`${early.repeat(32)}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}`);
  expect((await egress.request({ url })).body.toString()).toBe('{}');
});
