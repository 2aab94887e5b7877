import { inputRequired, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Endpoint, post } from './kit.ts';

/** A secret that its question repeats, as a careless server does. */
export const SECRET = 'a-very-secret-key';
const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
const schema = z.object({ seats: z.number() });

/** A server of the stateless revision that asks before it answers. What it was answered goes to `made`. */
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

/** The result of a tool call in the stateless revision, by a client of these capabilities; or `{ error }`. */
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
