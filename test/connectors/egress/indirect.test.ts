import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EgressRule } from '../../../src/connectors/egress/allow.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { PRIVATE_ADDRESSES } from '../../harness/privateAddresses.ts';
import { someOf } from '../../harness/wholeTables.ts';
import { openWays } from './indirectWays.ts';

type Ways = Awaited<ReturnType<typeof openWays>>;

/** Everything that an operator can allow. */
const EVERYTHING: readonly EgressRule[] = ['0.0.0.0', '::'].map((address) => ({
  kind: 'range',
  address,
  prefixBits: 0,
  port: null,
}));

let connections = 0;
const listener = createServer((socket) => {
  connections += 1;
  socket.destroy();
});
let port: number;
let guarded: Ways;
let open: Ways;

beforeAll(async () => {
  port = await listenOnLoopback(listener);
  guarded = await openWays({ allow: EVERYTHING, allowIndirect: [] });
  open = await openWays({ allow: EVERYTHING, allowIndirect: EVERYTHING });
});
afterAll(async () => {
  await Promise.all([guarded?.close(), open?.close()]);
  listener.close();
});

const ADDRESSES = someOf(
  PRIVATE_ADDRESSES.flatMap((notation) =>
    ['http', 'https'].map((scheme) => (at: number) => `${scheme}://${notation.replace('PORT', String(at))}`),
  ),
  8,
);
const NAMES = [
  'resource_metadata of WWW-Authenticate',
  'authorization_servers of a resource',
  'registration_endpoint of an issuer',
  'token_endpoint of an issuer, for a code',
  'token_endpoint of an issuer, for a renewal',
  'the address of an OpenAPI operation',
  'the server of a registry document at an address',
  'the server of a server document at an address',
  'token_endpoint of single sign-on',
  'jwks_uri of single sign-on',
  'userinfo_endpoint of single sign-on',
];

describe(`a private address named by an upstream, ${ADDRESSES.length} spellings in each way`, () => {
  it('covers each of these ways', () => {
    expect(Object.keys(guarded.ways)).toEqual(NAMES);
  });

  it.each(NAMES)('is not dialled, even if the operator allows it for tools: %s', async (name) => {
    const way = guarded.ways[name] ?? (() => Promise.reject(new Error('no such way')));
    connections = 0;
    for (const address of ADDRESSES) await way(address(port)).catch(() => undefined);
    expect(connections).toBe(0);
  });

  it.each(NAMES)('is dialled if the operator allows it for upstreams: %s', async (name) => {
    connections = 0;
    await open.ways[name]?.(`http://127.0.0.1:${port}`).catch(() => undefined);
    expect(connections).toBeGreaterThan(0);
  });
});
