import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { npmProxyOf } from '../../../src/connectors/egress/npmProxy.ts';
import { type EgressProxy, openEgressProxy } from '../../../src/connectors/egress/programProxy.ts';
import { findConfinement, hasOwnNetwork } from '../../../src/connectors/stdio/confinement.ts';
import { createMcpStdio } from '../../../src/connectors/stdio/mcpStdio.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { ownServer, temporaryDir, textOf, toolCall } from './stdioKit.ts';

const LOGIN = 'Basic dXNlcjpwYXNzIHdvcmQ=';

/** A registry whose name only the proxy resolves. */
const registry = createServer(({ method, url }, response) => response.end(`${method} ${url} of the registry`));
const urls: string[] = [];
const operators = createServer((_, response) => response.writeHead(405).end());
let registryPort = 0;
let operatorsUrl = '';

operators.on('connect', ({ url, headers }: IncomingMessage, client: Socket, head: Buffer) => {
  urls.push(String(url));
  if (headers['proxy-authorization'] !== LOGIN) return client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  const upstream = connect(registryPort, '127.0.0.1', () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    upstream.write(head);
    upstream.pipe(client).pipe(upstream);
  });
  upstream.on('error', () => client.destroy());
  return client.on('error', () => upstream.destroy());
});

beforeAll(async () => {
  registryPort = await listenOnLoopback(registry);
  operatorsUrl = `127.0.0.1:${await listenOnLoopback(operators)}`;
});
afterAll(() => {
  registry.close();
  operators.close();
});

const proxyOf = (login: string, registryUrl: string | null = 'http://npm.test/') =>
  npmProxyOf(new URL(`http://${login}${operatorsUrl}`), registryUrl);

/** Opens the proxy of a program that may reach no private address. */
const open = (login: string, registryUrl?: string): Promise<EgressProxy> =>
  openEgressProxy({ allow: [], connectTimeoutMs: 2_000, npmProxy: proxyOf(login, registryUrl) }, 'acct_1');

async function get(proxy: EgressProxy, path: string): Promise<string> {
  const asking = request({ socketPath: proxy.socket, path, headers: { host: 'x' } }).end();
  const [response] = await once(asking, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return `${response.statusCode} ${text}`;
}

async function tunnel(proxy: EgressProxy, target: string): Promise<number> {
  const asking = request({ socketPath: proxy.socket, method: 'CONNECT', path: target, headers: { host: 'x' } }).end();
  const [response, socket] = await once(asking, 'connect');
  socket.destroy();
  return response.statusCode;
}

describe('the operator’s proxy to the npm registry', () => {
  it('carries requests to the registry, with its login', async () => {
    const proxy = await open('user:pass%20word@');
    expect(await get(proxy, 'http://npm.test/left-pad')).toBe('200 GET /left-pad of the registry');
    expect(await tunnel(proxy, 'npm.test:80')).toBe(200);
    await proxy.close();
  });

  it.each(['npm.test:443', 'other.test:80', 'npm.test.other.test:80', '127.0.0.1:80'])(
    'carries nothing to %s',
    async (target) => {
      const proxy = await open('user:pass%20word@');
      urls.length = 0;
      expect([400, 403, 502]).toContain(await tunnel(proxy, target));
      expect(urls).toEqual([]);
      await proxy.close();
    },
  );

  it('is npm’s own registry over TLS without another one', async () => {
    const proxy = await openEgressProxy(
      { allow: [], connectTimeoutMs: 2_000, npmProxy: proxyOf('user:pass%20word@', null) },
      'acct_1',
    );
    urls.length = 0;
    expect(await tunnel(proxy, 'registry.npmjs.org:443')).toBe(200);
    expect(urls).toEqual(['registry.npmjs.org:443']);
    await proxy.close();
  });

  it.each([
    { login: 'user:wrong@', message: 'answered 407' },
    { login: '', message: 'answered 407' },
  ])('reports a refusal without the address and login: $message', async ({ login, message }) => {
    const proxy = await open(login);
    expect(await get(proxy, 'http://npm.test/')).toBe(`502 npm.test: the proxy of TOOLYARD_NPM_PROXY ${message}\n`);
    expect(await tunnel(proxy, 'npm.test:80')).toBe(502);
    await proxy.close();
  });

  it('reports a proxy that cannot be reached', async () => {
    const npmProxy = npmProxyOf(new URL('http://user:secret@127.0.0.1:1'), 'http://npm.test/');
    const proxy = await openEgressProxy({ allow: [], connectTimeoutMs: 2_000, npmProxy }, 'acct_1');
    expect(await get(proxy, 'http://npm.test/')).toBe(
      '502 npm.test: the proxy of TOOLYARD_NPM_PROXY cannot be reached\n',
    );
    await proxy.close();
  });

  it('serves a confined program, which sees no login', async ({ skip }) => {
    const scratchDir = temporaryDir();
    const confinement = findConfinement({ scratchDir });
    if (!hasOwnNetwork(await confinement())) return skip();
    const stdio = createMcpStdio({ scratchDir, confinement, npmProxy: proxyOf('user:pass%20word@') });
    const connector = { ...ownServer('faultyServer', [], { URL: 'http://npm.test/pkg' }), network: 'egress' } as const;
    expect(textOf(await stdio.call(toolCall(connector, 'fetch')))).toBe('GET /pkg of the registry');
    await stdio.close();
  });
});

describe('TOOLYARD_NPM_PROXY', () => {
  it('names the registry of TOOLYARD_NPM_REGISTRY', () => {
    const { npmProxy } = readConfig({
      TOOLYARD_NPM_PROXY: 'http://u:p@proxy.test:3128',
      TOOLYARD_NPM_REGISTRY: 'https://npm.example.com:8443/all/',
    });
    expect(npmProxy).toEqual({
      host: 'proxy.test',
      port: 3128,
      authorization: 'Basic dTpw',
      registry: { host: 'npm.example.com', port: 8443 },
    });
    expect(readConfig({}).npmProxy).toBeNull();
  });

  it.each([
    'socks5://proxy.test',
    'proxy.test:3128',
    'http://proxy.test/path',
    'http://p.test?secret',
    'http://%zz@p.test',
    ''.padEnd(9),
  ])('is not %j', (text) => {
    expect(() => readConfig({ TOOLYARD_NPM_PROXY: text })).toThrow(/TOOLYARD_NPM_PROXY(?!.*secret)/);
  });
});
