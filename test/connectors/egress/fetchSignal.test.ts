import { createServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, it } from 'vitest';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import { eventually } from '../../harness/eventually.ts';
import { listenOnLoopback } from '../../harness/listen.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

let [requestCount, open] = [0, 0];
/** Starts a body that never continues. */
const server = createServer((socket) => {
  open += 1;
  socket
    .on('error', () => undefined)
    .on('close', () => {
      open -= 1;
    });
  socket.on('data', () => {
    requestCount += 1;
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{');
  });
});
const url = `http://127.0.0.1:${await listenOnLoopback(server)}/`;
const egress = createEgress({ allow: [{ kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null }] });
afterAll(async () => {
  await egress.close();
  server.close();
});

it('ends an aborted fetch, even after its objects were garbage collected', async () => {
  const leaving = new AbortController();
  const fetching = egress.fetchFor([url], { accountId: null })(url, { signal: leaving.signal });
  const ended = fetching.then(
    () => null,
    (error: unknown) => error,
  );
  await eventually('it is asked', () => requestCount === 1);
  for (let at = 0; at < 5; at += 1) {
    await nextTurn();
    collect();
  }
  leaving.abort();
  expect(await ended).toMatchObject({ kind: 'cancelled' });
  await eventually('its connection is closed', () => open === 0);
});
