import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  createMcpHandler,
  McpServer,
  ResourceTemplate,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

export type SeenRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly rpc: string;
  readonly body: string;
};

/** A real MCP server over HTTP; a hook sees every request first. */
export type McpUpstream = {
  readonly url: string;
  readonly requests: SeenRequest[];
  /** The events the `wait` tool noticed. */
  readonly noticed: string[];
  /** Responds instead of the server if it returns something. */
  intercept: (seen: SeenRequest) => Response | null | Promise<Response | null>;
  forgetSessions(): void;
  close(): Promise<void>;
};

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });

export function buildServer(noticed: string[]): McpServer {
  const server = new McpServer({ name: 'upstream', version: '1.0.0' });
  const inputSchema = z.object({ message: z.string() });
  const annotations = { readOnlyHint: true };
  server.registerTool(
    'echo',
    { title: 'Echo', description: 'Says it again', inputSchema, annotations },
    ({ message }) => text(message),
  );
  registerResourcesAndPrompts(server);
  server.registerTool('fail', {}, () => ({ ...text('out of paper'), isError: true }));
  server.registerTool('große größe', {}, () => text('umlauts'));
  const outputSchema = z.object({ sum: z.number() });
  server.registerTool('sum', { outputSchema }, () => ({ ...text('3'), structuredContent: { sum: 3 } }));
  server.registerTool('steps', {}, async (ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (const progress of [1, 2]) {
      if (progressToken === undefined) continue;
      const params = { progressToken, progress, total: 2, message: `step ${progress}` };
      await ctx.mcpReq.notify({ method: 'notifications/progress', params });
    }
    return text('done');
  });
  server.registerTool('wait', {}, async (ctx) => {
    noticed.push('started');
    await once(ctx.mcpReq.signal, 'abort');
    noticed.push('cancelled');
    return text('never seen');
  });
  server.registerTool(
    'regional',
    { inputSchema: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }) },
    ({ region }) => text(`in ${region}`),
  );
  return server;
}

/** Everything except tools. */
function registerResourcesAndPrompts(server: McpServer): void {
  server.registerResource('note', 'test://note', {}, ({ href: uri }) => ({ contents: [{ uri, text: 'a note' }] }));
  const template = new ResourceTemplate('test://item/{id}', {
    list: undefined,
    complete: { id: (value) => [`${value}1`] },
  });
  server.registerResource('item', template, {}, ({ href: uri }) => ({ contents: [{ uri, text: 'an item' }] }));
  server.registerPrompt('ask', { description: 'Asks' }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'What?' } }],
  }));
}

type Serve = (request: Request) => Promise<Response>;

/** Servers of the older revisions, with sessions. */
function sessionful(build: () => McpServer, unknownSession: 400 | 404) {
  const transports = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const open = async () => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void transports.set(id, transport),
    });
    await build().connect(transport);
    return transport;
  };
  const serve: Serve = async (request) => {
    const id = request.headers.get('mcp-session-id');
    const transport = id === null ? await open() : transports.get(id);
    return transport ? transport.handleRequest(request) : new Response('no such session', { status: unknownSession });
  };
  return { serve, forget: () => transports.clear() };
}

/** `both`: without sessions in the older revisions; `both-sessions`: with them. */
export type UpstreamKind = 'sessions' | 'sessions-400' | 'both' | 'both-sessions' | 'modern';

type Build = (era: 'legacy' | 'modern') => McpServer;

function serving(kind: UpstreamKind, build: Build): { serve: Serve; forget(): void } {
  const older = sessionful(() => build('legacy'), kind === 'sessions-400' ? 400 : 404);
  if (kind === 'sessions' || kind === 'sessions-400') return older;
  const handler = createMcpHandler(({ era }) => build(era), { legacy: kind === 'both' ? 'stateless' : 'reject' });
  if (kind === 'both-sessions') {
    const isModern = (request: Request) => request.headers.get('mcp-protocol-version') === '2026-07-28';
    return { ...older, serve: (request) => (isModern(request) ? handler.fetch(request) : older.serve(request)) };
  }
  return { serve: (request) => handler.fetch(request), forget: () => undefined };
}

export async function startUpstream(
  kind: UpstreamKind = 'sessions',
  build: (noticed: string[], era: 'legacy' | 'modern') => McpServer = buildServer,
): Promise<McpUpstream> {
  const noticed: string[] = [];
  const { serve, forget } = serving(kind, (era) => build(noticed, era));
  const server = createServer((request, response) => void handle(request, response));
  const upstream = {
    url: '',
    requests: [] as SeenRequest[],
    noticed,
    intercept: (_seen: SeenRequest): Response | null | Promise<Response | null> => null,
    forgetSessions: forget,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { request, seen } = await receive(incoming, outgoing);
    upstream.requests.push(seen);
    const answer = (await upstream.intercept(seen)) ?? (await serve(request));
    await reply(answer, outgoing);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  upstream.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/mcp`;
  return upstream;
}

async function receive(incoming: IncomingMessage, outgoing: ServerResponse) {
  const body = (await buffer(incoming)).toString('utf8');
  const headers = new Headers(
    Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const { method = 'GET', url = '/' } = incoming;
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  const init = { method, headers, signal: gone.signal, ...(body !== '' && { body }) };
  const rpc: string = body === '' ? '' : (JSON.parse(body).method ?? 'answer');
  return { request: new Request(`http://127.0.0.1${url}`, init), seen: { method, url, headers, rpc, body } };
}

async function reply(answer: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  outgoing.flushHeaders();
  if (!answer.body) return void outgoing.end();
  const body = Readable.from(answer.body);
  outgoing.on('close', () => body.destroy());
  body.on('error', () => outgoing.destroy());
  body.pipe(outgoing);
}
