import { createServer } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { WAYS } from './egressWays.ts';
import { createTally, type Report, type Tally } from './report.ts';
import { openTrustWorld, type TrustWorld } from './world.ts';

/** Notations of this machine's addresses, to be joined with a port. */
const NOTATIONS: readonly string[] = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.0.0.1.',
  '0x7f.0.0.1',
  '0x7f000001',
  '0X7F.1',
  '2130706433',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '127.0.0.2',
  '127.255.255.254',
  '127.000.000.001',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ip6-localhost',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::FFFF:0:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[::1%25lo]',
  '127。0。0。1',
  '１２７.0.0.1',
  '①②⑦.0.0.1',
  '127.0.0.1%2e',
  '%31%32%37.0.0.1',
  'example.com@127.0.0.1',
  '127.0.0.1\\',
  '127%2E0%2E0%2E1',
  hostname(),
  ...Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? [])
      .filter(({ internal }) => !internal)
      .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
  ),
];

/** A server on every address of this machine that counts connections. */
async function startForbidden() {
  let connections = 0;
  // Close after each response: a reused connection wouldn't be counted.
  const server = createServer((_request, response) => response.setHeader('connection', 'close').end('{}'));
  server.on('connection', () => {
    connections += 1;
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '::', resolve);
  await promise;
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    connections: () => connections,
    close: () => server.close(),
  };
}

type Forbidden = Awaited<ReturnType<typeof startForbidden>>;

const SCHEMES = ['http', 'https'] as const;

async function tryAll(
  world: TrustWorld,
  forbidden: Forbidden,
  tally: Tally,
  schemes: readonly string[],
): Promise<void> {
  const urls = NOTATIONS.flatMap((notation) => schemes.map((scheme) => `${scheme}://${notation}`));
  const all = Object.entries(WAYS).flatMap(([label, way]) => urls.map((url) => ({ label, way, url })));
  for (const [index, { label, way, url }] of all.entries()) {
    const before = forbidden.connections();
    await way(world, `${url}:${forbidden.port}`, `egress-${index}`);
    tally.count(label, forbidden.connections() === before ? null : `${url} was reached`);
  }
}

/**
 * Notations of this machine's addresses × ways to name an address. A server listens on all of them, and no request may
 * reach it.
 */
export async function runEgress({ isShort }: { readonly isShort: boolean }): Promise<Report> {
  const forbidden = await startForbidden();
  const world = await openTrustWorld();
  const tally = createTally();
  await tryAll(world, forbidden, tally, isShort ? ['http'] : SCHEMES).finally(() => world.close());
  const connections = forbidden.connections();
  const reached = await waysThatReach(forbidden);
  forbidden.close();
  return {
    section: 'egress',
    claim: 'no notation of a private address is reachable through any input',
    command: 'npm run trust -- egress',
    rows: tally.rows(),
    wrong: tally.wrong(),
    figures: {
      notations: NOTATIONS.length,
      'entry points': Object.keys(WAYS).length,
      'connections to the forbidden listener': connections,
      'entry points that reach it if the operator allows it': reached.length,
      'entry points that never reach it': Object.keys(WAYS)
        .filter((way) => !reached.includes(way))
        .join('; '),
    },
  };
}

/** The same ways with the address allowed, to prove that the listener would have noticed. */
async function waysThatReach(forbidden: Forbidden): Promise<string[]> {
  const world = await openTrustWorld({
    TOOLYARD_EGRESS_ALLOW: '127.0.0.0/8',
    TOOLYARD_EGRESS_ALLOW_INDIRECT: '127.0.0.0/8',
  });
  const reached: string[] = [];
  try {
    for (const [index, [label, way]] of Object.entries(WAYS).entries()) {
      const before = forbidden.connections();
      for (const scheme of SCHEMES) {
        await way(world, `${scheme}://127.0.0.1:${forbidden.port}`, `allowed-${scheme}-${index}`);
      }
      if (forbidden.connections() > before) reached.push(label);
    }
  } finally {
    await world.close();
  }
  return reached;
}
