import { McpServer } from '@modelcontextprotocol/server';
import { type McpUpstream, startUpstream } from './mcpUpstream.ts';

type Notice = { readonly progress: number; readonly total?: number; readonly message?: string };
/** A running call of its tool. */
export type SteeredCall = {
  /**
   * Reports the call's progress.
   * @throws if the caller didn't request progress
   */
  tell(notice: Notice): Promise<void>;
  end(): void;
};
/** `next` resolves with the next call that comes. */
export type Steered = { readonly upstream: McpUpstream; next(): Promise<SteeredCall> };

/** An MCP server whose only tool, `go`, follows the test's instructions. */
export async function startSteered(): Promise<Steered> {
  let coming = Promise.withResolvers<SteeredCall>();
  const build = (): McpServer => {
    const server = new McpServer({ name: 'steered', version: '1.0.0' });
    server.registerTool('go', {}, async ({ mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      coming.resolve({
        async tell(notice) {
          if (progressToken === undefined) throw new Error('nobody asked for progress');
          await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...notice } });
        },
        end,
      });
      await ended;
      return { content: [{ type: 'text', text: 'done' }] };
    });
    return server;
  };
  const upstream = await startUpstream('sessions', build);
  return {
    upstream,
    next() {
      coming = Promise.withResolvers<SteeredCall>();
      return coming.promise;
    },
  };
}
