import { createServer } from 'node:http';
import { stringify } from 'yaml';
import { type McpUpstream, startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { listenOnLoopback } from '../harness/listen.ts';

export const OPENAPI = {
  openapi: '3.0.3',
  info: { title: 'Pet Shop', description: 'Sells pets', version: '1' },
  servers: [{ url: 'https://pets.example.com' }],
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        summary: 'List pets',
        parameters: [{ name: 'kind', in: 'query', schema: { type: 'string', default: null } }],
        responses: { 200: { description: 'OK' } },
      },
    },
    '/pets/{id}': {
      delete: {
        operationId: 'dropPet',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 204: { description: 'Gone' } },
      },
    },
  },
};

export const registryEntry = (url: string, headers: readonly object[] = []) => ({
  name: 'io.example/echo',
  description: 'Echoes',
  version: '1.0.0',
  remotes: [{ type: 'streamable-http', url, headers }],
});

const LARGE_BYTES = 5 * 1024 * 1024;
const KEY = 'sesame-open-1';

/** Documents at URLs, an MCP server, one that requires a key and one that requires a sign-in. */
export async function startSources() {
  const upstream: McpUpstream = await startUpstream('both');
  const locked: McpUpstream = await startUpstream('both');
  const signedIn: McpUpstream = await startUpstream('both');
  const pages: Record<string, string> = {
    '/api.json': JSON.stringify(OPENAPI),
    '/api.yaml': stringify(OPENAPI),
    '/server.json': JSON.stringify(registryEntry(upstream.url)),
    '/big.json': JSON.stringify({ ...OPENAPI, 'x-padding': 'x'.repeat(LARGE_BYTES / 2) }),
    '/big.html': `- ${'x'.repeat(LARGE_BYTES / 2)}`,
    '/page.html': '<!doctype html><p>Hello',
    '/long.json': JSON.stringify({ ...OPENAPI, 'x-padding': 'x'.repeat(LARGE_BYTES * 6) }),
    '/large.json': JSON.stringify({ ...OPENAPI, 'x-padding': 'x'.repeat(LARGE_BYTES * 7) }),
  };
  const web = createServer((request, response) => {
    const path = request.url ?? '';
    const body = path.startsWith('/.well-known/') ? JSON.stringify(provider()) : pages[path];
    response.writeHead(body === undefined ? 404 : 200).end(body ?? 'nothing');
  });
  const origin = `http://127.0.0.1:${await listenOnLoopback(web)}`;
  const provider = () => ({
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  });
  const refusal = (headers: Record<string, string>) => new Response(null, { status: 401, headers });
  locked.intercept = ({ headers }) => (headers.get('authorization') === `Bearer ${KEY}` ? null : refusal({}));
  signedIn.intercept = ({ url }) => {
    if (url.startsWith('/.well-known/oauth-protected-resource')) {
      return Response.json({ resource: signedIn.url, authorization_servers: [origin] });
    }
    const metadata = new URL('/.well-known/oauth-protected-resource/mcp', signedIn.url);
    return refusal({ 'www-authenticate': `Bearer resource_metadata="${metadata}"` });
  };
  return {
    origin,
    upstream,
    locked,
    signedIn,
    key: KEY,
    async close() {
      web.closeAllConnections();
      web.close();
      await Promise.all([upstream, locked, signedIn].map((each) => each.close()));
    },
  };
}

export type Sources = Awaited<ReturnType<typeof startSources>>;
