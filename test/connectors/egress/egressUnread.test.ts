import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import { eventually } from '../../harness/eventually.ts';
import { listenOnLoopback } from '../../harness/listen.ts';

/*
 * Streams whose readers are gone, slow or late. None may keep one of an origin's few connections, and none may lose
 * data. `unread.test.ts` covers responses that are never read.
 */

const LOOPBACK = { kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null } as const;
const EVENTS = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n';
const BLOCK = Buffer.alloc(262_144, 'x');
/** After this many bytes a stream pauses until it is read. */
const HELD_BYTES_MAX = 65_536;
const UNREAD_MS = 50;
const LATE_MS = 1_500;
const SLOW_MS = 1_000;

let does: (socket: Socket) => void;
const sockets = new Set<Socket>();
const upstream = createServer((socket) => {
  sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  socket.once('data', () => does(socket));
});
const egress = createEgress({ allow: [LOOPBACK], connectionsPerOriginMax: 2 });
let url = '';
beforeAll(async () => {
  url = `http://127.0.0.1:${await listenOnLoopback(upstream)}/`;
});
afterAll(async () => {
  await egress.close();
  upstream.close();
});

/** Sends as long as someone reads. */
function sendForEver(socket: Socket): void {
  const go = (): void => {
    while (socket.writable && socket.write(BLOCK));
  };
  socket.on('drain', go).write(`${EVENTS}\r\n`);
  go();
}
const open = async (bodyIdleMs: number) =>
  (await egress.open({ url, bodyIdleMs, maxBytes: Number.MAX_SAFE_INTEGER })).body.getReader();
const noneStaysOpen = (reason: string) => eventually(`no connection is kept: ${reason}`, () => sockets.size === 0);

it.each([0, 1, 5])('closes an unread stream after %i of its chunks were read', async (chunks) => {
  does = sendForEver;
  const reader = await open(UNREAD_MS);
  // Ignores an error, because on a busy machine the stream may have ended earlier.
  for (let read = 0; read < chunks; read += 1) await reader.read().catch(() => undefined);
  await noneStaysOpen(`${chunks} chunks were read`);
});

it('keeps a stream open whose reader is slow', async () => {
  does = sendForEver;
  const reader = await open(SLOW_MS);
  for (const begun = performance.now(); performance.now() - begun < 1.3 * SLOW_MS; ) {
    expect((await reader.read()).done).toBe(false);
    await new Promise(setImmediate);
  }
  await reader.cancel();
  await noneStaysOpen('its reader left');
});

it('keeps a complete stream for its reader, however late', async () => {
  let send = (): void => undefined;
  does = (socket) => {
    socket.write(`${EVENTS}content-length: ${HELD_BYTES_MAX}\r\n\r\n`);
    socket.write(BLOCK.subarray(1, HELD_BYTES_MAX));
    send = () => void socket.end('x');
  };
  const late = await open(LATE_MS);
  await new Promise(setImmediate);
  send();
  await noneStaysOpen('all has come');
  // The second stream's timeout starts later, so the first one's has passed when this one ends.
  does = sendForEver;
  await open(LATE_MS);
  await noneStaysOpen('nobody reads the second');
  let bytes = 0;
  for (let next = await late.read(); !next.done; next = await late.read()) bytes += next.value.length;
  expect(bytes).toBe(HELD_BYTES_MAX);
});

it('delivers each piece of a stream while it continues', async () => {
  const pieces = ['one', 'two', 'three'];
  let send = (_piece: string): void => undefined;
  does = (socket) => {
    socket.write(`${EVENTS}\r\n`);
    send = (piece) => void socket.write(piece);
  };
  const reader = await open(SLOW_MS);
  for (const piece of pieces) {
    send(piece);
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe(piece);
  }
  await reader.cancel();
});

it('accepts at most 32 informational heads before a response', async () => {
  const early = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
  const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';
  does = (socket) => void socket.end(early.repeat(32) + answer);
  expect((await egress.request({ url })).status).toBe(200);
  does = (socket) => void socket.end(early.repeat(33) + answer);
  const message = '127.0.0.1: the response did not begin';
  await expect(egress.request({ url })).rejects.toMatchObject({ kind: 'bad_answer', message });
});
