import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { startUpstream } from '../../connectors/mcp/mcpUpstream.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld } from '../../harness/world.ts';
import { makeEndpoint } from '../../mcp/kit.ts';
import { ask } from './mail.ts';

/* Services of each kind that revoke the tokens of a client. */

let [issued, revoked] = [0, 0];
let bodies: string[] = [];
const isGood = (authorization: string): boolean => Number(authorization.replace('Bearer token-', '')) > revoked;

const api = createServer(async (request, response) => {
  const body = await text(request);
  const answer = (status: number, value: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  if (request.url === '/token') {
    issued += 1;
    return answer(200, { access_token: `token-${issued}`, expires_in: 3_600 });
  }
  if (!isGood(request.headers.authorization ?? '')) return answer(401, {});
  bodies.push(body);
  return answer(200, request.url === '/graphql' ? { data: { a: 1 } } : { done: true });
});
const origin = `http://127.0.0.1:${await listenOnLoopback(api)}`;
const upstream = await startUpstream('both');
upstream.intercept = ({ headers }) =>
  Promise.resolve(isGood(headers.get('authorization') ?? '') ? null : new Response(null, { status: 401 }));
const world = await startWorld({ egressAllow: '127.0.0.0/8' });
afterAll(async () => {
  await world.close();
  await upstream.close();
  api.close();
});

const SECRET = 'secret-of-the-client';
const credentials = [
  { id: 'secret', name: 'Secret', required: true, secret: true },
  {
    ...{ id: 'token', name: 'Token', required: true },
    placement: { in: 'header' as const, name: 'Authorization', template: 'Bearer {token}' },
    oauth2: {
      ...{ grant: 'client_credentials' as const, tokenUrl: `${origin}/token`, clientId: { value: 'app' } },
      clientSecret: { field: 'secret' },
    },
  },
];
const INPUT = { type: 'object', properties: { message: { type: 'string' } } };
const graphql = { kind: 'graphql', method: 'POST', operation: 'mutation', query: 'mutation { a }' };
const http = (method: string) => ({ kind: 'template', method, path: '/', body: { message: '{message}' } });
const CASES = {
  get: [
    { kind: 'http', baseUrl: origin },
    { kind: 'template', method: 'GET', path: '/' },
  ],
  post: [{ kind: 'http', baseUrl: origin }, http('POST')],
  delete: [{ kind: 'http', baseUrl: origin }, http('DELETE')],
  mutation: [{ kind: 'graphql', baseUrl: `${origin}/graphql` }, graphql],
  mcp: [{ kind: 'mcp-http', url: upstream.url, headers: {} }, undefined],
} as const;
const documents = Object.entries(CASES).map(([id, [connector, request]]) => ({
  ...{ id, name: id, connector, credentials },
  tools: [{ name: 'echo', description: '', inputSchema: INPUT, ...(request && { request }) }],
}));
const { ctx, apiKey } = world.account;
const { stackId } = await makeEndpoint(ctx, world.url, 'renewed', documents as never);
for (const { id } of documents) await setCredentials(ctx, stackId, toServerId(id), { credentials: { secret: SECRET } });
const call = (id: string) =>
  ask(`${world.url}/v1/stacks/${stackId}/tools/${id}_echo/invoke`, apiKey, { body: { tool_input: { message: 'x' } } });

beforeEach(() => {
  bodies = [];
});

it.each(Object.keys(CASES))('a call of kind %s is repeated once with another token after a 401', async (id) => {
  expect(await call(id)).toMatchObject({ status: 200 });
  const before = issued;
  revoked = issued;
  expect(await call(id)).toMatchObject({ status: 200 });
  expect(issued).toBe(before + 1);
  // The whole input is sent again.
  expect(bodies[1]).toBe(bodies[0]);
  revoked = Number.POSITIVE_INFINITY;
  expect((await call(id)).status).not.toBe(200);
  expect(issued).toBe(before + 2);
  revoked = issued;
});
