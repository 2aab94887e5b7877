import { join } from 'node:path';
import type { Placement } from '../../src/core/servers/document.ts';
import { HTTP_MODES } from './httpModes.ts';
import { MCP_TOOLS } from './mcpTools.ts';
import { type Canary, newCanary, type SHAPES } from './secrets.ts';

/** A server with its credentials. Each stored value is a canary. */
export type HostileServer = {
  readonly id: string;
  /** Null for a server that is already in the marketplace. */
  readonly document: unknown;
  readonly credentials: Readonly<Record<string, Canary>>;
  readonly tools: readonly string[];
  /** A tool that succeeds. Calling it between the others keeps the circuit breaker closed. */
  readonly okTool: string;
};

export type Field = {
  readonly shape: keyof typeof SHAPES;
  readonly placement?: Placement;
  /** A field that the server declares as not secret, such as a user name. */
  readonly isOpen?: boolean;
};
export type Fields = Readonly<Record<string, Field>>;
export type Canaries = Readonly<Record<string, Canary>>;

const ANY_OBJECT = { type: 'object' };
const header = (name: string, template?: string): Placement => ({ in: 'header', name, ...(template && { template }) });
const inEnv = (name: string, shape: Field['shape']): Field => ({ shape, placement: { in: 'env', name } });

/** The credentials of each kind of server. Each shape occurs somewhere. */
export const FIELDS = {
  http: {
    plain: { shape: 'plain', placement: header('X-Plain') },
    bearer: { shape: 'plain', placement: header('Authorization', 'Bearer {bearer}') },
    query: { shape: 'awkward', placement: { in: 'query', name: 'api_key' } },
    body: { shape: 'unicode', placement: { in: 'body', name: 'key' } },
    path: { shape: 'awkward', placement: { in: 'path', name: 'path' } },
    long: { shape: 'long', placement: header('X-Long') },
  },
  mcp: {
    token: { shape: 'plain', placement: header('Authorization', 'Bearer {token}') },
    odd: { shape: 'awkward', placement: header('X-Odd') },
  },
  stdio: { secret: inEnv('LEAKY_SECRET', 'awkward'), more: inEnv('MORE', 'unicode') },
} as const satisfies Record<string, Fields>;

export const canariesFor = (kind: string, fields: Fields): Canaries =>
  Object.fromEntries(
    Object.entries(fields).map(([field, { shape, isOpen = false }]) => [
      field,
      { ...newCanary(`${kind} ${field}`, shape), isOpen },
    ]),
  );

type Parts = { readonly fields: Fields; readonly canaries: Canaries; readonly tools: readonly string[]; ok: string };

function hostile(id: string, { fields, canaries, tools, ok }: Parts, rest: object): HostileServer {
  const credentials = Object.entries(fields).map(([field, { placement }]) => ({
    id: field,
    name: field,
    required: true,
    ...(placement && { placement }),
  }));
  const document = { id, name: `Hostile ${id}`, credentials, ...rest };
  return { id, document, credentials: canaries, tools: tools.map((tool) => `${id}_${tool}`), okTool: `${id}_${ok}` };
}

const slug = (kind: string, tool: string): string => `${kind}-${tool.replaceAll('_', '-')}`;
const FAILURE_RULE = { failure: { at: '/ok', equals: false, message: '/error' } };

/** One server per type of response: an open circuit breaker for one type must not hide the others. */
export const httpServers = (origin: string, canaries: Canaries): readonly HostileServer[] =>
  Object.keys(HTTP_MODES).map((mode) =>
    hostile(
      slug('http', mode),
      { fields: FIELDS.http, canaries, tools: [mode], ok: 'json' },
      {
        connector: { kind: 'http', baseUrl: origin },
        tools: [...new Set([mode, 'json'])].map((name) => ({
          name,
          inputSchema: ANY_OBJECT,
          request: { kind: 'template', method: 'POST', path: `/http/${name}/{path}`, ...FAILURE_RULE },
        })),
      },
    ),
  );

const toolsNamed = (...names: readonly string[]) =>
  [...new Set(names)].map((name) => ({ name, inputSchema: ANY_OBJECT }));

export const mcpServers = (origin: string, canaries: Canaries): readonly HostileServer[] =>
  Object.keys(MCP_TOOLS).map((tool) =>
    hostile(
      slug('mcp', tool),
      { fields: FIELDS.mcp, canaries, tools: [tool], ok: 'text' },
      {
        connector: { kind: 'mcp-http', url: `${origin}/mcp` },
        tools: toolsNamed(tool, 'text'),
      },
    ),
  );

/** Programs that print their input, and the protocol's reference server, which prints its environment. */
export function stdioServers(canaries: Canaries): readonly HostileServer[] {
  const fields = FIELDS.stdio;
  const args = [join(import.meta.dirname, 'leakyServer.ts')];
  const leaky = ['tell', 'fail', 'refuse', 'crash'].map((tool) =>
    hostile(
      slug('stdio', tool),
      { fields, canaries, tools: [tool], ok: 'tell' },
      {
        connector: { kind: 'mcp-stdio', command: process.execPath, args },
        tools: toolsNamed(tool, 'tell'),
      },
    ),
  );
  const everything = hostile(
    'surroundings',
    { fields, canaries, tools: ['get-env'], ok: 'get-env' },
    {
      connector: { kind: 'mcp-stdio', package: '@modelcontextprotocol/server-everything' },
      tools: toolsNamed('get-env'),
    },
  );
  return [...leaky, everything];
}

/** Addresses that egress refuses or that don't respond, with secrets in the path and query. */
export const unreachableServers = (canaries: Canaries): readonly HostileServer[] =>
  ['http://127.0.0.2:9', 'http://nowhere.invalid', 'https://10.0.0.1'].map((baseUrl, index) =>
    hostile(
      `unreachable-${index}`,
      { fields: FIELDS.http, canaries, tools: ['raw'], ok: 'raw' },
      {
        connector: { kind: 'http', baseUrl },
        tools: [
          { name: 'raw', inputSchema: ANY_OBJECT, request: { kind: 'template', method: 'GET', path: '/{path}' } },
        ],
      },
    ),
  );

export const OPENAPI_ID = 'opened';
const OPENAPI_MODES = ['raw', 'json', 'status_401', 'status_500', 'redirect_same', 'bad_json', 'cut_500'];

/** The importer's version of the document below, which names the fields. */
export const openApiServer = (canaries: Canaries): HostileServer => ({
  id: OPENAPI_ID,
  document: null,
  credentials: canaries,
  tools: OPENAPI_MODES.map((mode) => `${OPENAPI_ID}_${mode}`),
  okTool: `${OPENAPI_ID}_json`,
});

/** An OpenAPI document for the importer. */
export const openApiDocument = (origin: string): unknown => ({
  openapi: '3.1.0',
  info: { title: 'Hostile', version: '1' },
  servers: [{ url: `${origin}/openapi` }],
  security: [{ key: [], basic: [] }],
  paths: Object.fromEntries(
    OPENAPI_MODES.map((mode) => [
      `/${mode}`,
      { get: { operationId: mode, responses: { '200': { description: 'What was sent' } } } },
    ]),
  ),
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'query', name: 'api_key' },
      basic: { type: 'http', scheme: 'basic' },
    },
  },
});
