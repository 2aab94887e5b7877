import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Ended, type Front, KINDS, type Kind, send } from './requests.ts';
import type { Site } from './site.ts';

/** The part of a site that the load needs. */
export type Target = Pick<Site, 'account' | 'upstream'> & { readonly proxies: readonly Front[] };

/** The results of all requests since the load began. */
export type Tally = {
  requests: number;
  failed: number;
  /** The number of calls whose callers learned that the outcome is unknown. */
  unknown: number;
  /** The number of acknowledged calls and changes that are missing. */
  lost: number;
  /** The number of calls that ran more than once. */
  doubled: number;
  /** The longest time without a successful response. */
  silentMs: number;
  /** How often each problem occurred: wrong responses, and calls that ran twice or were lost. */
  readonly wrong: Map<string, number>;
  /** How often each cause occurred among failed requests. */
  readonly failures: Map<string, number>;
  /** When a request last failed, or when a call's outcome was last unknown, by `performance.now()`; 0 for never. */
  lastTroubleAt: number;
};

export type Load = {
  readonly tally: Tally;
  /** Makes one call, and repeats it with its key until its outcome is known. */
  call(kind: Kind, ms: number): Promise<void>;
  /** Sends nothing new, waits for running requests, and checks the upstream's log. */
  stop(): Promise<void>;
};

export type LoadOptions = { readonly workers: number; readonly pauseMs: number };

/** A call that has no outcome after this time counts as wrong, because its outcome will never be known. */
const SETTLE_MS_MAX = 180_000;
const REPEAT_MS = 500;

const count = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

/** Running calls, and the outcome of each call with an effect. */
type State = {
  readonly site: Target;
  readonly tally: Tally;
  readonly acknowledged: string[];
  readonly unknown: string[];
  sent: number;
  /** When a request last succeeded, by `performance.now()`. */
  lastOkAt: number;
};

/**
 * Sends every kind of request through both proxies, from several workers at once. A failed call is repeated with its
 * key until it gets a response, or until its outcome is reported as unknown.
 */
export function startLoad(site: Target, { workers, pauseMs }: LoadOptions): Load {
  const tally: Tally = {
    ...{ requests: 0, failed: 0, unknown: 0, lost: 0, doubled: 0, silentMs: 0, lastTroubleAt: 0 },
    ...{ wrong: new Map(), failures: new Map() },
  };
  const state: State = { site, tally, acknowledged: [], unknown: [], sent: 0, lastOkAt: Infinity };
  let isOver = false;
  const work = async (worker: number): Promise<void> => {
    // Each worker starts at another step, so that every kind is always running.
    for (let turn = worker; !isOver; turn += 1) {
      const kind = KINDS[turn % KINDS.length];
      if (kind) await perform(state, kind, 0);
      await delay(pauseMs * 2 * Math.random());
    }
  };
  const working = Array.from({ length: workers }, (_, worker) => work(worker));
  return {
    tally,
    call(kind, ms) {
      const performed = perform(state, kind, ms);
      working.push(performed);
      return performed;
    },
    async stop() {
      isOver = true;
      await Promise.all(working);
      inspect(state);
    },
  };
}

async function perform(state: State, kind: Kind, ms: number): Promise<void> {
  const call = randomUUID();
  for (const deadline = performance.now() + SETTLE_MS_MAX; ; ) {
    const ended = await ask(state, kind, call, ms);
    if (!kind.hasEffect || settle(state, call, ended)) return;
    if (performance.now() > deadline) return count(state.tally.wrong, 'a call was never settled');
    await delay(ended.retryMs ?? REPEAT_MS);
  }
}

/** Sends one request through the next proxy in turn. */
async function ask(state: State, kind: Kind, call: string, ms: number): Promise<Ended> {
  const { account, proxies } = state.site;
  state.sent += 1;
  const proxy = proxies[state.sent % proxies.length];
  if (!proxy) throw new Error('There is no proxy');
  const ended = await send(proxy, kind.request(account, call, ms), kind.expects(call));
  note(state, ended);
  // A client may repeat such a request, with or without a key (RFC 9113, section 8.7).
  const wasNotProcessed = ended.text.includes('REFUSED_STREAM');
  if (wasNotProcessed && state.site.upstream.runs(call) > 0)
    count(state.tally.wrong, 'a call that ran was said not to have been processed');
  return ended;
}

/** False for a call that the client must retry to learn its outcome. */
function settle({ acknowledged, unknown }: State, call: string, { ending }: Ended): boolean {
  if (ending === 'ok') acknowledged.push(call);
  if (ending === 'unknown') unknown.push(call);
  return ['ok', 'unknown', 'wrong'].includes(ending);
}

/** Acknowledged calls ran once, unknown ones at most once. */
function inspect({ site, tally, acknowledged, unknown }: State): void {
  tally.unknown = unknown.length;
  for (const call of acknowledged) {
    const runs = site.upstream.runs(call);
    if (runs === 1) continue;
    count(tally.wrong, `an acknowledged call ran ${runs} times`);
    if (runs === 0) tally.lost += 1;
    else tally.doubled += 1;
  }
  for (const call of unknown) {
    if (site.upstream.runs(call) < 2) continue;
    count(tally.wrong, 'an unknown call ran twice');
    tally.doubled += 1;
  }
}

function note(state: State, { ending, text }: Ended): void {
  const { tally } = state;
  tally.requests += 1;
  if (ending === 'ok') {
    const now = performance.now();
    tally.silentMs = Math.max(tally.silentMs, now - state.lastOkAt);
    state.lastOkAt = now;
    return;
  }
  tally.lastTroubleAt = performance.now();
  if (ending === 'wrong') count(tally.wrong, text);
  if (ending !== 'failed') return;
  tally.failed += 1;
  count(tally.failures, text);
}
