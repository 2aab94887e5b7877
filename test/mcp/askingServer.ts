import { inputRequired, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { startUpstream, type UpstreamKind } from '../connectors/mcp/mcpUpstream.ts';
import { createTestDatabase } from '../harness/database.ts';
import { startWorld, type WorldOptions } from '../harness/world.ts';
import { type Endpoint, makeEndpoint, post } from './kit.ts';

/** A secret that its elicitation repeats, as a careless server would. */
export const SECRET = 'a-very-secret-key';
const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
const schema = z.object({ seats: z.number() });

/** A server of the stateless revision that elicits before it returns a result. Responses go to `made`. */
export function askingServer(made: string[]): McpServer {
  const server = new McpServer({ name: 'asking', version: '1.0.0' });
  server.registerTool('book', { inputSchema: z.object({ show: z.string() }) }, ({ show }, ctx) => {
    const { inputResponses } = ctx.mcpReq;
    const state = ctx.mcpReq.requestState<string>();
    if (!inputResponses) {
      const seats = inputRequired.elicit({ message: `How many for ${show}, ${SECRET}?`, requestedSchema: schema });
      return inputRequired({ inputRequests: { seats }, requestState: `of ${show}` });
    }
    made.push(`${state}: ${JSON.stringify(inputResponses)}`);
    return text('booked');
  });
  server.registerTool('link', {}, (ctx) =>
    ctx.mcpReq.inputResponses
      ? text('linked')
      : inputRequired({
          inputRequests: { page: inputRequired.elicitUrl({ message: 'Sign in', url: 'https://a.test/in' }) },
        }),
  );
  server.registerTool('plain', {}, () => text('plainly'));
  server.registerTool('sample', {}, () =>
    inputRequired({ inputRequests: { idea: inputRequired.createMessage({ messages: [], maxTokens: 1 }) } }),
  );
  return server;
}

export type Params = { readonly name: string; readonly [key: string]: unknown };

/** The result of a tool call in the stateless revision, by a client with these capabilities; or `{ error }`. */
export async function callStateless(to: Pick<Endpoint, 'url' | 'token'>, params: Params, capabilities: object) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': params.name };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { arguments: {}, ...params, _meta } };
  const object = z.record(z.string(), z.any());
  const read = z.object({ result: object.optional(), error: object.optional() });
  const { result, error } = read.parse((await post(to, body, { headers })).body);
  return result ?? { error };
}

const requestedSchema = {
  type: 'object' as const,
  properties: { seats: { type: 'number' as const } },
  required: ['seats'],
};

/**
 * A server of an older revision, which keeps its call open while it waits for each response. Responses go to `made`.
 */
export function waitingServer(made: string[]): McpServer {
  const server = new McpServer({ name: 'waiting', version: '1.0.0' });
  const inputSchema = z.object({
    ...{ show: z.string(), times: z.number().optional() },
    isImpatient: z.boolean().optional(),
  });
  server.registerTool('book', { inputSchema }, async ({ show, times = 1, isImpatient = false }, { mcpReq }) => {
    for (let at = 0; at < times; at += 1) {
      const elicitation = { message: `How many for ${show}, ${SECRET}?`, requestedSchema };
      const answer = mcpReq.elicitInput(elicitation, { relatedRequestId: mcpReq.id });
      if (isImpatient) answer.catch(() => undefined);
      else made.push(JSON.stringify(await answer));
    }
    return text('booked');
  });
  server.registerTool('link', {}, async ({ mcpReq }) => {
    const page = { mode: 'url' as const, message: 'Sign in', url: 'https://a.test/in', elicitationId: 'own' };
    return text((await mcpReq.elicitInput(page, { relatedRequestId: mcpReq.id })).action);
  });
  server.registerTool('plain', {}, () => text('plainly'));
  server.registerTool('sample', {}, async ({ mcpReq }) => {
    await mcpReq.requestSampling({ messages: [], maxTokens: 1 }, { relatedRequestId: mcpReq.id });
    return text('never');
  });
  return server;
}

type AskingOptions = Pick<WorldOptions, 'config'> & { readonly waits?: boolean; readonly kind?: UpstreamKind };

/**
 * A stack with a server that elicits, on two instances with one database. Rounds of a call alternate between the
 * instances. In older revisions, the server `waits` with its call open.
 */
export async function openAsking(
  build: (era: 'legacy' | 'modern') => McpServer,
  { waits = false, kind = waits ? 'sessions' : 'modern', ...more }: AskingOptions = {},
) {
  const database = await createTestDatabase();
  const upstream = await startUpstream(kind, (_noticed, era) => build(era));
  const options = { databaseUrl: database.url, egressAllow: new URL(upstream.url).host, ...more };
  const worlds = [await startWorld(options), await startWorld(options)] as const;
  const [here] = worlds;
  const connector = { kind: 'mcp-http' as const, url: upstream.url, headers: { 'x-key': '{key}' } };
  const credentials = [{ id: 'key', name: 'Key', description: '', required: true, secret: true }];
  const inputSchema = { type: 'object' };
  const tools = ['book', 'link', 'plain', 'sample'].map((name) => ({ name, description: '', inputSchema }));
  const document = { id: 'asks', name: 'Asks', connector, credentials, tools };
  const endpoint = await makeEndpoint(here.account.ctx, here.url, 'asked', [document]);
  await setCredentials(here.account.ctx, endpoint.stackId, toServerId('asks'), { credentials: { key: SECRET } });
  const close = async () => {
    await Promise.all(worlds.map((world) => world.close()));
    await database.close();
    await upstream.close();
  };
  return { worlds, upstream, endpoint, close };
}
