import { startLoad } from './load.ts';
import type { Site } from './site.ts';
import type { Line } from './table.ts';

/** Little enough that a slow machine with other work carries it while an instance starts. */
const LOAD = { workers: 8, pauseMs: 40 };

/** On a machine that is too slow for its database, an instance refuses requests, which is no matter of restarts. */
const REFUSED_SHARE_MAX = 0.2;

type RollingOptions = { readonly requestsMin: number; readonly mayRefuse: boolean };

/** Restarts each instance in turn by SIGTERM under load, and again, until there were so many requests. */
export async function rollingRestarts(site: Site, { requestsMin, mayRefuse }: RollingOptions): Promise<Line> {
  const load = startLoad(site, LOAD);
  let restarts = 0;
  try {
    do restarts += await restartAll(site);
    while (load.tally.requests < requestsMin);
  } finally {
    await load.stop();
  }
  const { tally } = load;
  const { requests, failed, refused, unknown, wrong } = tally;
  const excused = mayRefuse && refused <= REFUSED_SHARE_MAX * requests ? refused : 0;
  const isHeld = failed - excused + unknown + wrong.size === 0;
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
