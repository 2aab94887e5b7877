import { LRUCache } from 'lru-cache';
import type { Connector, PassedAnswer, ToolCall } from '../core/calls/connector.ts';
import { lruOptions } from '../core/lib/lru.ts';
import type { ToolFailure, ToolOutcome } from '../core/results/outcome.ts';
import { CANCELLED } from '../core/results/outcome.ts';
import { UpstreamFailure } from './failure.ts';

/** Limits that pause calls to a failing upstream and bound the calls waiting for a slow one. */
export type BreakerOptions = {
  /** Consecutive failures after which calls to an upstream are paused. */
  readonly failuresMax?: number;
  /** First pause in milliseconds; it doubles each time the upstream still fails. */
  readonly restMs?: number;
  readonly concurrentMax?: number;
  readonly queuedMax?: number;
};

const REST_MS_MAX = 60_000;
const UPSTREAMS_MAX = 10_000;
const UNUSED_MS_MAX = 3_600_000;
// By default lru-cache reads the clock, and sets a timer, every millisecond.
const AGE_STEP_MS = 1_000;

type Limits = Required<BreakerOptions>;

/** The state of one upstream. Times are from `performance.now()`. */
type Upstream = {
  failures: number;
  /** Pauses since the upstream last answered. */
  rests: number;
  /** Calls pause until this time; 0 while the upstream responds. */
  restsUntil: number;
  /** True while one call tests whether the upstream is back. Other calls are refused meanwhile. */
  isTrying: boolean;
  running: number;
  readonly waiting: Set<() => void>;
};

/**
 * Wraps a connector so that a failing upstream isn't called repeatedly, and a slow one holds a bounded number of calls.
 * State is per account and server, so that one account's credentials cannot block others. A successful call costs two
 * cache lookups. Tested by `test/connectors/breaker.test.ts`.
 */
export function withBreaker<C extends Connector>(connector: C, options: BreakerOptions = {}): C {
  const limits: Limits = { failuresMax: 5, restMs: 5_000, concurrentMax: 32, queuedMax: 64, ...options };
  const age = { ttl: UNUSED_MS_MAX, ttlResolution: AGE_STEP_MS, updateAgeOnGet: true };
  const upstreams = new LRUCache<string, Upstream>({ ...lruOptions(UPSTREAMS_MAX), ...age });
  const breaker = { limits, upstreams };
  const { pass } = connector;
  return {
    ...connector,
    // Read at each call, since a connector replaces its `call` once its module is loaded.
    call: (request) => guarded(breaker, connector.call, request),
    ...(pass && { pass: (request) => guarded(breaker, pass, request) }),
  };
}

type Breaker = { readonly limits: Limits; readonly upstreams: LRUCache<string, Upstream> };

type BreakerCall = Pick<ToolCall, 'accountId' | 'serverId' | 'signal' | 'diagnostics'>;

/** Calls the upstream once a slot is free, unless calls are paused. */
async function guarded<Q extends BreakerCall, O extends ToolOutcome | PassedAnswer>(
  { limits, upstreams }: Breaker,
  ask: (request: Q) => Promise<O>,
  request: Q,
): Promise<O | ToolFailure> {
  const key = `${request.accountId}/${request.serverId}`;
  const upstream = upstreams.get(key) ?? addUpstream(upstreams, key);
  if (upstream.running < limits.concurrentMax) upstream.running += 1;
  else if (upstream.waiting.size >= limits.queuedMax) return refused('too many calls to this server are running');
  else if (!(await waitForTurn(upstream, request))) return CANCELLED;
  try {
    if (upstream.restsUntil > 0) return await attemptAgain(limits, upstream, ask, request);
    let outcome: O | ToolFailure;
    try {
      outcome = await ask(request);
    } catch (error) {
      outcome = outcomeOf(error);
    }
    if (outcome.kind !== 'ok' || upstream.failures > 0) countOutcome(limits, upstream, outcome, request);
    return outcome;
  } finally {
    // The slot passes directly to the call that has waited longest, so that no newcomer takes it.
    const [next] = upstream.waiting;
    if (next) next();
    else upstream.running -= 1;
  }
}

/** Lets one call test whether the upstream is back after a pause; the others are refused. */
async function attemptAgain<Q extends BreakerCall, O extends ToolOutcome | PassedAnswer>(
  limits: Limits,
  upstream: Upstream,
  ask: (request: Q) => Promise<O>,
  request: Q,
): Promise<O | ToolFailure> {
  if (upstream.isTrying || performance.now() < upstream.restsUntil)
    return refused('the upstream keeps failing, so calls are paused for a moment');
  upstream.isTrying = true;
  try {
    const outcome = await ask(request).catch(outcomeOf);
    countOutcome(limits, upstream, outcome, request);
    return outcome;
  } finally {
    upstream.isTrying = false;
  }
}

function addUpstream(upstreams: Breaker['upstreams'], key: string): Upstream {
  const fresh = { failures: 0, rests: 0, restsUntil: 0, isTrying: false, running: 0, waiting: new Set<() => void>() };
  upstreams.set(key, fresh);
  return fresh;
}

/** Waits for another call to end; false if the caller disconnects first. */
function waitForTurn({ waiting }: Upstream, { signal, diagnostics }: BreakerCall): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const since = performance.now();
  const end = (isOurs: boolean) => {
    if (diagnostics) diagnostics.queueMs += performance.now() - since;
    waiting.delete(next);
    signal.removeEventListener('abort', leave);
    resolve(isOurs);
  };
  const next = () => end(true);
  const leave = () => end(false);
  waiting.add(next);
  signal.addEventListener('abort', leave);
  return promise;
}

function outcomeOf(error: unknown): ToolFailure {
  if (error instanceof UpstreamFailure) return error.outcome;
  throw error;
}

/**
 * Counts failures, including expired deadlines. If the caller disconnected, the outcome says nothing about the
 * upstream.
 */
function countOutcome(
  limits: Limits,
  upstream: Upstream,
  outcome: ToolOutcome | PassedAnswer,
  { signal: { reason } }: BreakerCall,
): void {
  const isDeadline = reason instanceof Error && reason.name === 'TimeoutError';
  if (outcome.kind === 'cancelled' && !isDeadline) return;
  const isServerFault = outcome.kind === 'upstream_error' && (outcome.status ?? 0) >= 500;
  if (!isServerFault && !DOWN.has(outcome.kind)) {
    upstream.failures = 0;
    upstream.rests = 0;
    upstream.restsUntil = 0;
    return;
  }
  upstream.failures += 1;
  // After a pause, the first failure starts the next and longer pause.
  if (upstream.failures < limits.failuresMax && upstream.rests === 0) return;
  const restMs = Math.min(REST_MS_MAX, limits.restMs * 2 ** upstream.rests);
  upstream.restsUntil = performance.now() + restMs;
  upstream.rests += 1;
}

/** Outcomes of an upstream that is down. `cancelled` counts because only deadlines are left at this point. */
const DOWN: ReadonlySet<ToolOutcome['kind']> = new Set(['unreachable', 'timed_out', 'outcome_unknown', 'cancelled']);

const refused = (message: string): ToolFailure => ({ kind: 'unreachable', message });
