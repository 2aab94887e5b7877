import type { ServerResponse } from 'node:http';

export type McpRequest = {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly _meta?: { readonly progressToken?: unknown } };
};

type ToolRequest = {
  readonly message: McpRequest;
  readonly response: ServerResponse;
  readonly secrets: readonly string[];
  /** Sends the JSON-RPC response. */
  send(answer: object): void;
};

const block = (text: string) => ({ type: 'text', text });
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const CHARACTERS_BEFORE_CUT = 1_960;

const result =
  (make: (text: string) => object) =>
  ({ secrets, send }: ToolRequest): void =>
    send({ result: make(secrets.join(' ')) });

const rpcError =
  (code: number, make: (text: string) => string) =>
  ({ secrets, send }: ToolRequest): void =>
    send({ error: { code, message: make(secrets.join(' ')), data: { secrets } } });

const httpStatus =
  (status: number) =>
  ({ response, secrets }: ToolRequest): void =>
    void response
      .writeHead(status, {
        'content-type': 'text/plain',
        'www-authenticate': `Bearer error="${base64(secrets.join())}"`,
      })
      .end(`refused: ${secrets.join(' ')}`);

/** A stream: first progress that contains the secrets, then the result. */
function stream({ message, response, secrets }: ToolRequest): void {
  const text = secrets.join(' ');
  const progressToken = message.params?._meta?.progressToken;
  const progress = { progressToken, progress: 1, total: 2, message: `using ${text}` };
  const log = { level: 'error', logger: text, data: { secrets } };
  const messages = [
    ...(progressToken === undefined ? [] : [{ method: 'notifications/progress', params: progress }]),
    { method: 'notifications/message', params: log },
    { id: message.id, result: { content: [block(text)] } },
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const each of messages) response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...each })}\n\n`);
  response.end();
}

/** By name: one tool for each way to return a secret over MCP. */
export const MCP_TOOLS: Readonly<Record<string, (request: ToolRequest) => void>> = {
  text: result((text) => ({ content: [block(text), block(base64(`user:${text}`))] })),
  structured: result((text) => ({ content: [], structuredContent: { said: text, [text]: { list: [text] } } })),
  meta: result((text) => ({ content: [block('ok')], _meta: { 'test/said': text, [text]: 1 } })),
  image: result((text) => ({ content: [{ type: 'image', mimeType: 'image/png', data: base64(text) }] })),
  resource: result((text) => ({
    content: [
      { type: 'resource', resource: { uri: `file:///${encodeURIComponent(text)}`, text: text } },
      { type: 'resource_link', uri: `https://x.test/?key=${encodeURIComponent(text)}`, name: text },
    ],
  })),
  error: result((text) => ({ content: [block(`failed with ${text}`)], isError: true })),
  error_cut: result((text) => ({ content: [block(`${'x'.repeat(CHARACTERS_BEFORE_CUT)}${text}`)], isError: true })),
  rpc_invalid: rpcError(-32_602, (text) => `unexpected ${text}`),
  rpc_internal: rpcError(-32_603, (text) => `crashed with ${text}`),
  rpc_cut: rpcError(-32_000, (text) => `${'x'.repeat(CHARACTERS_BEFORE_CUT)}${text}`),
  http_401: httpStatus(401),
  http_500: httpStatus(500),
  garbage: ({ response, secrets }) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(`{"oops": ${secrets.join(' ')}`),
  progress: stream,
};
