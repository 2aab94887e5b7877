import { startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { startWorld } from '../harness/world.ts';
import { connect, type DocumentInput, type Endpoint, makeEndpoint } from './kit.ts';

export const object = { type: 'object' } as const;
export const message = { ...object, properties: { message: { type: 'string' } }, required: ['message'] };
export const sum = { ...object, properties: { sum: { type: 'number' } }, required: ['sum'] };
export const tool = (name: string, more: object = {}) => ({ name, description: '', inputSchema: object, ...more });
const get = (name: string) =>
  tool(name, { request: { kind: 'template', method: 'GET', path: `/${name}`, bodyEncoding: 'json' } });

/** `startUpstream`'s server, and a tool that it doesn't have. */
export const mcpServer = (url: string): DocumentInput => ({
  id: 'demo',
  name: 'Demo',
  connector: { kind: 'mcp-http', url },
  tools: [
    tool('echo', {
      title: 'Echo',
      description: 'Says it again',
      inputSchema: message,
      annotations: { readOnlyHint: true },
    }),
    tool('sum', { outputSchema: sum }),
    ...['fail', 'steps', 'wait', 'gone'].map((name) => tool(name)),
  ],
});
const httpServer = (baseUrl: string): DocumentInput => ({
  id: 'web',
  name: 'Web',
  connector: { kind: 'http', baseUrl },
  tools: ['object', 'list', 'text', 'image', 'binary', 'broken'].map(get),
});
const keyed: DocumentInput = {
  id: 'keyed',
  name: 'Keyed',
  connector: { kind: 'http', baseUrl: 'http://127.0.0.1:9' },
  credentials: [{ id: 'api_key', name: 'Key', description: '', required: true, secret: true }],
  tools: [get('anything')],
};

const BODIES: Record<string, () => Response> = {
  '/object': () => Response.json({ a: 1 }),
  '/list': () => Response.json([1, 2]),
  '/text': () => new Response('plain', { headers: { 'content-type': 'text/plain' } }),
  '/image': () => new Response(Buffer.from('png'), { headers: { 'content-type': 'image/png' } }),
  '/binary': () => new Response(Buffer.from([0, 255]), { headers: { 'content-type': 'application/zip' } }),
  '/broken': () => new Response('no', { status: 502 }),
};

const answerFor = ({ url }: { readonly url: string }): Response | null => BODIES[url]?.() ?? null;

/**
 * A stack of three servers behind an endpoint, and a stack of one in another account. Call `reset` before each test.
 */
export async function openDemo() {
  const world = await startWorld({ egressAllow: '127.0.0.0/8' });
  const upstream = await startUpstream('both');
  const servers = [mcpServer(upstream.url), httpServer(new URL(upstream.url).origin), keyed];
  const endpoint = await makeEndpoint(world.account.ctx, world.url, 'ours', servers);
  const other = await makeEndpoint(world.otherAccount.ctx, world.url, 'theirs', [mcpServer(upstream.url)]);
  const closing: { close(): Promise<void> }[] = [];
  return {
    world,
    upstream,
    endpoint,
    other,
    /** An official client; it lasts until the next `reset`. */
    async client(mode: 'legacy' | 'auto', to: Endpoint = endpoint) {
      const connected = await connect(to, mode);
      closing.push(connected);
      return connected;
    },
    async reset() {
      await Promise.all(closing.splice(0).map((client) => client.close()));
      upstream.intercept = answerFor;
      upstream.requests.splice(0);
      upstream.noticed.splice(0);
    },
    async close() {
      await Promise.all(closing.map((client) => client.close()));
      await world.close();
      await upstream.close();
    },
  };
}

export const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 7, method, params });
export const callOf = (name: string, input: object = {}) => rpc('tools/call', { name, arguments: input });
