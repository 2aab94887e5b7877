import { startLoad } from './load.ts';
import type { Site } from './site.ts';
import type { Line } from './table.ts';

/** Little enough that a slow machine with other work carries it while an instance starts. */
const LOAD = { workers: 8, pauseMs: 40 };

/** `isSlow`: the machine may be too slow for three instances, and refuse requests for other reasons than restarts. */
type RollingOptions = { readonly requestsMin: number; readonly isSlow: boolean };

/** Restarts each instance in turn by SIGTERM under load, until enough requests were made. */
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

/** Each when the one before is ready, as an orchestrator does. */
async function restartAll({ instances }: Site): Promise<number> {
  for (const instance of instances) {
    await instance.stop();
    await instance.start();
  }
  return instances.length;
}
