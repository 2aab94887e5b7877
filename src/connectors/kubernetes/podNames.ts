import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../core/lib/errors.ts';
import { plural } from '../../core/lib/text.ts';
import { unreachable } from '../failure.ts';
import type { ClusterApi, PodId } from './api.ts';
import type { Pod } from './objects.ts';
import { idOf, isPodOver } from './pod.ts';
import { accountSelector, podName } from './podSpec.ts';
import type { PodLimits } from './settings.ts';

const POLL_MS = 250;
/** How long to wait until a terminating pod is gone. */
const LEAVING_MS = 10_000;

/** Account and limits of a pod, with the signal that cancels it. */
type PodRequest = { readonly account: string; readonly limits: PodLimits; readonly signal: AbortSignal };

/**
 * Creates a pod under one of the account's names. Names are unique in a cluster, so their number bounds the pods across
 * all instances.
 * @throws rate_limited when all are taken; ClusterError
 */
export async function makeNamedPod(
  api: ClusterApi,
  { account, limits, signal }: PodRequest,
  make: (name: string) => Pod,
): Promise<PodId> {
  const until = performance.now() + LEAVING_MS;
  for (;;) {
    const pods = await api.listPods(accountSelector(account));
    const usedNames = new Set(pods.map(({ metadata }) => metadata?.name));
    const made = await makeAtFreePlace(
      api,
      Array.from({ length: limits.podsMax }, (_, place) => podName(account, place)).filter(
        (name) => !usedNames.has(name),
      ),
      make,
    );
    if (made) return idOf(made);
    if (!(await someLeave(api, pods)) || performance.now() > until)
      throw new AppError(
        'rate_limited',
        `The limit ${limits.setting} is reached: ${plural(limits.podsMax, 'program')} of an account at a time, on all instances together; try again when a call has ended`,
        { retryAfterSeconds: 5 },
      );
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) throw unreachable('the start was cancelled');
  }
}

/** Deletes ended pods. True if a name will soon be free. */
async function someLeave(api: ClusterApi, pods: readonly Pod[]): Promise<boolean> {
  const ended = pods.filter(isPodOver);
  await Promise.all(ended.map((pod) => api.deletePod(idOf(pod), 0)));
  return ended.length > 0 || pods.some(({ metadata }) => metadata?.deletionTimestamp !== undefined);
}

/** Creates a pod with the first name that is still free; null if other instances have taken all of them. */
async function makeAtFreePlace(
  api: ClusterApi,
  names: readonly string[],
  make: (name: string) => Pod,
): Promise<Pod | null> {
  for (const name of names) {
    const made = await api.createPod(make(name));
    if (made) return made;
  }
  return null;
}
