import { ClusterError, toClusterError } from './clusterError.ts';
import { type ClusterHttp, createClusterHttp } from './clusterHttp.ts';
import { type ExecSocket, toExecSocket } from './execSocket.ts';
import { readAccess } from './kubeconfig.ts';
import type { NetworkPolicy, Pod, PodList } from './objects.ts';
import type { KubernetesSettings } from './settings.ts';

/** A pod by its name and its uid, because names are reused. */
export type PodId = { readonly name: string; readonly uid: string };

type ExecCommand = { readonly container: string; readonly command: readonly string[] };

/** All requests to a cluster; the chart's Role permits nothing else. Each throws `ClusterError`. */
export type ClusterApi = {
  /** Creates a pod; null when the name is taken. `isTrial`: a dry run that creates nothing. */
  createPod(pod: Pod, isTrial?: boolean): Promise<Pod | null>;
  /** Reads a pod; null if it no longer exists. */
  readPod(pod: PodId): Promise<Pod | null>;
  /** Lists at most 5,000 pods; the next sweep finds the rest. */
  listPods(labelSelector: string): Promise<readonly Pod[]>;
  /** Deletes a pod, if it still exists. */
  deletePod(pod: PodId, graceSeconds: number): Promise<void>;
  /** Reads a network policy; null if no policy has that name. */
  readPolicy(name: string): Promise<NetworkPolicy | null>;
  /** Runs a command; `hear` receives its output, with the number of the stream. */
  exec(pod: PodId, command: ExecCommand, hear: (stream: number, bytes: Buffer) => void): Promise<ExecSocket>;
};

/** Pods per page of a list; a cluster may return fewer. */
const PAGE_MAX = 500;
const PAGES_MAX = 10;

/**
 * Reads how the cluster is reached. `timeoutMs` is for each request.
 * @throws ClusterError
 */
export async function openCluster(settings: KubernetesSettings, timeoutMs = 10_000): Promise<ClusterApi> {
  const http = createClusterHttp(await withClusterErrors(() => readAccess(settings.configPath)), timeoutMs);
  const { namespace } = settings;
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  const policies = `/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies`;
  return {
    ...podsAt(http, pods),
    readPolicy: (name) =>
      nullAt(404, async () => asObject(await http.send({ method: 'GET', path: `${policies}/${name}` }))),
    exec: ({ name }, { container, command }, hear) =>
      withClusterErrors(async () => {
        const streams = { stdin: 'true', stdout: 'true', stderr: 'true', tty: 'false' };
        return toExecSocket(await http.openSocket(`${pods}/${name}/exec`, { container, ...streams, command }), hear);
      }),
  };
}

type PodApi = Pick<ClusterApi, 'createPod' | 'readPod' | 'listPods' | 'deletePod'>;

const podsAt = (http: ClusterHttp, path: string): PodApi => ({
  createPod: (body, isTrial = false) => {
    const query = { fieldValidation: 'Strict', ...(isTrial && { dryRun: 'All' }) };
    return nullAt(409, async () => asObject<Pod>(await http.send({ method: 'POST', path, query, body })));
  },
  async readPod({ name, uid }) {
    const request = { method: 'GET', path: `${path}/${name}` } as const;
    const pod = await nullAt(404, async () => asObject<Pod>(await http.send(request)));
    return pod?.metadata?.uid === uid ? pod : null;
  },
  async listPods(labelSelector) {
    const pods: Pod[] = [];
    let next = '';
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const query = { labelSelector, limit: String(PAGE_MAX), ...(next !== '' && { continue: next }) };
      const { items, metadata } = asObject<PodList>(await http.send({ method: 'GET', path, query }));
      pods.push(...items);
      next = metadata?.continue ?? '';
      // The last page has no `continue`, or an empty one.
      if (next === '') break;
    }
    return pods;
  },
  async deletePod({ name, uid }, gracePeriodSeconds) {
    const body = { preconditions: { uid }, gracePeriodSeconds };
    // 409: by now, another pod has the name.
    await nullAt(409, () => nullAt(404, () => http.send({ method: 'DELETE', path: `${path}/${name}`, body })));
  },
});

/** Boundary: the API server returns the type of object that its path names. */
const asObject = <T>(answer: unknown): T => answer as T;

/** Sends a request; null if the cluster answers with this status. */
async function nullAt<T>(status: number, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ClusterError && error.status === status) return null;
    throw error;
  }
}

async function withClusterErrors<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw toClusterError(error);
  }
}
