import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { listenOnLoopback } from '../harness/listen.ts';

/** Replaces a provider's cloud: a model that calls `demo_echo`, and then repeats its result. */
export type Provider = {
  readonly url: string;
  /** The number of requests to the model. */
  requestCount(): number;
  close(): Promise<void>;
};

/** The model's behaviour: the tool input, and whether it calls the tool repeatedly. */
export type Model = { readonly input: object; readonly isStubborn: boolean };
/** A model that calls the tool once, with a valid input. */
export const WILLING: Model = { input: { message: 'hi' }, isStubborn: false };

type Message = {
  readonly role?: string;
  readonly type?: string;
  readonly content?: unknown;
  readonly output?: string;
};
type Tool = Readonly<Record<string, unknown>>;
type Content = { readonly parts: readonly { readonly functionResponse?: { readonly response: unknown } }[] };
type Body = {
  readonly messages?: readonly Message[];
  readonly input?: string | readonly Message[];
  readonly tools: readonly Tool[];
  readonly contents?: readonly Content[];
  readonly stream?: boolean;
  readonly mcp_servers?: readonly { readonly url: string; readonly authorization_token: string }[];
};

const replyText = (value: unknown): string =>
  `The tool said ${typeof value === 'string' ? value : JSON.stringify(value)}`;
/** A client's name for the tool: its own name, or one with the server's prefix, as in the Claude Agent SDK. */
const echoIn = (tools: readonly Tool[] = [], schema: string): string | undefined =>
  tools
    .filter((tool) => typeof tool[schema] === 'object')
    .map((tool) => String(tool['name']))
    .find((name) => name === 'demo_echo' || name.endsWith('__demo_echo'));
const offers = (tools: readonly Tool[], schema: string): boolean => echoIn(tools, schema) !== undefined;

function chat({ messages = [], tools }: Body, { input, isStubborn }: Model) {
  const functions = tools.map((tool) => tool['function'] as Tool);
  if (!offers(functions, 'parameters')) throw new Error('chat: the tool is not offered');
  const answer = isStubborn ? undefined : messages.find(({ role }) => role === 'tool')?.content;
  const call = { id: 'call_1', type: 'function', function: { name: 'demo_echo', arguments: JSON.stringify(input) } };
  const message = answer
    ? { role: 'assistant', content: replyText(answer) }
    : { role: 'assistant', content: null, tool_calls: [call] };
  const choice = { index: 0, message, logprobs: null, finish_reason: answer ? 'stop' : 'tool_calls' };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  // Some clients replace a message when another has the same id.
  const id = `chat_${messages.length}`;
  return { id, object: 'chat.completion', created: 1, model: 'stub', choices: [choice], usage };
}

const USAGE = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
const responseOf = (item: object) => ({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  output: [item],
  usage: USAGE,
});
const outputText = (text: string) =>
  responseOf({
    id: 'msg_1',
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [] }],
  });

async function responses({ input, tools }: Body, model: Model) {
  const remote = tools.find(({ type }) => type === 'mcp');
  if (remote)
    return outputText(replyText(await callOver(String(remote['server_url']), String(remote['authorization']))));
  if (!offers(tools, 'parameters')) throw new Error('responses: the tool is not offered');
  const answer = Array.isArray(input) ? input.find(({ type }) => type === 'function_call_output') : undefined;
  if (answer && !model.isStubborn) return outputText(replyText(answer.output));
  const call = { id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'call_1', name: 'demo_echo' };
  return responseOf({ ...call, arguments: JSON.stringify(model.input) });
}

const textBlock = (text: string) => ({ content: [{ type: 'text', text }], stop_reason: 'end_turn' });

async function messagesApi({ messages = [], tools, mcp_servers: [remote] = [] }: Body, model: Model) {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', usage: { input_tokens: 1, output_tokens: 1 } };
  if (remote) return { ...message, ...textBlock(replyText(await callOver(remote.url, remote.authorization_token))) };
  const name = echoIn(tools, 'input_schema');
  if (name === undefined) throw new Error('messages: the tool is not offered');
  const last = messages.at(-1)?.content;
  const [result] = Array.isArray(last) ? last : [];
  if (result?.type === 'tool_result' && !model.isStubborn)
    return { ...message, ...textBlock(replyText(result.content)) };
  const call = { type: 'tool_use', id: `toolu_${messages.length}`, name, input: model.input };
  return { ...message, content: [call], stop_reason: 'tool_use' };
}

function gemini({ contents = [], tools }: Body, { input, isStubborn }: Model) {
  const declared = tools.flatMap((each) => each['functionDeclarations'] as Tool[]);
  if (!declared.some(({ name }) => name === 'demo_echo')) throw new Error('gemini: the tool is not offered');
  const [answer] = contents.at(-1)?.parts ?? [];
  const isDone = answer?.functionResponse !== undefined && !isStubborn;
  const part = isDone
    ? { text: replyText(answer.functionResponse?.response) }
    : { functionCall: { id: 'call_1', name: 'demo_echo', args: input } };
  return { candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts: [part] } }] };
}

/** Calls the tool as the provider's cloud calls a remote MCP server. */
async function callOver(url: string, token: string): Promise<unknown> {
  const client = new Client({ name: 'cloud', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  try {
    return (await client.callTool({ name: 'demo_echo', arguments: { message: 'hi' } })).content;
  } finally {
    await client.close();
  }
}

const API: Readonly<Record<string, (body: Body, model: Model) => unknown>> = {
  '/v1/chat/completions': chat,
  '/v1/responses': responses,
  '/v1/messages': messagesApi,
  '/v1/models/gemini-3-flash:generateContent': gemini,
};

type Chat = ReturnType<typeof chat>;

/** A chat completion as a stream of one message. */
function streamed({ choices: [choice], usage, ...head }: Chat): string {
  const { tool_calls: calls = [], ...message } = { tool_calls: undefined, ...choice?.message };
  const delta = { ...message, ...(calls.length > 0 && { tool_calls: calls.map((call) => ({ index: 0, ...call })) }) };
  const chunk = (inner: object) =>
    `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...inner })}\n\n`;
  const first = chunk({ choices: [{ index: 0, delta, finish_reason: null }] });
  const last = chunk({ choices: [{ index: 0, delta: {}, finish_reason: choice?.finish_reason }], usage });
  return `${first}${last}data: [DONE]\n\n`;
}

type Block = { readonly type: string; readonly text?: string; readonly input?: object };
type Answered = { readonly content: readonly Block[]; readonly stop_reason: string };

/** An Anthropic message as a stream of events. */
function streamedMessage({ content, stop_reason, ...head }: Answered): string {
  const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
  const blocks = content.map(({ text, input, ...block }, index) => {
    const [empty, delta] = input
      ? [{ input: {} }, { type: 'input_json_delta', partial_json: JSON.stringify(input) }]
      : [{ text: '' }, { type: 'text_delta', text }];
    return [
      event('content_block_start', { index, content_block: { ...block, ...empty } }),
      event('content_block_delta', { index, delta }),
      event('content_block_stop', { index }),
    ].join('');
  });
  const begun = { ...head, model: 'stub', content: [], stop_reason: null, stop_sequence: null };
  const end = { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } };
  return [
    event('message_start', { message: begun }),
    ...blocks,
    event('message_delta', end),
    event('message_stop', {}),
  ].join('');
}

const STREAMED: Readonly<Record<string, (answer: never) => string>> = {
  '/v1/chat/completions': streamed,
  '/v1/messages': streamedMessage,
};

const readBody = (request: IncomingMessage): Promise<Body> => json(request) as Promise<Body>;

export async function startProvider(model: Model = WILLING): Promise<Provider> {
  let requestCount = 0;
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const answer = async () => {
      const body = await readBody(request);
      // Some clients also make other requests, for example for a title.
      if (API[path] && JSON.stringify(body).includes('demo_echo')) requestCount += 1;
      const answered = await API[path]?.(body, model);
      return (body.stream && STREAMED[path]?.(answered as never)) || answered;
    };
    answer()
      .catch((error: unknown) => ({ error: { message: String(error) } }))
      .then((body) => {
        if (typeof body === 'string') return response.writeHead(200, { 'content-type': 'text/event-stream' }).end(body);
        const isError = typeof body !== 'object' || body === null || 'error' in body;
        return response
          .writeHead(isError ? 400 : 200, { 'content-type': 'application/json' })
          .end(JSON.stringify(body));
      });
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requestCount: () => requestCount,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
