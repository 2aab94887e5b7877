import { spawnSync } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import { createSecureContext, createServer as createTlsServer } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import type { Egress } from '../../../src/connectors/egress/types.ts';
import { type AccountId, newAccountId } from '../../../src/core/kernel/ids.ts';
import { eventually } from '../../harness/eventually.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { selfSigned } from '../../harness/tls.ts';

/* How many handshake slots each account gets. `handshakes.test.ts` tests the order in which handshakes start. */

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
/** The hosts of more handshakes than may run at once. */
const NAMES = Array.from({ length: 30 }, (_, at) => `slow-${at}.test`);
/** The header of a handshake message (RFC 8446, section 5.1) whose rest never arrives: the server has responded. */
const BEGINNING = Buffer.from([22, 3, 3, 1, 0]);
const ENDED_MS_MAX = 20_000;

describe.skipIf(!hasOpenssl)('handshakes that never end', () => {
  const pair = hasOpenssl ? selfSigned('upstream.test') : { key: '', cert: '' };
  const sockets = new Set<Socket>();
  let begun = 0;
  const slow = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', () => {
      begun += 1;
      socket.write(BEGINNING);
    });
  });
  let slowPort = 0;
  beforeAll(async () => {
    // Node reads its certificate authorities once. That delay must not count as the server's silence.
    createSecureContext();
    slowPort = await listenOnLoopback(slow);
  });
  afterEach(() => {
    begun = 0;
    for (const socket of sockets) socket.destroy();
  });
  afterAll(() => slow.close());

  const openWay = () =>
    createEgress({
      allow: [{ kind: 'range', address: '127.0.0.1', prefixBits: 32, port: null }],
      resolve: async () => ['127.0.0.1'],
    });
  /** Waits for the request's handshake. The handshake ends with an error, because the certificate is not trusted. */
  const comesToItsTurn = (way: Egress, port: number, accountId: AccountId | null): Promise<void> => {
    const request = { url: `https://upstream.test:${port}/`, accountId, signal: AbortSignal.timeout(ENDED_MS_MAX) };
    const message = 'upstream.test: the certificate is not trusted';
    return expect(way.request(request)).rejects.toMatchObject({ message });
  };

  it.each([
    // If this process stalls, silent peers release their slots and a few more start.
    ['an account', newAccountId(), 2, 8],
    ['nobody', null, 8, NAMES.length],
  ])('of %s are limited, and delay no other account or egress agent', async (_name, accountId, most, tooMany) => {
    const quick = createTlsServer(pair).on('tlsClientError', () => undefined);
    const port = await listenOnLoopback(quick);
    const [way, other, left] = [openWay(), openWay(), new AbortController()];
    const requests = NAMES.map((name) =>
      way.request({ url: `https://${name}:${slowPort}/`, accountId, signal: left.signal }).catch(() => undefined),
    );
    await eventually(`${most} have begun`, () => begun >= most);
    for (const [from, owner] of [
      [way, newAccountId()],
      [other, newAccountId()],
      [other, null],
    ] as const)
      await comesToItsTurn(from, port, owner);
    expect(begun).toBeLessThan(tooMany);
    left.abort();
    await Promise.all([...requests, way.close(), other.close()]);
    quick.close();
  });
});
