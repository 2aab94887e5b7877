import type { Config } from '../../src/config/config.ts';
import { startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { startWorld } from '../harness/world.ts';
import { type DocumentInput, makeEndpoint } from '../mcp/kit.ts';

/** The tool that every client calls. */
export const echoServer = (url: string): DocumentInput => ({
  id: 'demo',
  name: 'Demo',
  connector: { kind: 'mcp-http', url },
  tools: [
    {
      name: 'echo',
      description: 'Says it again',
      inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    },
  ],
});

/** The service with one stack, which can echo over MCP. */
export async function openEcho(limits: Config['limits'] = 'off') {
  const world = await startWorld({ egressAllow: '127.0.0.0/8', limits });
  const upstream = await startUpstream('both');
  const endpoint = await makeEndpoint(world.account.ctx, world.url, 'ours', [echoServer(upstream.url)]);
  return {
    world,
    upstream,
    endpoint,
    async close() {
      await world.close();
      await upstream.close();
    },
  };
}
