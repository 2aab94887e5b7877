import type { Log } from '../../core/kernel/context.ts';
import type { ClusterApi } from './api.ts';
import { idOf, isPodOver } from './pod.ts';
import { PROGRAM_LABELS } from './podSpec.ts';

const EVERY_MS = 60_000;
/** Age at which a pending pod is deleted; longer than any wait for a pod to start. */
const UNUSED_MS = 600_000;
const SELECTOR = Object.entries(PROGRAM_LABELS)
  .map(([name, value]) => `${name}=${value}`)
  .join(',');

/**
 * Removes pods left by dead instances of any account, now and every minute. Such a pod ends within a minute of its
 * instance (`launcher.ts`), and only its object remains. Returns a function that stops the sweeper.
 */
export function startSweeper(api: () => Promise<ClusterApi>, log: Log | undefined): () => Promise<void> {
  const runSweep = () =>
    sweep(api).catch((error: unknown) => log?.warn({ err: error }, 'pods that have ended were not removed'));
  let running = runSweep();
  const timer = setInterval(() => {
    running = runSweep();
  }, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function sweep(open: () => Promise<ClusterApi>): Promise<void> {
  const api = await open();
  const pods = await api.listPods(SELECTOR);
  for (const pod of pods) {
    const { status, metadata } = pod;
    // Left pending by an instance that died while waiting for a node or an image.
    const isAbandoned =
      status?.phase === 'Pending' && Date.now() - Date.parse(metadata?.creationTimestamp ?? '') > UNUSED_MS;
    if (isAbandoned || isPodOver(pod)) await api.deletePod(idOf(pod), 0);
  }
}
