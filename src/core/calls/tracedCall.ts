import type { CallDecision } from '../callRecords/decision.ts';
import { type CallOutcome, SUCCESS } from '../callRecords/outcome.ts';
import { actorIdOf } from '../kernel/actor.ts';
import type { Ctx } from '../kernel/context.ts';
import type { SpanFacts, TracedCall } from '../lib/spans.ts';
import { isMcp } from '../servers/document.ts';
import type { CallDiagnostics } from './diagnostics.ts';
import type { StartedCall } from './recordOutcome.ts';

/** How the call ended, with times in ms. */
type EndedCall = {
  readonly outcome: CallOutcome;
  readonly decision: CallDecision | null;
  readonly latencyMs: number;
  readonly ownMs: number;
};

/** MCP's method for calling a tool. Spans have it for every surface, so that one query finds all calls. */
const CALL_METHOD = 'tools/call';

/**
 * Span attributes of a call and its upstream, by OpenTelemetry's semantic conventions for MCP and HTTP where they
 * exist. The failure cause may quote the upstream and stays in the log.
 */
export function tracedCall(
  ctx: Ctx,
  call: StartedCall,
  { outcome, decision, latencyMs, ownMs }: EndedCall,
): TracedCall {
  const { actor, trace = null, surface, requestId } = ctx;
  const { snapshot, tool, diagnostics } = call;
  const isFailed = outcome !== SUCCESS;
  const facts = {
    'mcp.method.name': CALL_METHOD,
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool.toolId,
    'toolyard.server': tool.server.slug,
    'toolyard.account.id': snapshot.accountId,
    'toolyard.stack.id': snapshot.stackId,
    'toolyard.endpoint.id': actor.kind === 'agent' ? actor.endpointId : null,
    'toolyard.caller.id': actorIdOf(actor),
    'toolyard.request.id': requestId,
    'toolyard.surface': surface,
    'toolyard.outcome': outcome,
    'toolyard.decision': decision,
    'toolyard.queue_ms': diagnostics.queueMs,
    'toolyard.own_ms': ownMs,
    'error.type': isFailed ? outcome : null,
  };
  const { startedAt } = diagnostics;
  const name = `${CALL_METHOD} ${tool.toolId}`;
  return { trace, startedAt, latencyMs, name, isFailed, facts, upstream: upstreamOf(call, isFailed ? outcome : null) };
}

function upstreamOf({ tool, diagnostics }: StartedCall, error: string | null): TracedCall['upstream'] {
  const { sentAt, attempts, traceparent, upstreamMs: ms, method, status } = diagnostics;
  if (sentAt === null || attempts === 0) return null;
  const isOverMcp = isMcp(tool.server.connector);
  const facts = {
    ...(isOverMcp && { 'mcp.method.name': CALL_METHOD, 'gen_ai.operation.name': 'execute_tool' }),
    'gen_ai.tool.name': isOverMcp ? tool.name : tool.toolId,
    'toolyard.server': tool.server.slug,
    'toolyard.connector': tool.server.connector.kind,
    'toolyard.attempts': attempts,
    ...networkOf(diagnostics),
    'http.request.method': method,
    'http.response.status_code': status,
    'error.type': error && status !== null && status >= 400 ? String(status) : error,
  };
  const name = isOverMcp ? `${CALL_METHOD} ${tool.name}` : `${method} ${tool.toolId}`;
  return { traceparent, sentAt, ms, name, facts };
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 };

function networkOf({ origin }: CallDiagnostics): SpanFacts {
  const [, scheme = '', address, port] = /^(\w+):\/\/(.*?)(?::(\d+))?$/.exec(origin ?? '') ?? [];
  if (address === undefined) return { 'network.transport': 'pipe' };
  return {
    'network.transport': 'tcp',
    'network.protocol.name': 'http',
    'url.scheme': scheme,
    'server.address': address.replace(/^\[([\da-f:.]+)\]$/, '$1'),
    'server.port': port === undefined ? DEFAULT_PORTS[scheme] : Number(port),
  };
}
