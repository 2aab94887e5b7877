import type { Log } from '../../core/kernel/context.ts';
import type { EgressListener } from '../egress/egressListener.ts';
import { unreachable } from '../failure.ts';
import type { StdioTarget } from '../stdio/launch.ts';
import { type Program, type ProgramEnd, toProgram } from '../stdio/program.ts';
import type { ClusterApi, PodId } from './api.ts';
import { ClusterError, whyRefused } from './clusterError.ts';
import { requirePolicy } from './networkPolicy.ts';
import { whenRunning, whyEnded } from './pod.ts';
import { type PodLaunch, SILENCE_MS } from './podLaunch.ts';
import { makeNamedPod } from './podNames.ts';
import { CONTAINER, GRACE_SECONDS, launcherCommand, type PodPlan, podOf } from './podSpec.ts';
import { createPodOutput, joinStreams, type PodOutput } from './programStreams.ts';
import type { KubernetesSettings, PodLimits } from './settings.ts';

/** Dependencies for creating pods. */
export type Pods = {
  readonly api: () => Promise<ClusterApi>;
  readonly settings: KubernetesSettings;
  readonly limits: PodLimits;
  /** The listener for programs' outgoing connections; null if pods can't reach this instance. */
  readonly door: () => Promise<EgressListener | null>;
  readonly startTimeoutMs: number;
  readonly log: Log | undefined;
  /** Pods that are being removed. */
  readonly leaving: Set<Promise<void>>;
};

/**
 * Runs a program in a separate pod, which is removed when the program or the connection to it ends.
 * @throws UpstreamFailure; rate_limited at the account's bound
 */
export async function spawnPod(pods: Pods, target: StdioTarget, signal: AbortSignal): Promise<Program> {
  try {
    return await spawn(pods, target, signal);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    pods.log?.warn({ account: target.account, status: error.status, detail: error.message }, 'a pod was not started');
    throw unreachable(`the program was not started: ${whyRefused(error)}`, error);
  }
}

async function spawn(pods: Pods, { account, launch }: StdioTarget, signal: AbortSignal): Promise<Program> {
  const { settings, limits, startTimeoutMs } = pods;
  const door = launch.network === 'egress' ? await pods.door() : undefined;
  if (door === null)
    throw unreachable('programs with `network: egress` need TOOLYARD_KUBERNETES_PROXY_IP, which the operator sets');
  const way = (await door?.admit(account)) ?? null;
  const plan: PodPlan = { account, scratch: launch.scratch, network: launch.network };
  try {
    const api = await pods.api();
    await requirePolicy(api);
    const id = await makeNamedPod(api, { account, limits, signal }, (name) => podOf(name, plan, settings, limits));
    try {
      await whenRunning(api, id, startTimeoutMs, signal);
      const { command, args, env, scratch: cwd } = launch;
      const program = await run(pods, api, {
        id,
        plan,
        line: { command, args, env, cwd, silenceMs: SILENCE_MS, proxy: way?.address ?? null },
      });
      void program.ended.then(() => way?.close());
      return program;
    } catch (error) {
      await remove(pods, api, id, 0);
      throw error;
    }
  } catch (error) {
    way?.close();
    throw error;
  }
}

type Run = { readonly id: PodId; readonly plan: PodPlan; readonly line: PodLaunch };

async function run(pods: Pods, api: ClusterApi, { id, plan, line }: Run): Promise<Program> {
  const output = createPodOutput();
  const socket = await api.exec(id, { container: CONTAINER, command: launcherCommand(plan) }, output.hear);
  const { write } = joinStreams(socket, output);
  let stopReason: ProgramEnd['reason'] | 'stopped' | null = null;
  const ended = socket.closed.then(async (): Promise<ProgramEnd> => {
    const exit = stopReason === null ? await exitOf(pods, api, id, output) : 'stopped';
    return { reason: stopReason === null || stopReason === 'stopped' ? 'exited' : stopReason, exit };
  });
  const removed = ended.then(() => remove(pods, api, id, GRACE_SECONDS));
  pods.leaving.add(removed);
  void removed.then(() => pods.leaving.delete(removed));
  const end = (why: NonNullable<typeof stopReason>) => {
    stopReason ??= why;
    socket.close();
  };
  const streams = { pid: undefined, stdout: output.stdout, write, ended, stderrTail: output.stderr.text };
  const program = toProgram({
    ...streams,
    cut: end,
    stop: () => {
      end('stopped');
      return removed;
    },
  });
  await write(`${JSON.stringify(line)}\n`);
  return program;
}

/** Explains why a program ended unexpectedly. */
async function exitOf({ limits }: Pods, api: ClusterApi, id: PodId, { exit }: PodOutput): Promise<string> {
  // Only a normal exit reports a status. Code 137 (killed) and a lost connection do not reveal the cause.
  if (exit !== null && exit !== 'code 137') return exit;
  const why = await whyEnded(api, id);
  if (why === 'OOMKilled') return `it used more memory than ${limits.memoryBytes / 1_048_576} MB`;
  if (why !== null) return `the cluster ended it: ${why}`;
  return exit ?? 'the connection to its pod was lost';
}

/** Deletes the pod. If the cluster is unreachable, the pod exits on its own, and a sweep removes it later. */
async function remove({ log }: Pods, api: ClusterApi, id: PodId, graceSeconds: number): Promise<void> {
  try {
    await api.deletePod(id, graceSeconds).catch(() => api.deletePod(id, graceSeconds));
  } catch (error) {
    log?.warn({ err: error, pod: id.name }, 'a pod was not removed: it will exit on its own');
  }
}
