import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../../test/harness/listen.ts';
import { HTTP_MODES, type Respond } from './httpModes.ts';
import { MCP_TOOLS, type McpRequest } from './mcpTools.ts';

/** A hostile upstream: it returns the secrets that it receives, in every possible way. */
export type Upstream = {
  readonly origin: string;
  readonly port: number;
  /** How often calls really reached each mode: a call that was never sent proves nothing. */
  readonly reached: ReadonlyMap<string, number>;
  close(): void;
};

export type Secrets = {
  readonly http: readonly string[];
  readonly openapi: readonly string[];
  readonly mcp: readonly string[];
};

/** @param secrets the credentials of the call; read on each request, because the import comes first */
export async function startUpstream(secrets: () => Secrets): Promise<Upstream> {
  const reached = new Map<string, number>();
  const count = (mode: string) => reached.set(mode, (reached.get(mode) ?? 0) + 1);
  const server = createServer((request, response) => {
    void answer(request, response, secrets(), count).catch(() => response.destroy());
  });
  const port = await listenOnLoopback(server);
  return { origin: `http://127.0.0.1:${port}`, port, reached, close: () => closeNow(server) };
}

function closeNow(server: Server): void {
  server.close();
  server.closeAllConnections();
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  secrets: Secrets,
  count: (mode: string) => void,
): Promise<void> {
  const body = await text(request);
  const [, surface = '', mode = ''] = new URL(request.url ?? '/', 'http://upstream.test').pathname.split('/');
  if (surface === 'mcp') return answerMcp(JSON.parse(body), response, secrets.mcp, count);
  const respond: Respond | undefined = HTTP_MODES[mode];
  if (!respond) return void response.writeHead(404).end();
  count(`${surface}/${mode}`);
  respond(response, surface === 'openapi' ? secrets.openapi : secrets.http, surface);
}

const INITIALIZED = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'hostile', version: '1.0.0' },
};

function answerMcp(
  message: McpRequest,
  response: ServerResponse,
  secrets: readonly string[],
  count: (mode: string) => void,
): void {
  const { id, method, params } = message;
  if (id === undefined) return void response.writeHead(202).end();
  const send = (result: object) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...result }));
  const tool = MCP_TOOLS[params?.name ?? ''];
  if (method === 'initialize') return void send({ result: INITIALIZED });
  if (method !== 'tools/call' || !tool) {
    // Any other method, such as the tool list at import, and a call of an unknown tool get an error.
    return void send({ error: { code: -32_601, message: `no ${method} with ${secrets.join(' ')}` } });
  }
  count(`mcp/${params?.name}`);
  tool({ message, response, secrets, send });
}
