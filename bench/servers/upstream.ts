import { createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '../../test/harness/listen.ts';

/*
 * The upstream of all measurements: an MCP server over streamable HTTP and a plain HTTP API. It's as cheap as possible
 * so that it's never the bottleneck. Methods other than `tools/call` are only for negotiation.
 */

const TEXT = `benchmark ${'0123456789abcdef'.repeat(16)}`;
const RESULT = JSON.stringify({ content: [{ type: 'text', text: TEXT }] });
const TOOL = {
  name: 'echo',
  description: 'Answers with a text.',
  inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
};

const answer = (status: string, body: string): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const rpcResult = (id: string, result: string): string =>
  answer('200 OK', `{"jsonrpc":"2.0","id":${id},"result":${result}}`);

const PLAIN = answer('200 OK', RESULT);
const large = new Map<number, string>();

/** Costs a gateway much more than the upstream: `/large/64` has 64 items of a quarter KiB. */
function largeAnswer(items: number): string {
  const known = large.get(items);
  if (known !== undefined) return known;
  const made = answer('200 OK', JSON.stringify({ content: Array(items).fill({ type: 'text', text: TEXT }) }));
  large.set(items, made);
  return made;
}
const HEAD_END = Buffer.from('\r\n\r\n');

function plain(head: string): string {
  const [, items] = /^POST \/large\/(\d+) /.exec(head) ?? [];
  return items === undefined ? PLAIN : largeAnswer(Number(items));
}

function answerTo(head: string, body: string): string {
  if (!head.startsWith('POST /mcp'))
    return head.startsWith('GET /mcp') ? answer('405 Method Not Allowed', '{}') : plain(head);
  const [, id] = /"id":\s*("[^"]*"|\d+)/.exec(body) ?? [];
  if (id === undefined) return 'HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n';
  if (body.includes('"tools/call"')) return rpcResult(id, RESULT);
  return negotiate(id, body);
}

function negotiate(id: string, body: string): string {
  const { method } = JSON.parse(body) as { method: string };
  const results: Record<string, unknown> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'bench', version: '1' },
    },
    'tools/list': { tools: [TOOL] },
    ping: {},
  };
  const result = results[method];
  if (result !== undefined) return rpcResult(id, JSON.stringify(result));
  return answer('200 OK', `{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"Method not found"}}`);
}

type Request = { readonly head: string; readonly body: string; readonly length: number };

function readRequest(bytes: Buffer): Request | null {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const start = headEnd + HEAD_END.length;
  const length = start + Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  return bytes.length < length ? null : { head, body: bytes.toString('utf8', start, length), length };
}

function serve(socket: Socket): void {
  let waiting: Buffer = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes: Buffer) => {
    waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes]);
    for (let request = readRequest(waiting); request !== null; request = readRequest(waiting)) {
      socket.write(answerTo(request.head, request.body));
      waiting = waiting.subarray(request.length);
    }
  });
}

const port = await listenOnLoopback(createServer(serve));
console.log(`port ${port}`);
