import { inputRequired, McpServer } from '@modelcontextprotocol/server';
import { afterAll, expect, it } from 'vitest';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { createStackToken } from '../../src/core/endpoints/stackToken.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { startWorld } from '../harness/world.ts';
import { type Endpoint, makeEndpoint, post } from './kit.ts';

const SECRET = 'sk-canary-passed-question';
const requestedSchema = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
};
const ask = () =>
  inputRequired({
    inputRequests: { city: inputRequired.elicit({ message: `Which city, ${SECRET}?`, requestedSchema }) },
    requestState: 'own state',
  });

/** A server of the stateless revision whose prompt and resource elicit before they return a result. */
function build(): McpServer {
  const server = new McpServer({ name: 'asking', version: '1.0.0' });
  server.registerTool('plain', {}, () => ({ content: [] }));
  server.registerPrompt('guide', {}, ({ mcpReq }) => {
    if (!mcpReq.inputResponses) return ask();
    const text = `${mcpReq.requestState()} ${JSON.stringify(mcpReq.inputResponses)}`;
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
  server.registerResource('map', 'test://map', {}, ({ href: uri }, { mcpReq }) =>
    mcpReq.inputResponses ? { contents: [{ uri, text: JSON.stringify(mcpReq.inputResponses) }] } : ask(),
  );
  return server;
}

const world = await startWorld({ egressAllow: '127.0.0.0/8' });
const upstream = await startUpstream('modern', build);
afterAll(async () => {
  await world.close();
  await upstream.close();
});
const { ctx } = world.account;
const endpoint = await makeEndpoint(ctx, world.url, 'passed', [
  {
    id: 'asks',
    name: 'Asks',
    connector: {
      kind: 'mcp-http',
      url: upstream.url,
      headers: { 'x-key': '{key}' },
      passThrough: ['resources', 'prompts'],
    },
    credentials: [{ id: 'key', name: 'Key', description: '', required: true, secret: true }],
    tools: [{ name: 'plain', description: '', inputSchema: { type: 'object' } }],
  },
]);

await setCredentials(ctx, endpoint.stackId, toServerId('asks'), { credentials: { key: SECRET } });

const FORM = { elicitation: { form: {} } };
const PROMPT = { method: 'prompts/get', params: { name: 'asks_guide' } };
const RESOURCE = { method: 'resources/read', params: { uri: 'toolyard://asks/test://map' } };
const ANSWER = { city: { action: 'accept', content: { city: 'Rome' } } };

/** Sends a request as a client of the stateless revision. */
async function request(
  { method, params }: { readonly method: string; readonly params: Readonly<Record<string, string>> },
  more: object = {},
  capabilities: object = FORM,
  to: Pick<Endpoint, 'url' | 'token'> = endpoint,
) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const name = params['name'] ?? params['uri'] ?? '';
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, 'mcp-name': name };
  const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, ...more, _meta } };
  return (await post(to, body, { headers })).body;
}

const stateIn = (answer: unknown): string => JSON.parse(JSON.stringify(answer)).result.requestState;

it.each([PROMPT, RESOURCE])(
  'an elicitation reaches the client, and its response returns once: $method',
  async (rpcRequest) => {
    const reply = await request(rpcRequest);
    expect(reply).toMatchObject({
      result: { resultType: 'input_required', inputRequests: { city: { method: 'elicitation/create' } } },
    });
    const requestState = stateIn(reply);
    expect(JSON.stringify(reply)).not.toContain(SECRET);
    const answered = JSON.stringify(await request(rpcRequest, { inputResponses: ANSWER, requestState }));
    expect(answered).toContain('Rome');
    if (rpcRequest === PROMPT) expect(answered).toContain('own state');
    const again = await request(rpcRequest, { inputResponses: ANSWER, requestState });
    expect(again).toMatchObject({ error: { code: -32_602, message: expect.stringContaining('already answered') } });
  },
);

it('the state works only for its own request and caller', async () => {
  const requestState = stateIn(await request(PROMPT));
  const answer = { inputResponses: ANSWER, requestState };
  const { id } = await ctx.db.clientEndpoint.findFirstOrThrow({ where: { clientId: endpoint.clientId } });
  const { token } = await createStackToken(ctx, { endpointId: id, name: 'another' });
  const refused = { error: { code: -32_602, message: expect.stringContaining('belongs to another call') } };
  expect(await request(RESOURCE, answer)).toMatchObject(refused);
  expect(await request(PROMPT, answer, FORM, { ...endpoint, token })).toMatchObject(refused);
  expect(await request(PROMPT, { ...answer, requestState: `${requestState}A` })).toMatchObject(refused);
  expect(JSON.stringify(await request(PROMPT, answer))).toContain('Rome');
});

it('a client without elicitation learns that there was one, but not its content', async () => {
  const answer = await request(PROMPT, {}, {});
  expect(answer).toMatchObject({
    error: { code: -32_021, message: expect.stringContaining('has not declared') },
  });
  expect(JSON.stringify(answer)).not.toContain('city');
});
