import { setTimeout as delay } from 'node:timers/promises';
import { startLoad } from './load.ts';
import type { Site } from './site.ts';
import type { Line } from './table.ts';

/** So little load that a slow, busy machine can handle it while an instance starts. */
const LOAD = { workers: 8, pauseMs: 40 };

/**
 * `isSlow`: the machine may be too slow for three instances, and may refuse requests for reasons other than restarts.
 */
type RollingOptions = { readonly requestsMin: number; readonly isSlow: boolean };

/** Restarts each instance in turn with SIGTERM under load, until it has made enough requests. */
export async function rollingRestarts(site: Site, { requestsMin, isSlow }: RollingOptions): Promise<Line> {
  const load = startLoad(site, LOAD);
  let restarts = 0;
  try {
    do restarts += await restartAll(site);
    while (load.tally.requests < requestsMin);
  } finally {
    await load.stop();
  }
  const { tally } = load;
  const isHeld = tally.wrong.size === 0 && (isSlow || tally.failed + tally.unknown === 0);
  return { fault: `${restarts} restarts by SIGTERM, one after the other`, tally, wellMs: null, isHeld };
}

/** The control of `rollingRestarts`: the same load while nothing restarts. */
export async function withoutRestarts(site: Site, requestsMin: number): Promise<Line> {
  const load = startLoad(site, LOAD);
  while (load.tally.requests < requestsMin) await delay(LOAD.pauseMs);
  await load.stop();
  return { fault: 'no restart', tally: load.tally, wellMs: null, isHeld: load.tally.wrong.size === 0 };
}

/** Restarts an instance only when the previous one is ready, as an orchestrator does. */
async function restartAll({ instances }: Site): Promise<number> {
  for (const instance of instances) {
    await instance.stop();
    await instance.start();
  }
  return instances.length;
}
