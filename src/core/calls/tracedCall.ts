import { actorIdOf } from '../actor.ts';
import type { CallDecision } from '../callRecords/decision.ts';
import { type CallOutcome, SUCCESS } from '../callRecords/outcome.ts';
import type { Ctx } from '../context.ts';
import type { TracedCall } from '../lib/spans.ts';
import type { StartedCall } from './recordOutcome.ts';

/** How the call ended, with times in ms. */
type EndedCall = {
  readonly outcome: CallOutcome;
  readonly decision: CallDecision | null;
  readonly latencyMs: number;
  readonly ownMs: number;
};

/**
 * Span attributes of a call and its upstream, using OpenTelemetry semantic conventions where they exist. The failure
 * cause may quote the upstream and stays in the log.
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
  return { trace, startedAt, latencyMs, toolId: tool.toolId, isFailed, facts, upstream: upstreamOf(call) };
}

function upstreamOf({ tool, diagnostics }: StartedCall): TracedCall['upstream'] {
  const { sentAt, attempts, traceparent, upstreamMs: ms, host, status } = diagnostics;
  if (sentAt === null || attempts === 0) return null;
  const facts = {
    'toolyard.server': tool.server.slug,
    'toolyard.connector': tool.server.connector.kind,
    'toolyard.attempts': attempts,
    'server.address': host,
    'http.response.status_code': status,
  };
  return { traceparent, sentAt, ms, facts };
}
