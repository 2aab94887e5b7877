import { request } from 'node:http';
import type { Socket } from 'node:net';
import { hostOf } from './allow.ts';
import { EgressError } from './error.ts';

/** The operator's HTTP proxy to the npm registry. Tested by `test/connectors/stdio/npmProxy.test.ts`. */
export type NpmProxy = {
  readonly host: string;
  readonly port: number;
  /** Value of `Proxy-Authorization`; null for a proxy without a login. */
  readonly authorization: string | null;
  readonly registry: { readonly host: string; readonly port: number };
};

const NPM_REGISTRY = 'https://registry.npmjs.org/';
const FORM = 'must be http://host:port or http://user:password@host:port';
const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

const addressOf = ({ hostname, port, protocol }: URL): NpmProxy['registry'] => ({
  host: hostOf(hostname),
  port: port === '' ? (PORTS[protocol] ?? 0) : Number(port),
});

/** Parses `TOOLYARD_NPM_PROXY`. @throws Error that may be shown */
export function parseNpmProxy(text: string): URL {
  const url = URL.parse(text);
  const isBare = url !== null && url.pathname === '/' && url.search === '' && url.hash === '';
  if (!isBare || url.protocol !== 'http:') throw new Error(FORM);
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    throw new Error(FORM);
  }
  return url;
}

/** The proxy for a registry; without one, for npm's own. */
export function npmProxyOf(proxy: URL, registry: string | null): NpmProxy {
  const { username, password } = proxy;
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return {
    ...addressOf(proxy),
    authorization: username === '' && password === '' ? null : `Basic ${login}`,
    registry: addressOf(new URL(registry ?? NPM_REGISTRY)),
  };
}

/**
 * Opens a tunnel to the registry (RFC 9110, section 9.3.6). The egress rules don't apply, because the operator chose
 * both ends. @throws EgressError, without the proxy's address and login
 */
export function dialThrough(proxy: NpmProxy, timeoutMs: number): Promise<Socket> {
  const { host, port, authorization, registry } = proxy;
  const authority = `${registry.host.includes(':') ? `[${registry.host}]` : registry.host}:${registry.port}`;
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const fail = (kind: 'unreachable' | 'timed_out', why: string, cause?: unknown): void =>
    reject(new EgressError(kind, `${registry.host}: the proxy of TOOLYARD_NPM_PROXY ${why}`, cause));
  const headers = { host: authority, ...(authorization && { 'proxy-authorization': authorization }) };
  const asking = request({ host, port, method: 'CONNECT', path: authority, headers, agent: false });
  const timer = setTimeout(() => {
    fail('timed_out', 'did not answer in time');
    asking.destroy();
  }, timeoutMs);
  asking.once('close', () => clearTimeout(timer));
  asking.on('error', (error) => fail('unreachable', 'cannot be reached', error));
  asking.once('connect', ({ statusCode }, socket: Socket, head: Buffer) => {
    clearTimeout(timer);
    socket.on('error', () => undefined);
    if (statusCode !== 200) {
      fail('unreachable', `answered ${statusCode}`);
      return void socket.destroy();
    }
    if (head.length > 0) socket.unshift(head);
    resolve(socket);
  });
  asking.end();
  return promise;
}
