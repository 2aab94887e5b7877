import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleType,
  type IPolicy,
  wrap,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { Connector, PassedAnswer, ToolCall, ToolFailure, ToolOutcome } from '../core/calls/connector.ts';
import { CANCELLED, UpstreamFailure, waitFor } from './failure.ts';

export type BreakerOptions = {
  /** Failures in a row after which an upstream is left alone. */
  readonly failuresMax?: number;
  /** How long at first; twice as long each time that it still fails. */
  readonly restMs?: number;
  readonly concurrentMax?: number;
  readonly queuedMax?: number;
};

const REST_MS_MAX = 60_000;
const UPSTREAMS_MAX = 10_000;
const UNUSED_MS_MAX = 3_600_000;

/**
 * The same connector, but an upstream that is down is not asked again and again, and a slow one holds a bounded number
 * of calls. Kept per account and server: what one tenant's credentials do to a server is no other's concern.
 */
export function withBreaker<C extends Connector>(connector: C, options: BreakerOptions = {}): C {
  const policies = new LRUCache<string, IPolicy>({ max: UPSTREAMS_MAX, ttl: UNUSED_MS_MAX, updateAgeOnGet: true });
  const policyOf = ({ accountId, serverId }: Owner): IPolicy => {
    const key = `${accountId}/${serverId}`;
    const policy = policies.get(key) ?? createPolicy(options);
    policies.set(key, policy);
    return policy;
  };
  const { pass } = connector;
  return {
    ...connector,
    call: (call) => guarded<ToolOutcome>(policyOf(call), call.signal, () => connector.call(call)),
    ...(pass && {
      pass: (request) => guarded<PassedAnswer>(policyOf(request), request.signal, () => pass(request)),
    }),
  };
}

type Owner = Pick<ToolCall, 'accountId' | 'serverId'>;

function createPolicy(options: BreakerOptions): IPolicy {
  const { failuresMax = 5, restMs = 5_000, concurrentMax = 32, queuedMax = 64 } = options;
  const breaker = circuitBreaker(handleType(UpstreamDown), {
    breaker: new ConsecutiveBreaker(failuresMax),
    halfOpenAfter: new ExponentialBackoff({ initialDelay: restMs, maxDelay: REST_MS_MAX }),
  });
  return wrap(bulkhead(concurrentMax, queuedMax), breaker);
}

async function guarded<O extends ToolOutcome | PassedAnswer>(
  policy: IPolicy,
  signal: AbortSignal,
  ask: () => Promise<O>,
): Promise<O | ToolFailure> {
  try {
    // A queue does not hear the caller leave.
    return await waitFor(
      policy.execute(() => attempt(signal, ask)),
      signal,
    );
  } catch (error) {
    if (error instanceof UpstreamFailure) return error.outcome;
    if (error instanceof BrokenCircuitError)
      return refused('the upstream keeps failing and is left alone for a moment');
    if (error instanceof BulkheadRejectedError) return refused('too many calls of this server are under way');
    throw error;
  }
}

/** Thrown through the policy, which counts it; the outcome itself is what the caller gets. */
class UpstreamDown extends UpstreamFailure {}

async function attempt<O extends ToolOutcome | PassedAnswer>(signal: AbortSignal, ask: () => Promise<O>): Promise<O> {
  const outcome = await ask();
  if (outcome.kind === 'cancelled') throw toCancelled(signal);
  if (isDown(outcome)) throw new UpstreamDown(outcome);
  return outcome;
}

/** A caller that leaves says nothing about the upstream, so it is not counted; the deadline does. */
function toCancelled({ reason }: AbortSignal): UpstreamFailure {
  const isDeadline = reason instanceof Error && reason.name === 'TimeoutError';
  return isDeadline ? new UpstreamDown(TIMED_OUT) : new UpstreamFailure(CANCELLED);
}

const TIMED_OUT = {
  kind: 'timed_out',
  message: 'Tool execution failed: the upstream did not answer in time',
} as const;

type Down = Extract<ToolOutcome, { kind: 'unreachable' | 'timed_out' | 'upstream_error' }>;

const isDown = (outcome: ToolOutcome | PassedAnswer): outcome is Down =>
  outcome.kind === 'unreachable' ||
  outcome.kind === 'timed_out' ||
  (outcome.kind === 'upstream_error' && (outcome.status ?? 0) >= 500);

const refused = (what: string): ToolFailure => ({ kind: 'unreachable', message: `Tool execution failed: ${what}` });
