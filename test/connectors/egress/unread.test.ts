import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import { eventually } from '../../harness/eventually.ts';
import { listenOnLoopback } from '../../harness/listen.ts';

/*
 * Upstreams whose answers are read by nobody, since what they say is of no use to the library that asked: no answer may
 * keep one of the few connections of its origin. The client counts no silence while nobody reads.
 */

const LOOPBACK = { kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null } as const;
const READ_BYTES_MAX = 65_536;
/** More than what a stream and two sockets hold unread. */
const SENT = Buffer.alloc(8 * 1_048_576, 'x');
const EVENTS = 'content-type: text/event-stream\r\n';
const STATUSES = Array.from({ length: 800 }, (_, at) => 200 + at);
const UNREAD_MS = 50;

let head = '';
let sent = SENT;
const sockets = new Set<Socket>();
const upstream = createServer((socket) => {
  sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  socket.once('data', () => {
    socket.write(head);
    socket.write(sent);
  });
});
let url = '';
beforeAll(async () => {
  url = `http://127.0.0.1:${await listenOnLoopback(upstream)}/`;
});
afterAll(() => upstream.close());

const openEgress = () => createEgress({ allow: [LOOPBACK], connectionsPerOriginMax: 2 });
const noneIsKept = (what: string) => eventually(`no connection is kept: ${what}`, () => sockets.size === 0);

it(`an answer that nobody reads keeps no connection: ${STATUSES.length} statuses`, async () => {
  const egress = openEgress();
  sent = SENT.subarray(0, 4 * READ_BYTES_MAX);
  const fetch = egress.fetchFor([url], { accountId: null, maxBytes: READ_BYTES_MAX });
  for (const status of STATUSES) {
    head = `HTTP/1.1 ${status} X\r\n\r\n`;
    await fetch(url).then(
      ({ body }) => expect(body, `the body of ${status}`).toBeNull(),
      (error: unknown) => expect(error).toMatchObject({ name: 'EgressError' }),
    );
    await noneIsKept(String(status));
  }
  sent = SENT;
  await egress.close();
});

it('an event stream that nobody reads ends, before anything of it was read and after', async () => {
  const egress = openEgress();
  head = `HTTP/1.1 200 OK\r\n${EVENTS}\r\n`;
  for (const chunks of [0, 1, 5]) {
    const { body } = await egress.open({ url, bodyIdleMs: UNREAD_MS, maxBytes: 2 * SENT.length });
    const reader = body.getReader();
    for (let read = 0; read < chunks; read += 1) await reader.read();
    await noneIsKept(`${chunks} chunks were read`);
  }
  await egress.close();
});

it('one whose reader is slow, but reads, does not end', async () => {
  const egress = openEgress();
  head = `HTTP/1.1 200 OK\r\n${EVENTS}content-length: ${SENT.length}\r\n\r\n`;
  const { body } = await egress.open({ url, bodyIdleMs: 2_000, maxBytes: SENT.length });
  let bytes = 0;
  for await (const chunk of body) {
    await new Promise(setImmediate);
    bytes += chunk.length;
  }
  expect(bytes).toBe(SENT.length);
  await egress.close();
});
