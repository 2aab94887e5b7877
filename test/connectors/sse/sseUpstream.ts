import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { z } from 'zod';

/** A real server of the HTTP+SSE transport, built with the SDK that such servers use. */
export type SseUpstream = {
  readonly url: string;
  readonly seen: { readonly method: string; readonly headers: IncomingHttpHeaders }[];
  readonly noticed: string[];
  /** Open streams. */
  streams(): number;
  cutStreams(): void;
  /** Responds instead of the server if it returns true. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean;
  close(): Promise<void>;
};

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });

function buildServer(noticed: string[]): McpServer {
  const server = new McpServer({ name: 'old-mcp-server', title: 'Old server', version: '1.0.0' });
  let count = 0;
  server.registerTool('echo', { inputSchema: { message: z.string() } }, ({ message }) => text(message));
  server.registerTool('count', {}, () => text(String(++count)));
  server.registerTool('lines', {}, () => text('one\ntwo\u2028three'));
  server.registerTool('large', { inputSchema: { chars: z.number() } }, ({ chars }) => text('x'.repeat(chars)));
  server.registerTool('steps', {}, async ({ _meta, sendNotification }) => {
    for (const progress of [1, 2]) {
      const progressToken = _meta?.progressToken;
      if (progressToken === undefined) continue;
      await sendNotification({ method: 'notifications/progress', params: { progressToken, progress, total: 2 } });
    }
    return text('done');
  });
  server.registerTool('wait', {}, async ({ signal }) => {
    noticed.push('started');
    await once(signal, 'abort');
    noticed.push('cancelled');
    return text('never seen');
  });
  server.registerResource('note', 'test://note', {}, ({ href: uri }) => ({ contents: [{ uri, text: 'a note' }] }));
  server.registerPrompt('ask', {}, () => ({ messages: [{ role: 'user', content: { type: 'text', text: 'What?' } }] }));
  return server;
}

export async function startSseUpstream(): Promise<SseUpstream> {
  const transports = new Map<string, SSEServerTransport>();
  const open = new Set<ServerResponse>();
  const noticed: string[] = [];
  const upstream = {
    url: '',
    seen: [] as SseUpstream['seen'][number][],
    noticed,
    streams: () => transports.size,
    cutStreams: () => {
      for (const response of open) response.destroy();
    },
    intercept: (_request: IncomingMessage, _response: ServerResponse): boolean => false,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request;
    upstream.seen.push({ method, headers });
    if (upstream.intercept(request, response)) return;
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname === '/sse' && method === 'GET') {
      const transport = new SSEServerTransport('/messages', response);
      transports.set(transport.sessionId, transport);
      open.add(response);
      response.on('close', () => {
        transports.delete(transport.sessionId);
        open.delete(response);
      });
      await buildServer(noticed).connect(transport);
      return;
    }
    const transport = transports.get(searchParams.get('sessionId') ?? '');
    if (pathname !== '/messages' || !transport) return void response.writeHead(pathname === '/sse' ? 405 : 404).end();
    await transport.handlePostMessage(request, response, JSON.parse((await buffer(request)).toString()));
  };
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  upstream.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/sse`;
  return upstream;
}
