import { setTimeout as delay } from 'node:timers/promises';
import { unreachable } from '../failure.ts';
import type { ClusterApi, PodId } from './api.ts';
import { ClusterError } from './clusterError.ts';
import type { Pod } from './objects.ts';

const POLL_MS = 250;
const ENDED = new Set(['Succeeded', 'Failed']);
/** Waiting reasons that will not resolve within a request's lifetime. */
const HOPELESS = new Set([
  ...['ErrImagePull', 'ImagePullBackOff', 'InvalidImageName', 'ErrImageNeverPull'],
  ...['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError'],
]);
/** How long to wait for the reason, which a cluster reports slightly later than the end itself. */
const REASON_WAIT_MS = 3_000;

/** The name and uid of a pod. @throws ClusterError when one is missing */
export function idOf({ metadata }: Pod): PodId {
  if (metadata?.name === undefined || metadata.uid === undefined) throw new ClusterError(null, 'a pod without a name');
  return { name: metadata.name, uid: metadata.uid };
}

/** True when nothing runs in the pod, and nothing will. */
export const isPodOver = ({ status }: Pod): boolean => ENDED.has(status?.phase ?? '');

/**
 * Resolves when the pod's container runs; retries while the cluster does not respond.
 * @throws UpstreamFailure when it will not run, or not within `timeoutMs`
 */
export async function whenRunning(api: ClusterApi, id: PodId, timeoutMs: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + timeoutMs;
  let seen: Pod | null = null;
  while (performance.now() < until && !signal.aborted) {
    const pod = await api.readPod(id).catch((error) => {
      const status = error instanceof ClusterError ? error.status : 0;
      if (status === null || status === 429 || status >= 500) return undefined;
      throw error;
    });
    if (pod === null) throw unreachable('its pod was removed before it ran');
    seen = pod ?? seen;
    if (pod && isRunning(pod)) return;
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
  throw unreachable(
    signal.aborted ? 'the start was cancelled' : `its pod did not start within ${timeoutMs / 1_000} s${hint(seen)}`,
  );
}

function isRunning(pod: Pod): boolean {
  if (isPodOver(pod)) throw unreachable(`its pod ended before it was used${hint(pod)}`);
  const state = stateOf(pod);
  const waitsFor = state?.waiting?.reason ?? '';
  if (HOPELESS.has(waitsFor)) throw unreachable(`its pod cannot run (${waitsFor})`);
  return state?.running !== undefined;
}

const stateOf = ({ status }: Pod) => status?.containerStatuses?.[0]?.state;

/** Why the pod does not run: one of the cluster's fixed reasons, never free text. */
function hint(pod: Pod | null): string {
  const conditions = pod?.status?.conditions ?? [];
  const unscheduled = conditions.find(({ type, status }) => type === 'PodScheduled' && status === 'False')?.reason;
  const reason = pod?.status?.reason ?? unscheduled ?? (pod ? stateOf(pod)?.waiting?.reason : undefined);
  return reason === undefined ? '' : ` (${reason})`;
}

/** Why the cluster ended a pod’s program, such as `OOMKilled` or `Evicted`; null if it did not, or gives no reason. */
export async function whyEnded(api: ClusterApi, id: PodId): Promise<string | null> {
  const until = performance.now() + REASON_WAIT_MS;
  while (performance.now() < until) {
    const pod = await api.readPod(id).catch(() => null);
    if (pod === null) return null;
    const reason = pod.status?.reason ?? stateOf(pod)?.terminated?.reason;
    if (reason !== undefined) return FAULTS.has(reason) ? reason : null;
    await delay(POLL_MS);
  }
  return null;
}

const FAULTS = new Set(['OOMKilled', 'Evicted', 'DeadlineExceeded', 'Preempting', 'NodeShutdown', 'Terminated']);
