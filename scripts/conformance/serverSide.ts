import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Service, StackEndpoint } from './service.ts';
import { startUpstream } from './upstream.ts';

/**
 * A stack in front of a server, at an address that needs no token. `url`: the server; if absent, one of ours with the
 * scenarios' features.
 */
export async function openServerSide(service: Service, url?: string) {
  const upstream = url === undefined ? await startUpstream() : { url, close: () => undefined };
  const { warnings, ...stack } = await service.stackFor(upstream.url);
  if (url === undefined && warnings.length > 0) throw new Error(`Tools that cannot be offered: ${warnings.join(', ')}`);
  const proxy = await startTokenProxy(stack);
  return {
    subject: ['--url', proxy.url],
    async close() {
      proxy.close();
      upstream.close();
    },
  };
}

/**
 * The suite can't send a token. This proxy adds one and forwards everything else unchanged, including `Host` and
 * `Origin`.
 */
async function startTokenProxy({ url, token }: StackEndpoint) {
  const target = new URL(url);
  const state = { port: '' };
  const toTarget = (value: string) => value.replace(`:${state.port}`, `:${target.port}`);
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { host = '', origin, ...headers } = incoming.headers;
    const named = { ...headers, host: toTarget(host), ...(origin !== undefined && { origin: toTarget(origin) }) };
    const options = { method: incoming.method ?? 'GET', headers: { ...named, authorization: `Bearer ${token}` } };
    const outward = httpRequest(target, options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    outward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => outward.destroy());
    incoming.pipe(outward);
  };
  const server = createServer(forward).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  state.port = typeof address === 'object' && address ? String(address.port) : '';
  return {
    url: `http://localhost:${state.port}${target.pathname}`,
    close: () => server.closeAllConnections() ?? server.close(),
  };
}
