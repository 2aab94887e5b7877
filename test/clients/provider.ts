import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { listenOnLoopback } from '../harness/listen.ts';

/** Stands where a provider's cloud would: a model that calls `demo_echo` once, and then repeats what it got. */
export type Provider = { readonly url: string; close(): Promise<void> };

type Message = {
  readonly role?: string;
  readonly type?: string;
  readonly content?: unknown;
  readonly output?: string;
};
type Tool = Readonly<Record<string, unknown>>;
type Body = {
  readonly messages?: readonly Message[];
  readonly input?: string | readonly Message[];
  readonly tools: readonly Tool[];
  readonly mcp_servers?: readonly { readonly url: string; readonly authorization_token: string }[];
};

const INPUT = { message: 'hi' };
const ARGUMENTS = JSON.stringify(INPUT);
const said = (what: unknown): string => `The tool said ${typeof what === 'string' ? what : JSON.stringify(what)}`;
const offers = (tools: readonly Tool[], schema: string): boolean =>
  tools.some((tool) => tool['name'] === 'demo_echo' && typeof tool[schema] === 'object');

function chat({ messages = [], tools }: Body) {
  const functions = tools.map((tool) => tool['function'] as Tool);
  if (!offers(functions, 'parameters')) throw new Error('chat: the tool is not offered');
  const answer = messages.find(({ role }) => role === 'tool')?.content;
  const call = { id: 'call_1', type: 'function', function: { name: 'demo_echo', arguments: ARGUMENTS } };
  const message = answer
    ? { role: 'assistant', content: said(answer) }
    : { role: 'assistant', content: null, tool_calls: [call] };
  const choice = { index: 0, message, logprobs: null, finish_reason: answer ? 'stop' : 'tool_calls' };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return { id: 'chat_1', object: 'chat.completion', created: 1, model: 'stub', choices: [choice], usage };
}

const responseOf = (item: object) => ({ id: 'resp_1', object: 'response', status: 'completed', output: [item] });
const outputText = (text: string) =>
  responseOf({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] });

async function responses({ input, tools }: Body) {
  const remote = tools.find(({ type }) => type === 'mcp');
  if (remote) return outputText(said(await callOver(String(remote['server_url']), String(remote['authorization']))));
  if (!offers(tools, 'parameters')) throw new Error('responses: the tool is not offered');
  const answer = Array.isArray(input) ? input.find(({ type }) => type === 'function_call_output') : undefined;
  if (answer) return outputText(said(answer.output));
  return responseOf({ type: 'function_call', call_id: 'call_1', name: 'demo_echo', arguments: ARGUMENTS });
}

const textBlock = (text: string) => ({ content: [{ type: 'text', text }], stop_reason: 'end_turn' });

async function messagesApi({ messages = [], tools, mcp_servers: [remote] = [] }: Body) {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', usage: { input_tokens: 1, output_tokens: 1 } };
  if (remote) return { ...message, ...textBlock(said(await callOver(remote.url, remote.authorization_token))) };
  if (!offers(tools, 'input_schema')) throw new Error('messages: the tool is not offered');
  const last = messages.at(-1)?.content;
  const [result] = Array.isArray(last) ? last : [];
  if (result?.type === 'tool_result') return { ...message, ...textBlock(said(result.content)) };
  const call = { type: 'tool_use', id: 'toolu_1', name: 'demo_echo', input: INPUT };
  return { ...message, content: [call], stop_reason: 'tool_use' };
}

/** As the cloud does for a remote MCP server. */
async function callOver(url: string, token: string): Promise<unknown> {
  const client = new Client({ name: 'cloud', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  try {
    return (await client.callTool({ name: 'demo_echo', arguments: INPUT })).content;
  } finally {
    await client.close();
  }
}

const API: Readonly<Record<string, (body: Body) => unknown>> = {
  '/v1/chat/completions': chat,
  '/v1/responses': responses,
  '/v1/messages': messagesApi,
};

const readBody = (request: IncomingMessage): Promise<Body> => json(request) as Promise<Body>;

export async function startProvider(): Promise<Provider> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const answer = async () => API[path]?.(await readBody(request));
    answer()
      .catch((error: unknown) => ({ error: { message: String(error) } }))
      .then((body) => {
        const isError = typeof body !== 'object' || body === null || 'error' in body;
        response.writeHead(isError ? 400 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
