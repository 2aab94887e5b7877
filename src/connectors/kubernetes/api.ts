import { PassThrough } from 'node:stream';
import type { CoreV1Api, KubeConfig, V1NetworkPolicy, V1Pod } from '@kubernetes/client-node';
import { ClusterError, toClusterError } from './clusterError.ts';
import { type ExecSocket, toExecSocket } from './execSocket.ts';
import type { KubernetesSettings } from './settings.ts';

/** A pod by its name, and by the one that has it now: names are used again. */
export type PodId = { readonly name: string; readonly uid: string };

/** A command in a container of a pod. */
export type ExecCommand = { readonly container: string; readonly command: readonly string[] };

/** All that a cluster is asked for; the chart's Role allows no more. Each throws `ClusterError`. */
export type ClusterApi = {
  /** Null when the name is taken. `isTrial`: only finds out whether it would be made. */
  createPod(pod: V1Pod, isTrial?: boolean): Promise<V1Pod | null>;
  /** Null when it is gone. */
  readPod(pod: PodId): Promise<V1Pod | null>;
  /** The first 5,000 at most: what removes some of them finds others the next time. */
  listPods(labelSelector: string): Promise<readonly V1Pod[]>;
  /** Does nothing when it is gone. */
  deletePod(pod: PodId, graceSeconds: number): Promise<void>;
  /** Null when there is none of that name. */
  readPolicy(name: string): Promise<V1NetworkPolicy | null>;
  /** Runs a command; `hear` gets what it says, with the number of the stream. */
  exec(pod: PodId, command: ExecCommand, hear: (stream: number, bytes: Buffer) => void): Promise<ExecSocket>;
};

/** Pods in a page of a list; a cluster may give fewer. */
const PAGE_MAX = 500;
const PAGES_MAX = 10;

/**
 * Loads the client, which takes half a second and 90 MB, and reads how the cluster is reached. `timeoutMs` is for each
 * request.
 * @throws ClusterError
 */
export async function openCluster(settings: KubernetesSettings, timeoutMs = 10_000): Promise<ClusterApi> {
  const { core, networking, sockets } = await connectTo(settings, timeoutMs);
  const { namespace } = settings;
  return {
    ...podsIn(core, namespace),
    readPolicy: (name) => nullAt(404, () => networking.readNamespacedNetworkPolicy({ namespace, name })),
    exec: ({ name }, command, hear) =>
      withClusterErrors(() => {
        const path = `/api/v1/namespaces/${namespace}/pods/${name}/exec?${queryOf(command)}`;
        const heard = (stream: number, bytes: Buffer): boolean => {
          hear(stream, bytes);
          return true;
        };
        return toExecSocket(sockets.connect(path, null, heard), timeoutMs);
      }),
  };
}

/** The parts of the client, with one address, one identity and one deadline. */
async function connectTo(settings: KubernetesSettings, timeoutMs: number) {
  const client = await loadClient();
  const config = new client.KubeConfig();
  const address = await withClusterErrors(async () => readAddress(config, settings));
  const configuration = client.createConfiguration({
    baseServer: new client.ServerConfiguration(address, {}),
    authMethods: { default: config },
    promiseMiddleware: [
      {
        async pre(request) {
          request.setSignal(AbortSignal.timeout(timeoutMs));
          return request;
        },
        post: async (answer) => answer,
      },
    ],
  });
  // Streams of its own: by default a message could end those of this process.
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  return {
    core: new client.CoreV1Api(configuration),
    networking: new client.NetworkingV1Api(configuration),
    sockets: new client.WebSocketHandler(config, undefined, streams),
  };
}

type PodApi = Pick<ClusterApi, 'createPod' | 'readPod' | 'listPods' | 'deletePod'>;

const podsIn = (core: CoreV1Api, namespace: string): PodApi => ({
  createPod: (body, isTrial = false) => {
    const request = { namespace, body, fieldValidation: 'Strict', ...(isTrial && { dryRun: 'All' }) };
    return nullAt(409, () => core.createNamespacedPod(request));
  },
  async readPod({ name, uid }) {
    const found = await nullAt(404, () => core.readNamespacedPod({ namespace, name }));
    return found?.metadata?.uid === uid ? found : null;
  },
  async listPods(labelSelector) {
    const pods: V1Pod[] = [];
    let next: string | undefined;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const request = { namespace, labelSelector, limit: PAGE_MAX, ...(next !== undefined && { _continue: next }) };
      const { items, metadata } = await withClusterErrors(() => core.listNamespacedPod(request));
      pods.push(...items);
      next = metadata?._continue;
      // The last page has none, or an empty one.
      if (!next) break;
    }
    return pods;
  },
  async deletePod({ name, uid }, gracePeriodSeconds) {
    const body = { preconditions: { uid }, gracePeriodSeconds };
    // 409: the name is another pod's by now.
    await nullAt(409, () => nullAt(404, () => core.deleteNamespacedPod({ namespace, name, body })));
  },
});

async function loadClient() {
  try {
    const { WebSocketHandler } = await import('@kubernetes/client-node/dist/web-socket-handler.js');
    return { ...(await import('@kubernetes/client-node')), WebSocketHandler };
  } catch {
    throw new ClusterError(
      null,
      'the package @kubernetes/client-node cannot be loaded: docs/deploy.md says how it is installed',
    );
  }
}

function readAddress(config: KubeConfig, { configPath }: KubernetesSettings): string {
  if (configPath === null) config.loadFromCluster();
  else config.loadFromFile(configPath);
  const cluster = config.getCurrentCluster();
  if (cluster === null) throw new Error('the kubeconfig has no current context');
  return cluster.server;
}

const queryOf = ({ container, command }: ExecCommand): string =>
  new URLSearchParams([
    ['container', container],
    ...['stdin', 'stdout', 'stderr'].map((stream) => [stream, 'true']),
    ['tty', 'false'],
    ...command.map((part) => ['command', part]),
  ]).toString();

/** Null where the cluster answers with this status. */
async function nullAt<T>(status: number, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await withClusterErrors(ask);
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
