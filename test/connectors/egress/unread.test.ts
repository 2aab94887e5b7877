import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import { eventually } from '../../harness/eventually.ts';
import { listenOnLoopback } from '../../harness/listen.ts';

/*
 * Responses that the HTTP library doesn't need and never reads. The client has no read timeout without a reader, but no
 * response may keep one of its origin's few connections. `egressUnread.test.ts` covers streams with a reader.
 */

const LOOPBACK = { kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null } as const;
const READ_BYTES_MAX = 65_536;
const SENT = Buffer.alloc(4 * READ_BYTES_MAX, 'x');
const STATUSES = Array.from({ length: 800 }, (_, at) => 200 + at);

let head = '';
const sockets = new Set<Socket>();
const upstream = createServer((socket) => {
  sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  socket.once('data', () => {
    socket.write(head);
    socket.write(SENT);
  });
});
let url = '';
beforeAll(async () => {
  url = `http://127.0.0.1:${await listenOnLoopback(upstream)}/`;
});
afterAll(() => upstream.close());

const openEgress = () => createEgress({ allow: [LOOPBACK], connectionsPerOriginMax: 2 });
const noneStaysOpen = (reason: string) => eventually(`no connection is kept: ${reason}`, () => sockets.size === 0);

it(`an unread response keeps no connection: ${STATUSES.length} statuses`, async () => {
  const egress = openEgress();
  const fetch = egress.fetchFor([url], { accountId: null, maxBytes: READ_BYTES_MAX });
  for (const status of STATUSES) {
    head = `HTTP/1.1 ${status} X\r\n\r\n`;
    await fetch(url).then(
      ({ body }) => expect(body, `the body of ${status}`).toBeNull(),
      (error: unknown) => expect(error).toMatchObject({ name: 'EgressError' }),
    );
    await noneStaysOpen(String(status));
  }
  await egress.close();
});
