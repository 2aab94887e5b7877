import { createInterface } from 'node:readline';

/*
 * The upstream for peers that support only stdio servers: MCP over standard input and output, with the responses of
 * `upstream.ts`.
 */

const TEXT = `benchmark ${'0123456789abcdef'.repeat(16)}`;
const RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'bench', version: '1' },
  },
  'tools/list': { tools: [] },
  'tools/call': { content: [{ type: 'text', text: TEXT }] },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method }: { id?: unknown; method: string } = JSON.parse(line);
  if (id === undefined) return;
  const result = RESULTS[method];
  const answer = result ? { result } : { error: { code: -32_601, message: 'Method not found' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
});
