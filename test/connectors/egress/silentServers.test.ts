import { spawnSync } from 'node:child_process';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import { newAccountId } from '../../../src/core/kernel/ids.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { selfSigned } from '../../harness/tls.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const SILENT_MAX = 20;
const CALLS = 8;

describe.skipIf(!hasOpenssl)('servers that accept connections and never speak TLS', () => {
  const pair = hasOpenssl ? selfSigned('upstream.test') : { key: '', cert: '' };
  const healthy = createHttpsServer(pair, (_request, response) =>
    response.writeHead(200, { connection: 'close' }).end('here'),
  );
  const sockets = new Set<Socket>();
  const silent = Array.from({ length: SILENT_MAX }, () =>
    createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).resume();
    }),
  );
  let port = 0;
  let silentPorts: readonly number[] = [];
  beforeAll(async () => {
    port = await listenOnLoopback(healthy);
    silentPorts = await Promise.all(silent.map(listenOnLoopback));
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of [healthy, ...silent]) server.close();
  });

  it.each([2, SILENT_MAX])('%i silent servers, called repeatedly, delay no call to another server', async (count) => {
    const egress = createEgress({
      allow: [{ kind: 'range', address: '127.0.0.1', prefixBits: 32, port: null }],
      resolve: async () => ['127.0.0.1'],
      ca: [pair.cert],
    });
    const accountId = newAccountId();
    const get = (at: number) => egress.request({ url: `https://upstream.test:${at}/`, accountId });
    let isOver = false;
    const calling = silentPorts.slice(0, count).map(async (at) => {
      while (!isOver) await get(at).catch(() => undefined);
    });
    try {
      for (let call = 0; call < CALLS; call++) {
        const answer = await get(port);
        expect(answer.body.toString()).toBe('here');
      }
    } finally {
      isOver = true;
      await egress.close();
      await Promise.all(calling);
    }
  });
});
