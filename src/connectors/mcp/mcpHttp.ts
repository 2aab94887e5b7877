import type {
  Connector,
  DiscoveredServer,
  Discovery,
  PassedAnswer,
  PassedRequest,
  PreviewedCall,
  RequestPreview,
  ToolCall,
} from '../../core/calls/connector.ts';
import { noteAttempt, noteSent } from '../../core/calls/diagnostics.ts';
import type { ToolFailure, ToolOutcome } from '../../core/results/outcome.ts';
import { EgressError } from '../egress/error.ts';
import type { Egress } from '../egress/types.ts';
import { discoveryError } from '../failure.ts';
import { egressFailure } from '../http/statusFailure.ts';
import { failureOf, requestOptions } from './client.ts';
import { withClient } from './connect.ts';
import { followTask, resumeTask, taskToResume } from './followTask.ts';
import { type CallInSession, passThrough, passThroughInSession } from './passThrough.ts';
import { postRequest, type RpcRequest } from './post.ts';
import { previewMessage } from './previewMessage.ts';
import { READERS } from './readers.ts';
import { badAnswer, toOutcome } from './result.ts';
import { createSessions, factsOf, type McpSessions, sessionOf } from './session.ts';
import { listAllSkills } from './skillList.ts';
import { type McpTarget, toTarget } from './target.ts';
import { listAllTools } from './toolList.ts';
import { watchOverHttp } from './watch.ts';

/**
 * MCP servers over streamable HTTP. The SDK negotiates and lists. Calls bypass the SDK and are posted directly, which
 * is ten times as fast. Closing the connector does not close the egress.
 */
export function createMcpHttp({ egress }: { readonly egress: Egress }): Required<Connector> {
  const upstreams = { egress, sessions: createSessions(egress) };
  return {
    async call(call) {
      const { connector, credentials, toolName: name, input, inputHeaders, dialogue } = call;
      try {
        const target = toTarget(connector, credentials);
        const params = { name, arguments: input, ...dialogue?.answers };
        const request = { method: 'tools/call', name, inputHeaders, params, reader: READERS.call };
        const resumed = taskToResume(call);
        if (resumed) return await resumeTask(askIn(upstreams, target, call), resumed, call);
        const reply = await callInSession(upstreams, target, call, request);
        if (reply?.outcome.kind === 'task')
          return await followTask(askIn(upstreams, target, call), reply.outcome, call);
        return reply ? reply.outcome : await callThroughSdk(egress, target, call);
      } catch (error) {
        return toFailure(error, call.signal);
      }
    },
    preview: previewMcp,
    discover: (discovery) => discover(egress, discovery),
    pass: (request) => pass(upstreams, request),
    close: async () => undefined,
  };
}

/** The message of a call, for the address of its server. Headers of the session aren't known before it's negotiated. */
export async function previewMcp(call: PreviewedCall): Promise<RequestPreview | ToolFailure> {
  try {
    const { url, headers } = toTarget(call.connector, call.credentials);
    const json = { 'content-type': 'application/json' };
    return { method: 'POST', url: url.href, headers: { ...headers, ...json }, ...previewMessage(call) };
  } catch (error) {
    return toFailure(error, call.signal);
  }
}

type Upstreams = { readonly egress: Egress; readonly sessions: McpSessions };

type Reply<O> = { readonly outcome: O | ToolFailure; readonly bytes: number };

/** Sends a request in a cached session of its upstream; null if only the SDK can send it. */
async function callInSession<O>(
  { egress, sessions }: Upstreams,
  target: McpTarget,
  call: PassedRequest | ToolCall,
  request: RpcRequest<O>,
): Promise<Reply<O> | null> {
  // At most twice: only a session that was negotiated earlier can be lost.
  for (let isLastTry = false; ; isLastTry = true) {
    const session = sessions.get(call, target);
    const held = session instanceof Promise ? await session : session;
    const result = await postRequest(egress, target, held.session, request, call);
    if (result.kind === 'outcome') return result;
    if (result.kind === 'needs_sdk') return null;
    sessions.drop(held);
    if (held.isFresh || isLastTry) return { outcome: result.failure, bytes: 0 };
  }
}

/** Sends further requests of a call. */
const askIn =
  (upstreams: Upstreams, target: McpTarget, call: ToolCall) =>
  <O>(request: RpcRequest<O>, signal: AbortSignal) =>
    callInSession(upstreams, target, { ...call, signal }, request);

const callThroughSdk = (egress: Egress, target: McpTarget, call: ToolCall): Promise<ToolOutcome> =>
  withClient(egress, target, call, async ({ client }) => {
    noteAttempt(call.diagnostics, target.url.origin, 'POST');
    noteSent(call.diagnostics);
    const traceparent = call.diagnostics?.traceparent;
    const meta = (traceparent || call.meta) && { _meta: { ...call.meta, ...(traceparent && { traceparent }) } };
    const params = { name: call.toolName, arguments: call.input, ...meta };
    return toOutcome(await client.callTool(params, requestOptions(call)));
  });

async function pass(upstreams: Upstreams, request: PassedRequest): Promise<PassedAnswer> {
  const { egress, sessions } = upstreams;
  const { connector, credentials, signal } = request;
  try {
    const target = toTarget(connector, credentials);
    if (request.watch) return await watchOverHttp(egress, target, request, request.watch);
    const { session } = await sessions.get(request, target);
    const ask: CallInSession = (message) => callInSession(upstreams, target, request, message);
    const answer = await passThroughInSession(session, request, ask);
    if (answer) return answer;
    const result = await withClient(egress, target, request, ({ client }) => passThrough(client, request));
    return { kind: 'ok', result };
  } catch (error) {
    return toFailure(error, signal);
  }
}

async function discover(egress: Egress, discovery: Discovery): Promise<DiscoveredServer> {
  const { connector, credentials, signal, isIndirect = false, accountId = null } = discovery;
  try {
    const target = { ...toTarget(connector, credentials), isIndirect };
    return await withClient(egress, target, { signal, accountId }, async ({ client, transport }) => {
      const session = sessionOf(client, transport.sessionId);
      const asker = { accountId, signal };
      const tools = await listAllTools((request) => postRequest(egress, target, session, request, asker));
      const facts = factsOf(client);
      const skills = await listAllSkills(facts, signal, async (request, until) => {
        const reply = await postRequest(egress, target, session, request, { ...asker, signal: until });
        return reply.kind === 'outcome' ? reply : null;
      });
      return { ...facts, ...skills, tools };
    });
  } catch (error) {
    throw discoveryError(discovery, toFailure(error, signal), error);
  }
}

function toFailure(error: unknown, signal: AbortSignal): ToolFailure {
  if (error instanceof EgressError && !signal.aborted) return egressFailure(error);
  return failureOf(error, signal, () => badAnswer('closed the connection'));
}
