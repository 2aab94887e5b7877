import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../../test/harness/listen.ts';

/** An MCP upstream's list. With `endless`, pages never end. */
export type McpList = {
  readonly toolsPerPage: number;
  /** The number of pages; null for a list that never ends. */
  readonly pages: number | null;
  readonly descriptionChars: number;
  readonly schemaChars: number;
  /** Empty lists in each schema. In memory, each is many times larger than its two characters. */
  readonly schemaLists?: number;
  /** Which part of each tool, or of results, is long and slow to parse. */
  readonly hostile?: 'name' | 'joiners' | 'results';
};

/**
 * An upstream whose behavior its path selects: `/echo`, `/hang`, `/bytes/{n}`, `/escaped/{n}`, `/quotes/{n}`,
 * `/rows/{n}`, `/openapi/{n}`, `/graphql/{n}`, `/versions/{n}`, `/mcp/{list as JSON}`, `/drip`, `/registry`,
 * `/embeddings`.
 */
export type Upstream = {
  readonly origin: string;
  readonly port: number;
  /** Number of texts embedded so far. */
  embedded(): number;
  close(): void;
};

export async function startUpstream(): Promise<Upstream> {
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  const port = await listenOnLoopback(server);
  return { origin: `http://127.0.0.1:${port}`, port, embedded: () => embedded, close: () => closeAll(server) };
}

function closeAll(server: Server): void {
  server.close();
  server.closeAllConnections();
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, kind = '', rest = ''] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
  const body = await textOf(request);
  switch (kind) {
    case 'hang':
      return;
    case 'bytes':
      return json(response, { text: 'x'.repeat(Number(rest)) });
    case 'escaped':
      // Escapes every character as four, as input for the secret scanner.
      return json(response, { text: '%2541'.repeat(Math.floor(Number(rest) / 5)) });
    case 'quotes':
      response.writeHead(200, { 'content-type': 'application/json' }).end(openQuotes(Number(rest)));
      return;
    case 'rows':
      return json(response, { rows: Array.from({ length: Number(rest) }, (_, id) => ({ id, name: `row ${id}` })) });
    case 'openapi':
      return json(response, openApi(Number(rest)));
    case 'graphql':
      return json(response, hostileSchema(Number(rest)));
    case 'versions':
      return json(response, pathOfVersions(Number(rest)));
    case 'registry':
      return json(response, REGISTRY_PAGE);
    case 'drip':
      return drip(response);
    case 'embeddings':
      return json(response, embeddingsOf(JSON.parse(body)));
    case 'mcp':
      return answerMcp(response, toList(rest), JSON.parse(body));
    default:
      return json(response, { echoed: true });
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const json = (response: ServerResponse, value: unknown): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));

const openApi = (operations: number) => ({
  openapi: '3.1.0',
  info: { title: 'Large', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: Object.fromEntries(
    Array.from({ length: operations }, (_, at) => [
      `/things/${at}/{id}`,
      {
        get: {
          operationId: `get_${at}`,
          summary: wordsOf(at, 120),
          parameters: [{ name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/Id' } }],
          responses: { 200: { description: wordsOf(at, 400) } },
        },
      },
    ]),
  ),
  components: { schemas: { Id: { type: 'string', description: wordsOf(1, 300) } } },
});

/**
 * The introspection of a schema whose types each refer to the next ten, so that selections of fields could grow without
 * end.
 */
function hostileSchema(types: number) {
  const typeRef = (at: number) => ({ kind: 'OBJECT', name: at === 0 ? 'Query' : `T${at}`, ofType: null });
  const text = { kind: 'SCALAR', name: 'String', ofType: null };
  const fieldOf = (name: string, type: object, seed: number) => ({
    ...{ name, type, description: wordsOf(seed, 60), isDeprecated: false, deprecationReason: null },
    args: [{ name: 'a', description: null, type: text, defaultValue: JSON.stringify(wordsOf(seed, 60)) }],
  });
  const objectAt = (at: number, width: number) => ({
    ...typeRef(at),
    ...{ description: wordsOf(at, 60), interfaces: [], inputFields: null, enumValues: null, possibleTypes: null },
    fields: Array.from({ length: width }, (_, next) => fieldOf(`f${next}`, typeRef(1 + ((at + next) % types)), next)),
  });
  const scalar = { ...text, ...{ description: null, fields: null, interfaces: null, inputFields: null } };
  return {
    data: {
      __schema: {
        ...{ queryType: { name: 'Query' }, mutationType: null, subscriptionType: null, directives: [] },
        types: [
          { ...scalar, enumValues: null, possibleTypes: null },
          objectAt(0, types),
          ...Array.from({ length: types }, (_, at) => objectAt(at + 1, 10)),
        ],
      },
    },
  };
}

export const QUOTES = 60_000;
/** A text that is nearly JSON: a string of escaped quotes that never ends. */
export const openQuotes = (quotes: number): string => `{"a":"${'\\"'.repeat(quotes)} :1.0,`;

/** A document whose only path is nearly a version. */
const pathOfVersions = (chars: number) => ({
  ...openApi(0),
  paths: { [`/1${'_'.repeat(chars)}!/x`]: { get: { responses: {} } } },
});

const DIMENSIONS = 1_536;
let embedded = 0;

/** As long as those of common models: half a megabyte for 16 texts. */
function embeddingsOf({ input }: { readonly input: readonly string[] }) {
  embedded += input.length;
  const embeddingOf = (text: string) => Array.from({ length: DIMENSIONS }, (_, at) => Math.sin(text.length * (at + 1)));
  return { data: input.map((text, index) => ({ index, embedding: embeddingOf(text) })) };
}

/** A document that never ends, sent one byte per second. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 1_000);
  response.once('close', () => clearInterval(timer));
}

/** The path of an MCP server that lists `list`. */
export const mcpPath = (list: McpList): string => `/mcp/${Buffer.from(JSON.stringify(list)).toString('base64url')}`;
const toList = (path: string): McpList => JSON.parse(Buffer.from(path, 'base64url').toString());

type Message = { readonly id?: number; readonly method?: string; readonly params?: { readonly cursor?: string } };

function answerMcp(response: ServerResponse, list: McpList, { id, method, params }: Message): void {
  if (id === undefined) response.writeHead(202).end();
  else json(response, { jsonrpc: '2.0', id, ...mcpAnswer(list, method, params?.cursor) });
}

function mcpAnswer(list: McpList, method: string | undefined, cursor = '0') {
  switch (method) {
    case 'initialize': {
      const serverInfo = { name: 'upstream', version: '1' };
      return { result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo } };
    }
    case 'tools/list':
      return { result: pageOf(list, Number(cursor)) };
    case 'tools/call':
      return {
        result: { content: [{ type: 'text', text: list.hostile === 'results' ? openQuotes(QUOTES) : 'done' }] },
      };
    default:
      return { error: { code: -32_601, message: 'Method not found' } };
  }
}

const JOINED = '\u0915\u200d'.repeat(400);

/** The hostile part in or around a tool's name. */
const hostileIn = ({ hostile }: McpList) => ({
  ...(hostile === 'name' && { name: `a${'_'.repeat(40_000)}b.` }),
  ...(hostile === 'joiners' && { title: JOINED, _meta: { joined: JOINED } }),
});

function pageOf(list: McpList, page: number) {
  const { toolsPerPage, pages, descriptionChars, schemaChars, schemaLists = 0 } = list;
  const examples = Array.from({ length: schemaLists }, () => []);
  const isLast = pages !== null && page + 1 >= pages;
  const tools = Array.from({ length: toolsPerPage }, (_, at) => ({
    name: `tool_${page}_${at}`,
    description: wordsOf(page * toolsPerPage + at, descriptionChars),
    inputSchema: {
      type: 'object',
      properties: { value: { type: 'string', description: 'v'.repeat(schemaChars) } },
      ...(schemaLists > 0 && { examples }),
    },
    ...hostileIn(list),
  }));
  return { tools, ...(!isLast && { nextCursor: String(page + 1) }) };
}

const WORDS = 'create list delete update issue report invoice customer message channel file folder user team'.split(
  ' ',
);

/** Text whose words differ for each tool. */
function wordsOf(seed: number, chars: number): string {
  let text = '';
  for (let at = 0; text.length < chars; at += 1) {
    text += `${WORDS[(seed * 7 + at * 3) % WORDS.length]} ${(seed * 31 + at).toString(36)} `;
  }
  return text.slice(0, chars);
}

/** A page of entries of 20 KB each, mostly unused data. */
const REGISTRY_PAGE = {
  servers: Array.from({ length: 100 }, (_, at) => ({
    server: {
      ...{ name: `io.example/server-${at}`, description: 'x'.repeat(300), version: '1.0.0' },
      remotes: [{ type: 'streamable-http', url: 'https://mcp.example.com/' }],
      _meta: { more: Array.from({ length: 6_000 }, () => ({})) },
    },
  })),
  metadata: { nextCursor: 'next' },
};
