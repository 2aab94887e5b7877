import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import type { Ctx } from '../core/context.ts';
import type { JsonObject } from '../core/json.ts';
import { runOptionsOf, runTool } from './call.ts';
import { listTools, type View } from './list.ts';
import { passedCapabilities, registerPassThrough } from './passThrough.ts';
import { SERVER_INFO } from './serverInfo.ts';

/**
 * One MCP message for one stack, in whichever revision it is sent. Nothing outlives the request, so every instance
 * can serve every message and no client can meet another's state.
 */
export async function handleMcp(request: Request, body: JsonObject, ctx: Ctx, view: View): Promise<Response> {
  const handler = createMcpHandler(() => createServer(ctx, view), {
    // A list changes with the stack, and the next request sees it: there is nothing to wait for on a stream.
    maxSubscriptions: 0,
    onerror: (error) => ctx.log.debug({ err: error }, 'MCP request refused'),
  });
  return handler.fetch(request, { parsedBody: body });
}

function createServer(ctx: Ctx, view: View): Server {
  const capabilities = { tools: {}, ...passedCapabilities(view.snapshot) };
  const server = new Server(SERVER_INFO, { capabilities });
  server.setRequestHandler('tools/list', ({ params }) => listTools(view, params?.cursor));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    runTool(ctx, view, params, runOptionsOf(ctx, context)),
  );
  registerPassThrough(server, ctx, view.snapshot);
  return server;
}
