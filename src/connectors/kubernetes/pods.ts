import { randomUUID } from 'node:crypto';
import { lazily } from '../../core/lib/lazily.ts';
import { sha256Text } from '../../core/lib/sha256.ts';
import type { EgressRule } from '../egress/allow.ts';
import { openEgressListener } from '../egress/egressListener.ts';
import type { NpmProxy } from '../egress/npmProxy.ts';
import { DEFAULT_TOTALS, type TotalsMax } from '../stdio/accountTotals.ts';
import { PROGRAM_LIMITS, SEARCH_PATH } from '../stdio/confinement.ts';
import type { ProgramHost } from '../stdio/host.ts';
import { type McpStdio, runOn, type StdioBounds } from '../stdio/mcpStdio.ts';
import { openCluster } from './api.ts';
import type { KubernetesSettings, PodLimits } from './settings.ts';
import { type Pods, spawnPod } from './spawnPod.ts';
import { startSweeper } from './sweep.ts';

export type PodStdioOptions = StdioBounds & {
  readonly kubernetes: KubernetesSettings;
  readonly accountTotalsMax?: TotalsMax;
  /** Destinations allowed to programs with `network: egress`, in addition to public addresses. */
  readonly egressAllow?: readonly EgressRule[];
  /** The operator's proxy to the npm registry. */
  readonly npmProxy?: NpmProxy | null;
  /** Directories to search for programs in the image. */
  readonly searchPath?: string;
  /** The directory in each pod that holds the program's own directory. */
  readonly scratchRoot?: string;
  /** The port through which pods reach other networks. */
  readonly proxyPort?: number;
  /** How long one request to the cluster may take. */
  readonly requestTimeoutMs?: number;
};

/** The port for outgoing connections, which the chart's NetworkPolicies name. */
const PROXY_PORT = 4_001;
const CONNECT_TIMEOUT_MS = 5_000;
const START_TIMEOUT_MS = 60_000;
/** Maximum simultaneous starts. High, because a start uses the cluster's resources, not this machine's. */
const STARTS_MAX = 128;

/** MCP servers that are programs in pods. The cluster gets no request before the first call. */
export function createPodStdio(options: PodStdioOptions): McpStdio {
  const limits = podLimits(options.accountTotalsMax ?? DEFAULT_TOTALS, options.accountProcessesMax ?? 32);
  const bounds = { accountProcessesMax: limits.podsMax, accountSetting: limits.setting };
  return runOn(podHost(options, limits), { ...options, ...bounds });
}

/** Pod limits follow from the limits of a single program, and the number of pods from the account's limits. */
export function podLimits({ memoryBytes, fileBytes }: TotalsMax, processesMax: number): PodLimits {
  const each = {
    memoryBytes: Math.min(memoryBytes, PROGRAM_LIMITS.memoryBytes),
    fileBytes: Math.min(fileBytes, PROGRAM_LIMITS.fileBytes),
  };
  const numbers = [
    { podsMax: processesMax, setting: 'TOOLYARD_STDIO_PROCESSES_PER_ACCOUNT' },
    { podsMax: Math.floor(memoryBytes / each.memoryBytes), setting: 'TOOLYARD_STDIO_MEMORY_MB_PER_ACCOUNT' },
    { podsMax: Math.floor(fileBytes / each.fileBytes), setting: 'TOOLYARD_STDIO_FILES_MB_PER_ACCOUNT' },
  ];
  const least = numbers.reduce((one, other) => (other.podsMax < one.podsMax ? other : one));
  return { ...each, ...least };
}

function podHost(options: PodStdioOptions, limits: PodLimits): ProgramHost {
  const { kubernetes: settings, scratchRoot = '/scratch', searchPath = SEARCH_PATH, log } = options;
  const api = lazily(() => openCluster(settings, options.requestTimeoutMs));
  const { open: door, close: closeDoor } = doorOf(options);
  const startTimeoutMs = options.startTimeoutMs ?? START_TIMEOUT_MS;
  const pods: Pods = { api, settings, limits, door, startTimeoutMs, log, leaving: new Set() };
  let stopSweeping: (() => Promise<void>) | null = null;
  return {
    searchPath,
    where: 'in the image of programs',
    startsMax: STARTS_MAX,
    spawn: (target, signal) => spawnPod(pods, target, signal),
    // Each pod has its own file system, so a name only needs to be unique. The name reveals nothing to the cluster.
    directory: async (parts) => `${scratchRoot}/${sha256Text(parts.join('/'), 'hex').slice(0, 24)}`,
    directoryOnce: async () => ({ path: `${scratchRoot}/${randomUUID()}`, remove: async () => undefined }),
    watch: () => ({
      async require() {
        stopSweeping ??= startSweeper(api, log);
      },
      async close() {
        await Promise.all(pods.leaving);
        await stopSweeping?.();
        await closeDoor();
      },
    }),
  };
}

/** The outgoing listener of this instance, opened when the first program needs it. */
function doorOf({
  kubernetes: { proxyIp },
  proxyPort = PROXY_PORT,
  egressAllow = [],
  npmProxy = null,
}: PodStdioOptions) {
  let isOpen = false;
  const open = lazily(() => {
    if (proxyIp === null) return Promise.resolve(null);
    isOpen = true;
    return openEgressListener({
      host: proxyIp,
      port: proxyPort,
      allow: egressAllow,
      npmProxy,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
    });
  });
  return { open, close: async () => (isOpen ? (await open())?.close() : undefined) };
}
