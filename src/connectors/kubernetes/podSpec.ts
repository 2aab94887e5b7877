import { fileURLToPath } from 'node:url';
import { sha256Text } from '../../core/lib/sha256.ts';
import type { Pod } from './objects.ts';
import type { KubernetesSettings, PodLimits } from './settings.ts';

const HOLDER = fileURLToPath(new URL('./holder.ts', import.meta.url));
const LAUNCHER = fileURLToPath(new URL('./launcher.ts', import.meta.url));

/** The name of a pod's only container. */
export const CONTAINER = 'program';
/** The owner label of the pods, which the NetworkPolicies of `deploy/helm` select. */
export const PROGRAM_LABELS = { 'app.kubernetes.io/name': 'toolyard-program' } as const;
const ACCOUNT_LABEL = 'toolyard/account';
const NETWORK_LABEL = 'toolyard/network';

/** The user of the image: not root, and listed in its `/etc/passwd`. */
const USER = 1_000;
const MIB = 1_048_576;
const TMP_BYTES = 64 * MIB;
/** Maximum size of the container engine's log of the holder's own output. */
const LOG_BYTES = 16 * MIB;
/** Time for the program to exit on its own (`launcher.ts`). */
export const GRACE_SECONDS = 3;
/** Last resort: ends a pod that its instance, its launcher and the other instances' sweepers all failed to end. */
const DAY_SECONDS = 86_400;

/** One program’s pod. `scratch` is the path of its directory in the pod. */
export type PodPlan = {
  readonly account: string;
  readonly scratch: string;
  readonly network: 'none' | 'egress';
};

/** Selects the pods of an account by a digest, because the cluster must not learn account ids. */
export const accountSelector = (account: string): string => `${ACCOUNT_LABEL}=${accountDigest(account)}`;

/** One of the names for an account's pods. Names are unique, which bounds the number of pods. */
export const podName = (account: string, place: number): string => `toolyard-${accountDigest(account)}-${place}`;

const accountDigest = (account: string): string => sha256Text(`pods of ${account}`, 'hex').slice(0, 24);

/** The socket between holder and launcher. */
const socketIn = (scratch: string): string => `${scratch}/.holder`;

/** The command that `exec` runs in the pod; everything else is sent over its input. */
export const launcherCommand = ({ scratch }: PodPlan): string[] => [process.execPath, LAUNCHER, socketIn(scratch)];

/**
 * A pod that does not run the program yet. Pods differ only in name, labels and directory. Tested by
 * `test/connectors/kubernetes/pods.test.ts`.
 */
export function podOf(name: string, plan: PodPlan, settings: KubernetesSettings, limits: PodLimits): Pod {
  const { account, scratch, network } = plan;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: settings.namespace,
      labels: { ...PROGRAM_LABELS, [ACCOUNT_LABEL]: accountDigest(account), [NETWORK_LABEL]: network },
    },
    spec: {
      ...(settings.runtimeClass !== null && { runtimeClassName: settings.runtimeClass }),
      restartPolicy: 'Never',
      activeDeadlineSeconds: DAY_SECONDS,
      terminationGracePeriodSeconds: GRACE_SECONDS,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      // Without DNS: the cluster's names can't be resolved from the pod.
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['127.0.0.1'] },
      securityContext: {
        runAsNonRoot: true,
        runAsUser: USER,
        runAsGroup: USER,
        fsGroup: USER,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      containers: [containerOf(scratch, settings, limits)],
      volumes: [
        { name: 'scratch', emptyDir: { sizeLimit: String(limits.fileBytes) } },
        // Counts towards the container's memory.
        { name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: String(TMP_BYTES) } },
      ],
    },
  };
}

const containerOf = (scratch: string, { image }: KubernetesSettings, { memoryBytes, fileBytes }: PodLimits) => ({
  name: CONTAINER,
  image,
  command: [process.execPath, HOLDER, socketIn(scratch)],
  workingDir: scratch,
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
  resources: {
    requests: { cpu: '50m', memory: String(Math.min(memoryBytes, 128 * MIB)), 'ephemeral-storage': String(LOG_BYTES) },
    limits: { cpu: '1', memory: String(memoryBytes), 'ephemeral-storage': String(fileBytes + LOG_BYTES) },
  },
  volumeMounts: [
    { name: 'scratch', mountPath: scratch },
    { name: 'tmp', mountPath: '/tmp' },
  ],
});
