import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Cancellations, createCancellations } from '../core/calls/cancellations.ts';
import { createLogLevels, type LogLevels } from '../core/calls/logLevels.ts';
import { serversPassing } from '../core/calls/passThrough.ts';
import { visibleTo } from '../core/decisions/visible.ts';
import type { Ctx, Log } from '../core/kernel/context.ts';
import type { LimitClass } from '../core/kernel/limitClasses.ts';
import type { ListMode } from '../core/kernel/listMode.ts';
import { AppError } from '../core/lib/errors.ts';
import { isRecord, type JsonObject } from '../core/lib/json.ts';
import { lazily } from '../core/lib/lazily.ts';
import { getSnapshot } from '../core/snapshots/readSnapshot.ts';
import type { StackSnapshot } from '../core/snapshots/snapshot.ts';
import { addressFor, isHostAllowed } from '../wire/address.ts';
import { collectBodies, hasLargeBody } from '../wire/bodies.ts';
import type { DirectRefusal, DirectRoute } from '../wire/direct.ts';
import { errorHeaders, isLogged, STATUS, toSurfaceError } from '../wire/errors.ts';
import { FRAMEWORK_ERRORS } from '../wire/frameworkErrors.ts';
import {
  type Authentication,
  agentOf,
  bearerOf,
  endUserOf,
  enter,
  isJsonRequest,
  listModeOf,
  yieldIfBusy,
} from '../wire/gate.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import { sendAnswer } from '../wire/openAnswer.ts';
import { type Answer, JSON_UTF8 } from '../wire/toolCall.ts';
import { sendResponse } from '../wire/webResponse.ts';
import type { Visit } from './asking.ts';
import { type Cancellable, cancellable, handleCancellation, unlessCancelled } from './cancel.ts';
import { inWantedForm, wantedForm } from './lenient.ts';
import type { View } from './list.ts';
import { createListening, type Listening } from './listening.ts';
import { limitClassOf, readMessage } from './message.ts';
import { challengeFor, clientIdIn, MCP_PATH, MCP_PATHS, registerProtectedResource } from './protectedResource.ts';
import { refusalBody } from './refusalBody.ts';
import { createResourceUpdates, type ResourceUpdates } from './resourceUpdates.ts';
import { isSessionId, SESSION_HEADER, sessionFor, sessionLogs } from './session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the message is admitted, before it is read. */
    mcpCtx: Ctx | null;
  }
}

const LISTEN = 'subscriptions/listen';
const NO_STREAM = `${LISTEN} returns a stream: Accept must include text/event-stream`;

/** Loads the response code with MCP's SDK. */
export const loadAnswers = lazily(async () => {
  answers = {
    ...(await import('./direct.ts')),
    ...(await import('./handle.ts')),
    ...(await import('./asking.ts')),
    ...(await import('./headerInputs.ts')),
  };
  await answers.warmUp();
  return answers;
});
let answers: Answers | null = null;
type Answers = typeof import('./direct.ts') &
  typeof import('./handle.ts') &
  typeof import('./asking.ts') &
  typeof import('./headerInputs.ts');

/** `origins`: other origins whose pages may send messages; none by default. */
type McpEdge = HttpDeps & { readonly origins?: ReadonlySet<string> };

/** A stack as an MCP server: `POST /s/{client_id}/mcp`, with a stack token. */
export async function registerMcp(app: FastifyInstance, edge: McpEdge): Promise<DirectRoute> {
  const listening = createListening(edge.deps.changes, edge.deps.now);
  const cancellations = createCancellations(edge.deps.changes);
  const levels = createLogLevels(edge.deps.changes);
  const closing = new AbortController();
  const updates = createResourceUpdates(edge.deps.changes);
  const open = { listening, cancellations, levels, updates, closing: closing.signal };
  app.addHook('preClose', async () => {
    listening.endAll();
    closing.abort();
  });
  await app.register(async (scope) => {
    scope.decorateRequest('mcpCtx', null);
    collectBodies(scope, { bytesMax: edge.bodyBytesMax, actorOf: ({ mcpCtx }) => mcpCtx?.actor ?? null });
    scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
    scope.setErrorHandler<FastifyError>((error, request, reply) => sendError(edge, error, request, reply));
    registerProtectedResource(scope, edge);
    for (const url of MCP_PATHS) {
      scope.route({
        method: 'POST',
        url,
        // A large message counts as a call, so that one beyond the limit is refused before it is read.
        onRequest: async (request, reply) => {
          if (hasLargeBody(request)) request.mcpCtx = await admitCaller(edge, request, reply, 'call_tool');
        },
        handler: (request, reply) => serve(edge, open, request, reply),
      });
      const method = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
      const handler = (request: FastifyRequest, reply: FastifyReply) => serveOthers(edge, open, request, reply);
      scope.route({ method, url, config: { refuses: true }, handler });
    }
  });
  return directMessages(edge, open);
}

/** The response to a plain message: none if its client has cancelled it. */
function unlessLeft(running: Cancellable | null, answer: Promise<Answer>): Promise<Answer> {
  if (!running) return answer;
  return answer
    .then((answered): Answer => (running.isCancelled ? { status: 202, body: '' } : answered))
    .finally(() => running.end());
}

/** Handles plain messages once the response code is loaded: they don't need the SDK. */
const directMessages = (edge: McpEdge, { cancellations, levels }: Open): DirectRoute => ({
  method: 'POST',
  pattern: /^\/s\/(?<client_id>[\w-]+)\/mcp\/?$/,
  route: MCP_PATH,
  surface: 'mcp',
  known: edge.known.stackToken,
  call({ headers, body }) {
    const message = readMessage(body);
    if (!answers || 'error' in message) return null;
    const plain = plainIn(answers, levels, headers, message.body);
    if (!plain) return null;
    const { answerDirectly, headerRefusal } = answers;
    return {
      limitClass: limitClassOf(message),
      async answer(ctx) {
        requireOurPage(edge, { host: headers.host ?? '', headers });
        const newView = viewFor(ctx, listModeOf(undefined, ctx.actor));
        const view = newView instanceof Promise ? await newView : newView;
        const refusal = headerRefusal(headers, message.body, view);
        if (refusal !== null) return { status: 400, body: refusal };
        const running = cancellable(cancellations, ctx, headers, message.body);
        return unlessLeft(running, answerDirectly(plain, ctx, view));
      },
    };
  },
  refuse: (error, log) => refusalOf(toSurfaceError(edge, error), log),
});

function viewFor(ctx: Ctx, mode: ListMode): View | Promise<View> {
  const viewOf = (snapshot: StackSnapshot): View | Promise<View> => {
    const listed = visibleTo(ctx, snapshot);
    return listed instanceof Promise
      ? listed.then((visible) => ({ snapshot, listed: visible, mode }))
      : { snapshot, listed, mode };
  };
  const cached = getSnapshot(ctx, agentOf(ctx.actor).stackId);
  return cached instanceof Promise ? cached.then(viewOf) : viewOf(cached);
}

/** Authenticates the same request again. @throws unauthenticated if its token is no longer valid */
async function visitAgain(edge: HttpDeps, request: FastifyRequest, first: Ctx): Promise<Visit> {
  const { identify, unauthorized } = authenticationOf(edge);
  const actor = await identify(request);
  if (!actor) throw new AppError('unauthenticated', unauthorized);
  const ctx = { ...first, actor, endUser: endUserOf(request.headers, actor) };
  return { ctx, view: await viewFor(ctx, listModeOf(modeIn(request), actor)) };
}

const modeIn = ({ query }: FastifyRequest): unknown => (isRecord(query) ? query['mode'] : undefined);

/** Resources that outlive a response and end with the service. */
type Open = {
  readonly listening: Listening;
  readonly cancellations: Cancellations;
  readonly levels: LogLevels;
  readonly updates: ResourceUpdates;
  readonly closing: AbortSignal;
};

/** As `readPlain`; also null for a call whose log messages go to an older client, which needs a stream. */
function plainIn({ readPlain }: Answers, levels: LogLevels, headers: IncomingHttpHeaders, body: JsonObject) {
  const isLogged = body['method'] === 'tools/call' && levels.has(String(headers[SESSION_HEADER]));
  return isLogged && wantedForm(headers) !== 'json' ? null : readPlain(headers, body);
}

async function serve(edge: McpEdge, open: Open, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const message = readMessage(request.body);
  const ctx = request.mcpCtx ?? (await admitCaller(edge, request, reply, limitClassOf(message)));
  requireOurPage(edge, request);
  if (!isJsonRequest(request)) throw new AppError('unsupported_media_type', 'Content-Type must be application/json');
  if ('error' in message) return reply.code(400).send(message.error);
  if (await handleCancellation(open.cancellations, ctx, request.headers, message.body)) return reply.code(202).send();
  const view = await viewFor(ctx, listModeOf(modeIn(request), ctx.actor));
  const loaded = await loadAnswers();
  const { headerRefusal, answerDirectly, acceptAnswer } = loaded;
  const refusal = headerRefusal(request.headers, message.body, view);
  if (refusal !== null) return reply.code(400).type(JSON_UTF8).send(refusal);
  const plain = plainIn(loaded, open.levels, request.headers, message.body);
  if (plain) {
    const running = cancellable(open.cancellations, ctx, request.headers, message.body);
    return sendAnswer(request, reply, ctx, await unlessLeft(running, answerDirectly(plain, ctx, view)));
  }
  await yieldIfBusy(request);
  if (await acceptAnswer(ctx, view, message.body)) return reply.code(202).send();
  return answerWithSdk(edge, open, { ctx, view, body: message.body }, request, reply);
}

/** A message, its caller, and the stack as the caller sees it. */
type ReceivedMessage = Visit & { readonly body: JsonObject };

/** Answers messages that may need a stream or the SDK. */
async function answerWithSdk(
  edge: McpEdge,
  { listening, cancellations, levels, updates, closing }: Open,
  { ctx, view, body }: ReceivedMessage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { handleListen, handleMcp, readAskable, answerAsking } = await loadAnswers();
  const { headers } = request;
  const accepted = wantedForm(headers);
  const webRequest = toWebRequest(edge, request, ctx.signal);
  const isListening = body['method'] === LISTEN;
  if (isListening && accepted === 'json') return reply.code(406).send({ error: NO_STREAM });
  const stream = isListening ? listening.open(agentOf(ctx.actor)) : null;
  if (stream) return sendResponse(reply, await handleListen(webRequest, body, ctx, view, stream));
  const session = sessionFor(body);
  if (session !== null) reply.header(SESSION_HEADER, session);
  const askable = readAskable(headers, body);
  const running = cancellable(cancellations, ctx, headers, body);
  const logs = sessionLogs(levels, ctx, headers);
  const held = headers[SESSION_HEADER];
  const inSession = askable ? { ...ctx, mcpSession: askable.session } : ctx;
  const answer = askable
    ? answerAsking(
        askable,
        logs?.level ?? null,
        { ctx: inSession, view },
        () => visitAgain(edge, request, inSession),
        closing,
      )
    : handleMcp(webRequest, body, ctx, view, {
        logs,
        updates: isSessionId(held) ? updates.of(ctx, view.snapshot, held) : null,
      }).then((response) => inWantedForm(accepted, response));
  return sendResponse(reply, await unlessCancelled(running, answer));
}

/**
 * Refuses pages of other origins (MCP, streamable HTTP, security), except those that the operator has listed. Other
 * clients send no `Origin`.
 */
function requireOurPage(edge: McpEdge, { host, headers }: Pick<FastifyRequest, 'host' | 'headers'>): void {
  if (!isHostAllowed(host, edge.publicUrl())) throw new AppError('forbidden', 'Host not allowed');
  const { origin } = headers;
  if (origin === undefined || edge.origins?.has(origin)) return;
  if (origin !== URL.parse(addressFor(host, edge.publicUrl()))?.origin)
    throw new AppError('forbidden', 'Origin not allowed');
}

/** Answers all methods but POST. Only sessions with resources have a stream to get, and none can be deleted. */
async function serveOthers(
  edge: McpEdge,
  { listening, updates }: Open,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const ctx = await admitCaller(edge, request, reply, 'list_tools');
  const { method, headers } = request;
  const session = headers[SESSION_HEADER];
  if (method === 'GET' && isSessionId(session) && wantedForm(headers) !== 'json') {
    requireOurPage(edge, request);
    const actor = agentOf(ctx.actor);
    const snapshot = await getSnapshot(ctx, actor.stackId);
    const stream = serversPassing(snapshot, 'resources').length > 0 ? listening.open(actor) : null;
    if (stream) return sendResponse(reply, updates.open(ctx, snapshot, session, stream));
  }
  reply.header('allow', 'POST');
  throw new AppError('method_not_allowed', 'Method not allowed');
}

const admitCaller = (
  edge: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  limitClass: LimitClass,
): Promise<Ctx> => enter(edge, request, reply, authenticationOf(edge), limitClass);

const authenticationOf = (edge: HttpDeps): Authentication => ({
  surface: 'mcp',
  unauthorized: 'Invalid or missing token',
  identify: async (request) => {
    const token = bearerOf(request.headers.authorization);
    return token === null ? null : edge.authenticate.stackToken(token, clientIdIn(request), request.ip);
  },
});

function toWebRequest(edge: HttpDeps, { headers: requestHeaders, url }: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(requestHeaders)) {
    if (name !== 'authorization' && value !== undefined) headers.set(name, String(value));
  }
  // The SDK requires both types; the response is converted later to the form that the client reads.
  headers.set('accept', 'application/json, text/event-stream');
  return new Request(new URL(url, edge.publicUrl()), { method: 'POST', headers, signal });
}

async function sendError(
  edge: HttpDeps,
  thrown: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const error = await withGate(edge, FRAMEWORK_ERRORS[thrown.code] ?? toSurfaceError(edge, thrown), request, reply);
  const { status, headers, body } = refusalOf(error, request.log);
  reply.code(status).headers(headers);
  if (error.code === 'unauthenticated') reply.header('www-authenticate', challengeFor(edge, request));
  return reply.type(JSON_UTF8).send(body);
}

/** The response to a refused message. Service faults are logged. */
function refusalOf(error: AppError, log: Pick<Log, 'error'>): DirectRefusal {
  const status = STATUS[error.code];
  if (isLogged(error)) log.error({ err: error.cause ?? error, status }, error.message);
  return { status, headers: errorHeaders(error), body: JSON.stringify(refusalBody(error)) };
}

/** A body that is refused unread still counts as a request: authentication and limits come first. */
async function withGate(
  edge: HttpDeps,
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AppError> {
  if (reply.hasHeader('x-ratelimit-limit')) return error;
  try {
    await admitCaller(edge, request, reply, 'list_tools');
    return error;
  } catch (refusal) {
    return toSurfaceError(edge, refusal);
  }
}
