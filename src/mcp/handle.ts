import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import type { Ctx } from '../core/context.ts';
import type { JsonObject } from '../core/lib/json.ts';
import { runOptionsOf, runTool } from './call.ts';
import { listTools, type View } from './list.ts';
import type { Stream } from './listening.ts';
import { passedCapabilities, registerPassThrough } from './passThrough.ts';
import { SERVER_INFO } from './serverInfo.ts';

/**
 * One MCP message for one stack, in whichever revision it is sent. Nothing outlives the request, so every instance
 * can serve every message and no client can meet another's state.
 */
export async function handleMcp(request: Request, body: JsonObject, ctx: Ctx, view: View): Promise<Response> {
  const handler = createMcpHandler(({ era }) => createServer(ctx, view, era), { ...quietly(ctx), maxSubscriptions: 0 });
  return handler.fetch(request, { parsedBody: body });
}

/** A stream that tells one client of changes of its stack's list, until either side ends it. */
export async function handleListen(request: Request, body: JsonObject, ctx: Ctx, view: View, stream: Stream) {
  const { bus, onEnd, leave } = stream;
  const handler = createMcpHandler(({ era }) => createServer(ctx, view, era), { ...quietly(ctx), bus });
  onEnd(() => void handler.close());
  try {
    return onClose(await handler.fetch(request, { parsedBody: body }), leave);
  } catch (error) {
    leave();
    throw error;
  }
}

/** The same response; `closed` is called once its body has ended or is read no further. */
function onClose(response: Response, closed: () => void): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const { status, body } = response;
  const headers = new Headers(response.headers);
  // Kept open after its stream, the connection would hold up a service that stops.
  headers.set('connection', 'close');
  (body ?? new ReadableStream({ start: (controller) => controller.close() }))
    .pipeTo(writable)
    .catch(() => undefined)
    .finally(closed);
  return new Response(readable, { status, headers });
}

const quietly = ({ log }: Ctx) => ({
  onerror: (error: Error) => log.debug({ err: error }, 'MCP request refused'),
});

function createServer(ctx: Ctx, view: View, era: 'legacy' | 'modern'): Server {
  // The older revisions would send changes over a session, which there is none of.
  const tools = era === 'modern' ? { listChanged: true } : {};
  const capabilities = { tools, ...passedCapabilities(view.snapshot) };
  const server = new Server(SERVER_INFO, { capabilities });
  server.setRequestHandler('tools/list', ({ params }) => listTools(view, params?.cursor));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    runTool(ctx, view, params, runOptionsOf(ctx, context)),
  );
  registerPassThrough(server, ctx, view.snapshot);
  return server;
}
