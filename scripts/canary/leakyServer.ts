import { createInterface } from 'node:readline';

/** An MCP server over stdio that sends its secret (`LEAKY_SECRET`) on every channel. */
const secret = process.env['LEAKY_SECRET'] ?? '';

const send = (message: object): void =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

type Message = { readonly id?: number; readonly method: string; readonly params?: { readonly name?: string } };

const SERVER = { name: 'leaky', version: '1.0.0' };
const ANSWERS: Readonly<Record<string, (id: number | undefined) => void>> = {
  tell: (id) => send({ id, result: { content: [{ type: 'text', text: JSON.stringify(process.env) }] } }),
  fail: (id) => send({ id, result: { content: [{ type: 'text', text: secret }], isError: true } }),
  refuse: (id) => send({ id, error: { code: -32_603, message: `no: ${secret}`, data: secret } }),
  crash: () => process.exit(1),
};

function answer({ id, method, params }: Message): void {
  const protocolVersion = '2025-06-18';
  process.stderr.write(`${method} with ${secret}\n`);
  process.stdout.write(`not a message: ${secret}\n`);
  if (method === 'initialize')
    send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo: SERVER } });
  else if (method === 'tools/call') ANSWERS[params?.name ?? '']?.(id);
}

createInterface({ input: process.stdin }).on('line', (line) => answer(JSON.parse(line)));
