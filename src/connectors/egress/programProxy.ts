import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { hostOf } from './allow.ts';
import { type DialOptions, dial } from './connect.ts';
import { toEgressError } from './error.ts';
import { dialThrough, type NpmProxy } from './npmProxy.ts';
import { proxyEnvironment } from './proxyEnvironment.ts';

/** The script that runs inside the confinement and forwards to the proxy. */
export const RELAY = fileURLToPath(new URL('./relay.ts', import.meta.url));

/** The port in the confinement at which `relay.ts` listens. */
const RELAY_PORT = 3128;

/** Environment variables that point a sandboxed program to its proxy. */
export const PROXY_ENVIRONMENT = proxyEnvironment(RELAY_PORT);

/** Maximum concurrent connections of one program. */
export const PROXY_CONNECTIONS_MAX = 32;
const IDLE_MS = 120_000;

/** The egress rules of programs, and the operator's proxy to the npm registry. */
export type ProgramEgress = DialOptions & { readonly npmProxy?: NpmProxy | null };

/** A running proxy; `socket` is the path of its Unix socket. */
export type EgressProxy = { readonly socket: string; close(): Promise<void> };

/**
 * Egress for one program of an account: an HTTP proxy (RFC 9110, sections 7.7 and 9.3.6) on a Unix socket, with the
 * egress rules. It allows 32 connections, and closes each after two minutes of silence. Tested by
 * `test/connectors/stdio/programProxy.test.ts`.
 */
export async function openEgressProxy(options: ProgramEgress, account: string): Promise<EgressProxy> {
  // Socket paths are limited to about a hundred characters, and a data directory's path may be longer.
  const dir = await mkdtemp(join(tmpdir(), 'toolyard-egress-'));
  const socket = join(dir, 'socket');
  const server = createProxyServer(options, account);
  server.maxConnections = PROXY_CONNECTIONS_MAX;
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(socket, resolve);
  await listening;
  // The directory is closed to other users. If the service runs as root, the program runs as another user.
  await chmod(socket, 0o666);
  return {
    socket,
    async close() {
      server.close();
      server.closeAllConnections();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

type Dial = (target: URL) => Promise<Socket>;

/** The proxy of one program of an account, not listening yet. */
export function createProxyServer({ npmProxy, ...options }: ProgramEgress, account: string): Server {
  const owner = { id: account, isAccount: true };
  const dialFor: Dial = (target) => {
    const host = hostOf(target.hostname);
    const port = Number(target.port || '80');
    return npmProxy?.registry.host === host && npmProxy.registry.port === port
      ? dialThrough(npmProxy, options.connectTimeoutMs)
      : dial({ host, port, owner, isTls: false }, options);
  };
  const server = createServer((incoming, answer) => void forward(dialFor, incoming, answer));
  server.on('connect', (incoming, client, head) => void tunnel(dialFor, incoming, client, head));
  server.on('connection', (client: Socket) => client.setTimeout(IDLE_MS, () => client.destroy()));
  return server;
}

async function tunnel(dialFor: Dial, { url = '' }: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
  client.on('error', () => undefined);
  const target = URL.parse(`http://${url}`);
  if (target === null || !/:\d{1,5}$/.test(url)) return void client.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  try {
    const upstream = await dialFor(target);
    // The program may have disconnected already; the close event does not fire again.
    if (client.destroyed) return void upstream.destroy();
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    upstream.write(head);
    upstream.setTimeout(IDLE_MS, () => upstream.destroy());
    client.pipe(upstream).pipe(client);
    upstream.on('error', () => client.destroy());
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  } catch (error) {
    const { status, text } = refusal(error, target);
    client.end(`HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n${text}\n`);
  }
}

// Hop-by-hop headers (RFC 9110, section 7.6.1), and headers addressed to this proxy.
const HOP = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

async function forward(dialFor: Dial, incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
  const target = URL.parse(incoming.url ?? '');
  if (target?.protocol !== 'http:') return void answer.writeHead(400).end('this is a proxy\n');
  try {
    const upstream = await dialFor(target);
    if (answer.closed) return void upstream.destroy();
    answer.once('close', () => upstream.destroy());
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !HOP.has(name)));
    const outgoing = request({
      createConnection: () => upstream,
      method: incoming.method,
      path: target.pathname + target.search,
      headers: { ...headers, host: target.host, connection: 'close' },
    });
    outgoing.on('response', (response) => passAnswer(response, answer, target));
    outgoing.on('error', (error) => refuse(answer, error, target));
    incoming.pipe(outgoing);
  } catch (error) {
    refuse(answer, error, target);
  }
}

function passAnswer(response: IncomingMessage, answer: ServerResponse, target: URL): void {
  try {
    const passed = Object.entries(response.headers).filter(([name]) => !HOP.has(name));
    answer.writeHead(response.statusCode ?? 502, Object.fromEntries(passed));
  } catch (error) {
    // Node parses statuses that it refuses to write, such as 099. An exception in a listener would crash the service.
    response.destroy();
    refuse(answer, error, target);
    return;
  }
  response.pipe(answer);
}

function refuse(answer: ServerResponse, error: unknown, target: URL): void {
  if (answer.headersSent) return void answer.destroy();
  const { status, text } = refusal(error, target);
  answer.writeHead(Number(status.slice(0, 3)), { 'content-type': 'text/plain' }).end(`${text}\n`);
}

function refusal(error: unknown, { hostname }: URL): { readonly status: string; readonly text: string } {
  const failure = toEgressError(error, hostOf(hostname), undefined);
  const isForbidden = failure.kind === 'address_refused';
  return { status: isForbidden ? '403 Forbidden' : '502 Bad Gateway', text: failure.message };
}
