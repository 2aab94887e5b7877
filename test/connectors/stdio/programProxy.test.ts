import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EgressProxy, openEgressProxy } from '../../../src/connectors/egress/programProxy.ts';
import { findConfinement, hasOwnNetwork } from '../../../src/connectors/stdio/confinement.ts';
import { createMcpStdio } from '../../../src/connectors/stdio/mcpStdio.ts';
import { eventually } from '../../harness/eventually.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { PRIVATE_ADDRESSES } from '../../harness/privateAddresses.ts';
import { ownServer, temporaryDir, textOf, toolCall } from './stdioKit.ts';

const TURNS_UNTIL_HEARD = 20;
const LOOPBACK = { kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null } as const;

let connections = 0;
const forbidden = createTcpServer((socket) => {
  connections += 1;
  socket.destroy();
});
const web = createServer((request, response) => response.end(`${request.method} ${request.url} reached`));
let forbiddenPort = 0;
let webPort = 0;
let closed: EgressProxy;
let open: EgressProxy;

beforeAll(async () => {
  forbiddenPort = await listenOnLoopback(forbidden);
  webPort = await listenOnLoopback(web);
  closed = await openEgressProxy({ allow: [], connectTimeoutMs: 2_000 }, 'acct_1');
  open = await openEgressProxy({ allow: [LOOPBACK], connectTimeoutMs: 2_000 }, 'acct_1');
});
afterAll(async () => {
  await Promise.all([closed?.close(), open?.close()]);
  forbidden.close();
  web.close();
});

type Way = (proxy: EgressProxy, address: string) => Promise<{ status: number; text: string }>;

const ask = async (proxy: EgressProxy, method: string, target: string) => {
  // Raw bytes, because a program may send more than a URL can contain.
  const path = Buffer.from(target, 'utf8').toString('latin1');
  const asking = request({ socketPath: proxy.socket, method, path, headers: { host: 'x' } });
  asking.end();
  const [response, socket] = await Promise.race([once(asking, 'response'), once(asking, 'connect')]);
  if (method === 'CONNECT') {
    const text = response.statusCode === 200 ? 'a tunnel' : '';
    socket.destroy();
    return { status: Number(response.statusCode), text };
  }
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: Number(response.statusCode), text };
};

const withPort = (address: string, port: number): string => (/:\d+$/.test(address) ? address : `${address}:${port}`);

/** Response heads that don't end a request: wrong statuses and malformed ones. */
const NO_ANSWERS = [
  ...Array.from({ length: 101 }, (_, status) => `HTTP/1.1 ${String(status).padStart(3, '0')} X`),
  ...Array.from({ length: 98 }, (_, status) => `HTTP/1.1 ${102 + status} X`),
  ...['HTTP/1.1', 'HTTP/1.1 ', 'HTTP/1.1 20', 'HTTP/1.1 2000 X', 'HTTP/1.1 -20 X', 'HTTP/9.9 200 X', 'X', ''],
  ...[
    'HTTP/1.1 200 X\r\na b: c',
    'HTTP/1.1 200 X\r\n: c',
    'HTTP/1.1 200 X\r\na: \x01',
    'HTTP/1.1 200 X\r\ncontent-length: x',
  ],
  'HTTP/1.1 200 X\r\ncontent-length: 1\r\ncontent-length: 2',
];

const WAYS: Record<string, Way> = {
  'a tunnel': (proxy, address) => ask(proxy, 'CONNECT', withPort(address, 80)),
  GET: (proxy, address) => ask(proxy, 'GET', `http://${address}/secret`),
  POST: (proxy, address) => ask(proxy, 'POST', `http://${address}/secret`),
};

describe('the egress proxy of a program', () => {
  const ways = Object.keys(WAYS);

  it(`dials no private address: ${PRIVATE_ADDRESSES.length} notations × ${ways.length} ways`, async () => {
    const statuses = new Set<number>();
    for (const notation of PRIVATE_ADDRESSES) {
      for (const way of Object.values(WAYS)) {
        statuses.add((await way(closed, notation.replace('PORT', String(forbiddenPort)))).status);
      }
    }
    // 502 for a name that doesn't resolve, 400 for an invalid address.
    expect([...statuses].filter((status) => ![400, 403, 502].includes(status))).toEqual([]);
    expect(connections).toBe(0);
  });

  it.each(ways.slice(1))('passes %s if the operator allows it', async (method) => {
    expect(await ask(open, method, `http://127.0.0.1:${webPort}/a?b=c`)).toEqual({
      status: 200,
      text: `${method} /a?b=c reached`,
    });
  });

  it('tunnels if the operator allows it', async () => {
    expect(await ask(open, 'CONNECT', `127.0.0.1:${webPort}`)).toEqual({ status: 200, text: 'a tunnel' });
  });

  it(`survives every invalid response: ${NO_ANSWERS.length} heads`, async () => {
    let head = '';
    const rude = createTcpServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(`${head}\r\n\r\nhello`, 'latin1'));
    });
    const port = await listenOnLoopback(rude);
    for (head of NO_ANSWERS) expect((await ask(open, 'GET', `http://127.0.0.1:${port}/`)).status, head).toBe(502);
    rude.close();
  });

  it.each(ways)('stops dialling for a program that left meanwhile: %s', async (method) => {
    const dialled = new Set<Socket>();
    let count = 0;
    const silent = createTcpServer((socket) => {
      count += 1;
      dialled.add(socket.resume().on('close', () => dialled.delete(socket)));
    });
    const port = await listenOnLoopback(silent);
    const { promise: requested, resolve: ask } = Promise.withResolvers<void>();
    const { promise: addresses, resolve: find } = Promise.withResolvers<readonly string[]>();
    const slow = await openEgressProxy(
      {
        ...{ allow: [LOOPBACK], connectTimeoutMs: 60_000 },
        resolve() {
          ask();
          return addresses;
        },
      },
      'acct_1',
    );
    const target = method === 'a tunnel' ? `CONNECT slow.test:${port}` : `${method} http://slow.test:${port}/`;
    const program = connect(slow.socket);
    program.write(`${target} HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n`);
    await requested;
    program.destroy();
    await once(program, 'close');
    for (let turn = 0; turn < TURNS_UNTIL_HEARD; turn += 1) await nextTurn();
    find(['127.0.0.1']);
    await eventually('the address was dialled', () => count > 0);
    await eventually('no connection is kept', () => dialled.size === 0);
    await slow.close();
    silent.close();
  });

  it.each(['/', 'https://127.0.0.1/', 'ftp://127.0.0.1/', '*'])('is no web server: %s', async (path) => {
    expect((await ask(open, 'GET', path)).status).toBe(400);
  });
});

describe('a program', async () => {
  const scratchDir = temporaryDir();
  const confinement = findConfinement({ scratchDir });
  const isConfined = hasOwnNetwork(await confinement());

  const CASES = [
    { label: 'that asks for no network', network: 'none', allow: [LOOPBACK], reached: false },
    { label: 'with egress, to what is not allowed', network: 'egress', allow: [], reached: false },
    { label: 'with egress, to what is allowed', network: 'egress', allow: [LOOPBACK], reached: true },
  ] as const;

  it.runIf(isConfined).each(CASES)('$label: reached $reached', async ({ label, network, allow, reached }) => {
    const stdio = createMcpStdio({ scratchDir, confinement, egressAllow: allow });
    const url = `http://127.0.0.1:${webPort}/from-within`;
    const connector = { ...ownServer('faultyServer', [], { URL: url }), network };
    const answer = textOf(await stdio.call(toolCall(connector, 'fetch', { serverId: label.replaceAll(/\W+/g, '-') })));
    if (reached) expect(answer).toBe('GET /from-within reached');
    else expect(JSON.stringify(answer)).not.toContain('from-within');
    await stdio.close();
  });
});
