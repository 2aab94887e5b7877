import type {
  Connector,
  DiscoveredTool,
  Discovery,
  PassedAnswer,
  PassedRequest,
  ToolCall,
  ToolFailure,
  ToolOutcome,
} from '../../core/calls/connector.ts';
import { EgressError } from '../egress/error.ts';
import type { Egress } from '../egress/types.ts';
import { egressFailure } from '../http/statusFailure.ts';
import { discoveryError, failureOf, listTools, requestOptions } from './client.ts';
import { withClient } from './connect.ts';
import { passThrough } from './passThrough.ts';
import { postToolCall } from './post.ts';
import { badAnswer, toOutcome } from './result.ts';
import { createSessions, type McpSessions, type McpTarget, toTarget } from './session.ts';

/**
 * MCP servers over streamable HTTP. The SDK negotiates and lists; calls are posted directly, which is ten times as
 * fast. Closing it does not close the egress.
 */
export function createMcpHttp({ egress }: { readonly egress: Egress }): Required<Connector> {
  const sessions = createSessions(egress);
  return {
    call: (call) => callTool(egress, sessions, call),
    discover: (discovery) => discover(egress, discovery),
    pass: (request) => pass(egress, request),
    close: async () => undefined,
  };
}

async function callTool(egress: Egress, sessions: McpSessions, call: ToolCall): Promise<ToolOutcome> {
  try {
    const target = toTarget(call.connector, call.credentials);
    const owner = `${call.accountId}/${call.stackId}/${call.serverId}/${call.owner}`;
    // At most twice: a lost session is negotiated again, but a fresh one that is refused would be refused again.
    for (let isLastTry = false; ; isLastTry = true) {
      const { session, isFresh } = await sessions.get(owner, target, call.signal);
      const result = await postToolCall(egress, target, session, call);
      if (result.kind === 'outcome') return result.outcome;
      if (result.kind === 'needs_sdk') return await callThroughSdk(egress, target, call);
      sessions.drop(owner, target, session);
      if (isFresh || isLastTry) return result.failure;
    }
  } catch (error) {
    return toFailure(error, call.signal);
  }
}

/**
 * For tools whose name, or whose arguments that have to be repeated in headers, only the SDK can encode. That needs the
 * tool's schema, so the SDK lists the upstream's tools first.
 */
const callThroughSdk = (egress: Egress, target: McpTarget, call: ToolCall): Promise<ToolOutcome> =>
  withClient(egress, target, call.signal, async (client) => {
    return toOutcome(await client.callTool({ name: call.toolName, arguments: call.input }, requestOptions(call)));
  });

async function pass(egress: Egress, request: PassedRequest): Promise<PassedAnswer> {
  const { connector, credentials, signal } = request;
  try {
    const target = toTarget(connector, credentials);
    const result = await withClient(egress, target, signal, (client) => passThrough(client, request));
    return { kind: 'ok', result };
  } catch (error) {
    return toFailure(error, signal);
  }
}

async function discover(egress: Egress, discovery: Discovery): Promise<readonly DiscoveredTool[]> {
  const { connector, credentials, signal } = discovery;
  try {
    return await withClient(egress, toTarget(connector, credentials), signal, (client) => listTools(client, signal));
  } catch (error) {
    throw discoveryError(discovery, toFailure(error, signal), error);
  }
}

function toFailure(error: unknown, signal: AbortSignal): ToolFailure {
  if (error instanceof EgressError && !signal.aborted) return egressFailure(error);
  return failureOf(error, signal, () => badAnswer('closed the connection'));
}
