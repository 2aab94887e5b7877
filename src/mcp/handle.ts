import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type CallToolRequestParams,
  type CallToolResult,
  createMcpHandler,
  type InputRequiredResult,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  SERVER_INFO_META_KEY,
  Server,
} from '@modelcontextprotocol/server';
import { TASKS } from '../core/calls/upstreamTask.ts';
import { hasSkills } from '../core/decisions/visibleSkills.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { DatabaseUnavailable } from '../core/lib/databaseFault.ts';
import { isJsonObject, isRecord, type JsonObject, parseJson, textOf } from '../core/lib/json.ts';
import { SKILLS } from '../core/servers/serverSkill.ts';
import { joinedInstructions } from '../core/snapshots/instructions.ts';
import { EVENT_STREAM } from '../wire/webResponse.ts';
import { runOptionsOf, runTool } from './call.ts';
import { type Era, listTools, type View } from './list.ts';
import type { Stream } from './listening.ts';
import { InsteadOfResult, malformedParams, StrictServer } from './params.ts';
import { otherCapabilities, registerPassThrough } from './passThrough.ts';
import { type SessionUpdates, watchNamed } from './resourceUpdates.ts';
import { SERVER_INFO } from './serverInfo.ts';
import type { SessionLogs } from './session.ts';
import { registerSkills } from './skills.ts';
import { isTaskCreated } from './taskCreated.ts';
import { answerLossless, keepingCode } from './writtenAnswer.ts';

/**
 * Answers one MCP message for one stack, in the message's own revision. No state outlives the request, so that any
 * instance can answer any message, and no client can see another's state.
 * @throws DatabaseUnavailable if nothing was sent yet
 */
export async function handleMcp(
  request: Request,
  body: JsonObject,
  ctx: Ctx,
  view: View,
  { logs, updates }: InSession = { logs: null, updates: null },
): Promise<Response> {
  const faults: DatabaseUnavailable[] = [];
  const context = { body, logs, updates, noteFault: (fault: DatabaseUnavailable) => void faults.push(fault) };
  const build = ({ era }: { readonly era: Era }) => createServer(ctx, view, era, context);
  const handler = createMcpHandler(build, { ...quietly(ctx), maxSubscriptions: 0 });
  const response = await fetchFrom(handler, request, body);
  const [fault] = faults;
  // If the response is a stream, it has begun and reports the failure in its own message.
  if (fault === undefined || response.headers.get('content-type')?.startsWith(EVENT_STREAM)) return response;
  await response.body?.cancel();
  throw fault;
}

const fetchFrom = (handler: McpHttpHandler, request: Request, body: JsonObject): Promise<Response> => {
  const isModern = request.headers.get('mcp-protocol-version') === REVISION;
  const { method, params } = body;
  return answerLossless(
    method === 'tools/call' && isJsonObject(params) && isJsonObject(params['arguments'])
      ? { ...body, params: { ...params, arguments: {} } }
      : body,
    async (parsedBody) => malformedParams(parsedBody, isModern) ?? handler.fetch(request, { parsedBody }),
  );
};

const PING = { jsonrpc: '2.0', id: 0, method: 'ping' };
const REVISION = '2026-07-28';
const MODERN = {
  ...PING,
  method: 'server/discover',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': REVISION,
      'io.modelcontextprotocol/clientInfo': { name: 'toolyard', version: '0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

/**
 * Lets the SDK answer an internal message of each revision. The first one builds the SDK's schemas, which takes 25 to
 * 50 milliseconds and would delay a caller.
 */
export async function warmUp(): Promise<void> {
  const build = () => new Server(SERVER_INFO, { capabilities: {} });
  for (const [message, headers] of [[PING, {}] as const, [MODERN, MODERN_HEADERS] as const]) {
    const request = new Request('http://localhost/', { method: 'POST', headers: { ...ACCEPTED, ...headers } });
    const response = await createMcpHandler(build, { maxSubscriptions: 0 }).fetch(request, { parsedBody: message });
    await response.body?.cancel();
    await nextTurn();
  }
}

const ACCEPTED = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const MODERN_HEADERS = { 'mcp-protocol-version': REVISION, 'mcp-method': MODERN.method };

/** Opens a stream that notifies a client when its stack's tools change, until either side ends it. */
export async function handleListen(request: Request, body: JsonObject, ctx: Ctx, view: View, stream: Stream) {
  const { bus, onEnd, leave } = stream;
  const context = { body, logs: null, updates: null };
  const handler = createMcpHandler(({ era }) => createServer(ctx, view, era, context), { ...quietly(ctx), bus });
  onEnd(() => void handler.close().catch(() => undefined));
  try {
    const response = await fetchFrom(handler, request, await watchNamed(body, ctx, view.snapshot, stream));
    return onClose(response, leave);
  } catch (error) {
    leave();
    throw error;
  }
}

/** Copies a response so that `closed` is called when its body has ended or is no longer read. */
function onClose(response: Response, closed: () => void): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const { status, body } = response;
  const headers = new Headers(response.headers);
  // A connection kept open after its stream would delay the service's shutdown.
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

/** State of a session, which only revisions with a handshake have; null outside a session. */
export type InSession = { readonly logs: SessionLogs | null; readonly updates: SessionUpdates | null };

type ServerInput = InSession & {
  /** The only message that this server instance handles. */
  readonly body: JsonObject;
  noteFault?(fault: DatabaseUnavailable): void;
};

function createServer(ctx: Ctx, view: View, era: Era, { body, logs, updates, noteFault }: ServerInput) {
  // Older revisions send changes over a session, which this server does not have.
  const tools = era === 'modern' ? { listChanged: true } : {};
  const extensions = {
    ...(era === 'modern' && { [TASKS]: {} }),
    ...(hasSkills(view.snapshot) && { [SKILLS]: {} }),
  };
  const capabilities = {
    ...{ tools, logging: {}, ...otherCapabilities(view.snapshot) },
    ...(Object.keys(extensions).length > 0 && { extensions }),
  };
  const instructions = joinedInstructions(view.listed);
  const server = new StrictServer(SERVER_INFO, { capabilities, ...(instructions !== null && { instructions }) });
  server.setRequestHandler('tools/list', ({ params }) => listTools(view, era, params?.cursor));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const options = { ...runOptionsOf(ctx, context, logs?.level ?? null), isModern: era === 'modern' };
    const running = keepingCode(runTool(ctx, view, asSent(params, body), options));
    const result = await running.catch((error: unknown) => {
      // The SDK would answer an unavailable database with 200 and without a retry time.
      if (error instanceof DatabaseUnavailable) noteFault?.(error);
      throw error;
    });
    if (isTaskCreated(result)) throw new InsteadOfResult(result);
    // The SDK serializes the result itself, because it also writes the stream's earlier events.
    return writable(named(result instanceof Uint8Array ? toResult(result) : result, era));
  });
  if (era === 'legacy') {
    server.setRequestHandler('logging/setLevel', async ({ params }) => {
      if (!logs) {
        const message = 'The log level needs a session: send Mcp-Session-Id';
        throw new ProtocolError(ProtocolErrorCode.InvalidRequest, message);
      }
      await logs.set(params.level);
      return {};
    });
  }
  registerPassThrough(server, { ctx, snapshot: view.snapshot, era, updates });
  registerSkills(server, ctx, view.snapshot, era);
  return server;
}

/** Boundary: `runTool` wrote this JSON. */
const toResult = (json: Uint8Array): CallToolResult => parseJson(textOf(json)) as unknown as CallToolResult;

/** The SDK adds the server's name to a result without other metadata. */
const named = <R extends CallToolResult | InputRequiredResult>(result: R, era: Era): R =>
  era === 'modern' && result._meta
    ? { ...result, _meta: { [SERVER_INFO_META_KEY]: SERVER_INFO, ...result._meta } }
    : result;

/** Members of a result with externally chosen names. */
const NAMED_BY_OTHERS = ['structuredContent', '_meta'] as const;

/** The SDK copies these member by member, and loses a member called `__proto__`. `toJSON` preserves it in the text. */
const writable = <R extends object>(result: R): R => {
  const others = NAMED_BY_OTHERS.flatMap((key) => {
    const value: unknown = Object.getOwnPropertyDescriptor(result, key)?.value;
    return isRecord(value) && Object.hasOwn(value, '__proto__')
      ? [[key, { ...value, toJSON: () => value }] as const]
      : [];
  });
  return others.length === 0 ? result : { ...result, ...Object.fromEntries(others) };
};

/** Takes the arguments from the message: the SDK's copy loses number literals and some member names. */
function asSent(params: CallToolRequestParams, { params: sent }: JsonObject): CallToolRequestParams {
  const args = isJsonObject(sent) ? sent['arguments'] : undefined;
  return isJsonObject(args) ? { ...params, arguments: args } : params;
}
