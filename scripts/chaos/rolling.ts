import { startLoad } from './load.ts';
import type { Site } from './site.ts';
import type { Line } from './table.ts';

/** Little enough that a slow machine with other work carries it while an instance starts. */
const LOAD = { workers: 8, pauseMs: 40 };

/** A machine that is too slow for three instances loses requests for other reasons than restarts. */
const FAILED_SHARE_MAX = 0.2;

type RollingOptions = { readonly requestsMin: number; readonly isSlow: boolean };

/** Restarts each instance in turn by SIGTERM under load, and again, until there were so many requests. */
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
  const { requests, failed, unknown, wrong } = tally;
  const isHeld = wrong.size === 0 && failed + unknown <= (isSlow ? FAILED_SHARE_MAX * requests : 0);
  return { fault: `${restarts} restarts by SIGTERM, one after the other`, tally, wellMs: null, isHeld };
}

/** Each when the one before is ready, as an orchestrator does. */
async function restartAll({ instances }: Site): Promise<number> {
  for (const instance of instances) {
    await instance.stop();
    await instance.start();
  }
  return instances.length;
}
