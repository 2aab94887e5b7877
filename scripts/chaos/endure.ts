import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../test/harness/eventually.ts';
import { createApi } from '../crash/api.ts';
import { findLost, findLostCredentials, findWrongValues, type Ledger, newLedger } from '../crash/ledger.ts';
import { writeUntilDead } from '../crash/writer.ts';
import type { Fault } from './faults.ts';
import { startLoad, type Target } from './load.ts';
import type { Site } from './site.ts';
import type { Line } from './table.ts';

/** An installation that requests and changes are checked on. */
export type Endurable = Target & Pick<Site, 'recordsUpstream'>;

const LOAD = { workers: 6, pauseMs: 40 };
/** Warm-up requests. Afterwards everything is cached, so the measured time is only the fault's. */
const WARM_REQUESTS = 60;
const WARM_MS_MAX = 60_000;
/** The installation counts as recovered after this long without a failure. */
const QUIET_MS = 3_000;
/** If recovery takes longer than this, the installation counts as broken. */
const WELL_MS_MAX = 60_000;
const BETWEEN_WRITES_MS = 500;

/** Runs one fault under load. Checks that everything acknowledged before, during and after it exists. */
export async function endure<S extends Endurable>(site: S, fault: Fault<S>): Promise<Line> {
  const load = startLoad(site, LOAD);
  const { tally } = load;
  const ledger = newLedger();
  const over = new AbortController();
  const writing = writeOn(site, ledger, over.signal);
  let healedAt = 0;
  try {
    await eventually('requests are answered', () => tally.requests >= WARM_REQUESTS, WARM_MS_MAX);
    const heal = await fault.begin(site, load);
    await delay(fault.holdMs);
    await heal();
    healedAt = performance.now();
    while (performance.now() < Math.min(Math.max(healedAt, tally.lastTroubleAt) + QUIET_MS, healedAt + WELL_MS_MAX)) {
      await delay(100);
    }
  } finally {
    over.abort();
    await Promise.all([load.stop(), writing]);
  }
  await findLosses(site, ledger);
  tally.lost += ledger.lost.size;
  for (const entry of ledger.lost) tally.wrong.set(`lost: ${entry}`, 1);
  const wellMs = Math.max(0, tally.lastTroubleAt - healedAt);
  const isHeld = tally.wrong.size === 0 && wellMs < WELL_MS_MAX;
  return { fault: fault.name, tally: { ...tally, requests: tally.requests + ledger.acknowledged }, wellMs, isHeld };
}

const apiOf = ({ proxies: [proxy], account }: Endurable) => {
  if (!proxy) throw new Error('There is no proxy');
  return createApi((path, init) => proxy.fetch(path, init), account.apiKey);
};

/** Creates stacks with servers and credentials until stopped; skips failed ones. */
async function writeOn(site: Endurable, ledger: Ledger, signal: AbortSignal): Promise<void> {
  const api = apiOf(site);
  const whileAlive: typeof api = {
    send: async (...request) => {
      const answer = signal.aborted ? null : await api.send(...request);
      await delay(BETWEEN_WRITES_MS / 5);
      return answer;
    },
  };
  while (!signal.aborted) {
    await writeUntilDead(whileAlive, ledger, 1);
    await delay(BETWEEN_WRITES_MS);
  }
}

async function findLosses(site: Endurable, ledger: Ledger): Promise<void> {
  const api = apiOf(site);
  await findLost(ledger, api);
  await findLostCredentials(ledger, api, ledger.entries.values());
  await findWrongValues(ledger, api, site.recordsUpstream);
}
