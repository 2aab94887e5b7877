import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isRecord } from '../../src/core/lib/json.ts';
import { listenOnLoopback } from './listen.ts';

/** A request as the model received it. */
export type ModelRequest = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
};
type Answer = (response: ServerResponse, request: ModelRequest) => void;
type Thought = { readonly text: string; readonly call?: { readonly name: string; readonly input: object } };

const recordsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);

/** The last message's content: call results, or a person's words. */
function lastOf({ body }: ModelRequest): { readonly prompt: string; readonly results: readonly string[] } {
  const messages = recordsIn(body['messages']);
  const { role, content } = messages.at(-1) ?? {};
  if (role === 'tool') return { prompt: '', results: [String(content)] };
  if (typeof content === 'string') return { prompt: content, results: [] };
  const blocks = recordsIn(content);
  return {
    prompt: blocks.map((block) => (block['type'] === 'text' ? String(block['text']) : '')).join(''),
    results: blocks.flatMap((block) => (block['type'] === 'tool_result' ? [String(block['content'])] : [])),
  };
}

const namesOf = ({ body }: ModelRequest): readonly string[] =>
  recordsIn(body['tools']).map((tool) => String(isRecord(tool['function']) ? tool['function']['name'] : tool['name']));

/** Picks the first tool whose name has one of the person's words, and reports a call's result. */
function think(request: ModelRequest): Thought {
  const { prompt, results } = lastOf(request);
  if (results.length > 0) return { text: `The tool gave: ${results.join(' and ')}` };
  const words = prompt.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  const name = namesOf(request).find((each) => words.some((word) => each.includes(word)));
  if (name === undefined) return { text: 'No tool fits.' };
  return { text: `I choose ${name}: its name says what was asked.`, call: { name, input: { query: prompt } } };
}

const inOpenAi = ({ text: content, call }: Thought) => {
  const called = call && { name: call.name, arguments: JSON.stringify(call.input) };
  const message = {
    role: 'assistant',
    content,
    ...(called && { tool_calls: [{ id: 'call_a1', type: 'function', function: called }] }),
  };
  const usage = { prompt_tokens: 321, completion_tokens: 12, total_tokens: 333 };
  return {
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: call ? 'tool_calls' : 'stop' }],
    usage,
  };
};

const inAnthropic = ({ text: reply, call }: Thought) => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'text', text: reply }, ...(call ? [{ type: 'tool_use', id: 'toolu_a1', ...call }] : [])],
  stop_reason: call ? 'tool_use' : 'end_turn',
  usage: { input_tokens: 321, output_tokens: 12 },
});

const sendJson = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
};

const answer: Answer = (response, request) =>
  sendJson(response, request.path.endsWith('/messages') ? inAnthropic(think(request)) : inOpenAi(think(request)));

/** A model on this machine that implements both formats, each at its own path; a test may change its answer. */
export async function startFakeModel() {
  const requests: ModelRequest[] = [];
  let next: Answer = answer;
  const server = createServer(async (request, response) => {
    const body: unknown = JSON.parse(await text(request));
    const one = { path: request.url ?? '', headers: request.headers, body: isRecord(body) ? body : {} };
    requests.push(one);
    next(response, one);
  });
  const port = await listenOnLoopback(server);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests,
    last: (): ModelRequest => requests.at(-1) ?? { path: '', headers: {}, body: {} },
    /** Replaces the answers until the next change. Null restores the default answers. */
    answerWith: (other: Answer | null): void => {
      next = other ?? answer;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export { sendJson };
