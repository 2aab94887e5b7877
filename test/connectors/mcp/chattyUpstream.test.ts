import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import { createMcpHttp } from '../../../src/connectors/mcp/mcpHttp.ts';
import { eventually } from '../../harness/eventually.ts';
import { toolCall } from '../stdio/stdioKit.ts';
import { type McpUpstream, type SeenRequest, startUpstream } from './mcpUpstream.ts';

const egress = createEgress({ allow: [{ kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null }] });
let upstream: McpUpstream;
beforeAll(async () => {
  upstream = await startUpstream('sessions');
});
afterAll(async () => {
  await egress.close();
  await upstream.close();
});

const PINGS = 5_000;
const ANSWERS_MAX = 8;
const line = (message: object): string => `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;
const callIdOf = ({ body }: SeenRequest): number => JSON.parse(body).id;

describe('an upstream that sends endless requests', () => {
  it('gets responses to a few requests at a time', async () => {
    upstream.intercept = (seen) => {
      // The upstream never reads a response, so each response stays in progress.
      if (seen.rpc === 'answer') return new Promise(() => undefined);
      if (seen.rpc !== 'tools/call') return null;
      const pings = Array.from({ length: PINGS }, (_, id) => line({ id: `p${id}`, method: 'ping' }));
      const result = line({ id: callIdOf(seen), result: { content: [] } });
      return new Response(pings.join('') + result, { headers: { 'content-type': 'text/event-stream' } });
    };
    const http = createMcpHttp({ egress });
    const call = toolCall({ kind: 'mcp-http', url: upstream.url }, 'echo', { input: { message: 'hi' } });
    const answers = () => upstream.requests.filter(({ rpc }) => rpc === 'answer').length;
    expect((await http.call(call)).kind).toBe('ok');
    await eventually('the first are answered', () => answers() >= ANSWERS_MAX);
    expect((await http.call(call)).kind).toBe('ok');
    await eventually('so are those of the second call', () => answers() >= 2 * ANSWERS_MAX);
    expect(answers()).toBe(2 * ANSWERS_MAX);
  });
});
