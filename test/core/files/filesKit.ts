import { createCipheriv, createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import zlib from 'node:zlib';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld, type WorldOptions } from '../../harness/world.ts';

const BLOCK = 65_536;

/** Bytes that no compression shortens, always the same for a name. */
export function* contentOf(name: string, bytes: number): Generator<Buffer> {
  const key = createHash('sha256').update(name).digest();
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  for (let at = 0; at < bytes; at += BLOCK) yield cipher.update(Buffer.alloc(Math.min(BLOCK, bytes - at)));
}

export function digestOf(chunks: Iterable<Uint8Array>): string {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

/** A request as it arrived; long bodies are only measured. */
export type Received = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: number;
  readonly digest: string;
  /** The first 64 KiB. */
  readonly start: Buffer;
};

async function bodyOf(request: IncomingMessage): Promise<Pick<Received, 'bytes' | 'digest' | 'start'>> {
  const hash = createHash('sha256');
  const start: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    if (bytes < BLOCK) start.push(chunk);
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { bytes, digest: hash.digest('hex'), start: Buffer.concat(start) };
}

async function exportFile(url: URL, { headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, , name = '', size = '0'] = url.pathname.split('/');
  const isPacked = url.searchParams.get('packed') === 'true';
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name}.bin"`,
    ...(isPacked && { 'content-encoding': 'gzip' }),
  });
  const target = isPacked ? zlib.createGzip({ level: 1 }) : response;
  if (target !== response) target.pipe(response);
  for (const chunk of contentOf(name, Number(size))) {
    if (response.destroyed) return;
    if (!target.write(chunk)) await new Promise((resolve) => target.once('drain', resolve));
  }
  if (url.searchParams.has('echo')) target.write(String(headers['x-key']));
  target.end();
}

/** Two services: `/export/…` answers with a file, and every other path takes one. */
export async function startUpstream() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://upstream.test');
    const body = await bodyOf(request);
    if (url.pathname === '/keep') {
      response.writeHead(307, { location: '/kept' }).end();
      return;
    }
    received.push({ path: url.pathname, headers: request.headers, ...body });
    if (url.pathname.startsWith('/export/')) await exportFile(url, request, response);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ got: body.bytes }));
  });
  const port = await listenOnLoopback(server);
  return {
    port,
    received,
    last: () => received[received.length - 1],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const text = { type: 'string' };
const base64 = { type: 'string', contentEncoding: 'base64' };
const object = (properties: object) => ({ type: 'object', properties });
const operation = (path: string, contentType: string, from: object, more: object = {}) => ({
  ...{ kind: 'operation', method: 'POST', path, parameters: [] },
  body: { contentType, from, required: true, ...more },
});
const FILE = {
  anyOf: [
    base64,
    {
      ...object({ content: base64, filename: text, content_type: text }),
      required: ['content'],
      additionalProperties: false,
    },
  ],
};

/** The tools of a service that takes files, in every way that a request can hold one. */
const BOX_TOOLS = {
  raw: {
    inputSchema: object({ body: base64 }),
    request: operation('/raw', 'application/octet-stream', { property: 'body' }),
  },
  form: {
    inputSchema: object({ file: FILE, title: text }),
    request: operation(
      '/form',
      'multipart/form-data',
      { properties: { file: 'file', title: 'title' } },
      { files: ['file'] },
    ),
  },
  list: {
    inputSchema: object({ files: { type: 'array', items: FILE } }),
    request: operation('/list', 'multipart/form-data', { properties: { files: 'files' } }, { files: ['files'] }),
  },
  json: {
    inputSchema: object({ name: text, data: base64, note: text, any: {} }),
    request: operation('/json', 'application/json', {
      properties: { name: 'name', data: 'data', note: 'note', any: 'any' },
    }),
  },
  urlencoded: {
    inputSchema: object({ data: base64 }),
    request: operation('/urlencoded', 'application/x-www-form-urlencoded', { properties: { data: 'data' } }),
  },
  keep: {
    inputSchema: object({ body: base64 }),
    request: operation('/keep', 'application/octet-stream', { property: 'body' }),
  },
  template: {
    inputSchema: object({ data: base64, id: base64 }),
    request: { kind: 'template', method: 'POST', path: '/t/{id}', body: { file: 'data:;base64,{data}' } },
  },
} as const;

const baseUrlOf = (port: number): string => `http://127.0.0.1:${port}`;

/** The server that exports files. */
export const driveDocument = (port: number) => ({
  ...{ id: 'drive', name: 'Drive', connector: { kind: 'http', baseUrl: baseUrlOf(port) } },
  credentials: [{ id: 'key', name: 'Key', required: false, secret: true, placement: { in: 'header', name: 'X-Key' } }],
  tools: [
    {
      name: 'export',
      inputSchema: object({
        name: text,
        bytes: { type: 'integer' },
        packed: { type: 'boolean' },
        echo: { type: 'boolean' },
      }),
      request: {
        ...{ kind: 'template', method: 'GET', path: '/export/{name}/{bytes}' },
        query: { packed: '{packed}', echo: '{echo}' },
      },
    },
  ],
});

/** The server that takes files. */
export const boxDocument = (port: number) => ({
  ...{ id: 'box', name: 'Box', connector: { kind: 'openapi', baseUrl: baseUrlOf(port) }, credentials: [] },
  tools: Object.entries(BOX_TOOLS).map(([name, tool]) => ({ name, ...tool })),
});

/** The service with a server that exports files and one that takes them, in one stack of each account. */
export async function startFilesWorld(options: WorldOptions = {}) {
  const upstream = await startUpstream();
  const database = await createTestDatabase();
  const settings = { ...options, databaseUrl: database.url, egressAllow: `127.0.0.1:${upstream.port}` };
  const world = await startWorld(settings);
  await world.saveServer(driveDocument(upstream.port));
  await world.saveServer(boxDocument(upstream.port));
  const stackOf = async (account: typeof world.account) => {
    const { id } = await createStack(account.ctx, { name: 'files' });
    for (const serverId of ['drive', 'box'])
      await addServerToStack(account.ctx, id, { serverId, enableAllTools: true });
    const endpoint = await createClientEndpoint(account.ctx, { stackId: id, name: 'agent' });
    return { stackId: id, endpoint, account };
  };
  const invoke = async (
    { stackId, account }: Awaited<ReturnType<typeof stackOf>>,
    tool: string,
    input: unknown,
    query = '',
    url = world.url,
  ) => {
    const response = await fetch(`${url}/v1/stacks/${stackId}/tools/${tool}/invoke${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool_input: input }),
    });
    return {
      status: response.status,
      body: await response.json(),
      issues: response.headers.get('x-validation-errors'),
      retryAfter: response.headers.get('retry-after'),
    };
  };
  return {
    world,
    upstream,
    ours: await stackOf(world.account),
    theirs: await stackOf(world.otherAccount),
    invoke,
    /** Starts another instance on the same database. */
    startAnother: () => startWorld(settings),
    close: async () => {
      await world.close();
      await database.close();
      upstream.close();
    },
  };
}
