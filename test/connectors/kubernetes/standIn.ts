import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';
import { POLICY_NAME } from '../../../src/connectors/kubernetes/networkPolicy.ts';
import type { NetworkPolicy, Pod } from '../../../src/connectors/kubernetes/objects.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { selfSigned } from '../../harness/tls.ts';
import { podProblems } from './podRules.ts';
import { createStandInPod, type StandInPod } from './standInPod.ts';

export const NAMESPACE = 'programs';
const TOKEN = 'token-of-the-service';
const LABELS = { 'app.kubernetes.io/name': 'toolyard-program' };
export const CLOSING: NetworkPolicy = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: POLICY_NAME, namespace: NAMESPACE },
  spec: { podSelector: { matchLabels: LABELS }, policyTypes: ['Ingress', 'Egress'] },
};

const PODS = `/api/v1/namespaces/${NAMESPACE}/pods`;
const POLICY = `/apis/networking.k8s.io/v1/namespaces/${NAMESPACE}/networkpolicies/${POLICY_NAME}`;

type Answer = { readonly status: number; readonly body: object; readonly headers?: Record<string, string> };
/** Responds instead of the cluster. Null passes the request on; a promise that never resolves sends no response. */
type Fault = (line: string) => Answer | null | Promise<Answer>;

export const refusal = (code: number, message: string): Answer['body'] => ({
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  message,
  code,
});

/**
 * A Kubernetes API server that runs pods as local processes without isolation. It refuses the same requests as a real
 * one (`podRules.ts`), implements the channels of `exec`, and stores all requests.
 */
export async function startStandIn({ protocol = 'v5.channel.k8s.io' } = {}) {
  const pods = new Map<string, StandInPod>();
  const requests: { readonly line: string; readonly body: string }[] = [];
  const sockets = new Set<WebSocket>();
  const state = {
    fault: (() => null) as Fault,
    policy: CLOSING as NetworkPolicy | null,
    /** A new pod's state: it runs, or waits for the given reason. */
    waitsFor: null as { readonly reason: string; readonly where: 'node' | 'image' } | null,
    /** Pods per list page, regardless of the requested number: a cluster may return fewer. */
    pageMax: 500,
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await textOf(request);
    const line = `${request.method} ${request.url}`;
    requests.push({ line, body });
    const isAllowed = request.headers.authorization === `Bearer ${TOKEN}`;
    const answer = (await state.fault(line)) ?? (isAllowed ? route(line, body) : UNKNOWN);
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.body));
  };
  const route = (line: string, body: string): Answer => {
    const [method, address = ''] = line.split(' ');
    const { pathname, searchParams } = new URL(address, 'https://cluster');
    const routes: Readonly<Record<string, () => Answer>> = {
      [`GET ${POLICY}`]: () => (state.policy ? { status: 200, body: state.policy } : notFound(pathname)),
      [`POST ${PODS}`]: () => create(JSON.parse(body), searchParams),
      [`GET ${PODS}`]: () => list(searchParams),
    };
    return routes[`${method} ${pathname}`]?.() ?? ofPod(`${method}`, pathname, body);
  };
  const ofPod = (method: string, pathname: string, body: string): Answer => {
    const pod = pods.get(pathname.replace(`${PODS}/`, ''));
    if (!pod) return notFound(pathname);
    return method === 'DELETE' ? remove(pod, JSON.parse(body)) : { status: 200, body: pod.object };
  };
  const create = (object: Pod, query: URLSearchParams): Answer => {
    const name = object.metadata?.name ?? '';
    const problems = [...podProblems(object), ...(query.get('fieldValidation') === 'Strict' ? [] : ['not strict'])];
    if (problems.length > 0) return { status: 422, body: refusal(422, problems.join('; ')) };
    if (pods.has(name)) return { status: 409, body: refusal(409, `pods "${name}" already exists`) };
    if (query.get('dryRun') === 'All') return { status: 201, body: object };
    const metadata = { ...object.metadata, uid: randomUUID(), creationTimestamp: new Date().toISOString() };
    const pod = createStandInPod({ ...object, metadata }, state.waitsFor, () => pods.delete(name));
    pods.set(name, pod);
    return { status: 201, body: pod.object };
  };
  const list = (query: URLSearchParams): Answer => {
    const selectors = (query.get('labelSelector') ?? '').split(',').map((pair) => pair.split('='));
    const fits = ({ object }: StandInPod) =>
      selectors.every(([name = '', value]) => object.metadata?.labels?.[name] === value);
    // Sorted by name, as in a cluster: the next page starts after the last name of this one.
    const after = query.get('continue') ?? '';
    const rest = [...pods].filter(([name, pod]) => name > after && fits(pod)).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const page = rest.slice(0, Math.min(Number(query.get('limit') ?? state.pageMax), state.pageMax));
    const metadata = page.length < rest.length ? { continue: page.at(-1)?.[0] } : {};
    const items = page.map(([, { object }]) => object);
    return { status: 200, body: { kind: 'PodList', apiVersion: 'v1', metadata, items } };
  };
  const remove = (
    pod: StandInPod,
    options: { preconditions?: { uid?: string }; gracePeriodSeconds?: number },
  ): Answer => {
    if (options.preconditions?.uid !== pod.object.metadata?.uid)
      return { status: 409, body: refusal(409, 'another uid') };
    pod.remove(options.gracePeriodSeconds ?? 30);
    return { status: 200, body: pod.object };
  };
  const tls = selfSigned('localhost');
  const server = createServer(
    tls,
    (request, response) => void handle(request, response).catch(() => response.destroy()),
  );
  const upgrades = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
  });
  server.on('upgrade', async (request, socket, head) => {
    const line = `${request.method} ${request.url}`;
    requests.push({ line, body: '' });
    const answer = await state.fault(line);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://cluster');
    const pod = pods.get(pathname.split('/')[6] ?? '');
    const isAllowed = request.headers.authorization === `Bearer ${TOKEN}` && pathname.endsWith('/exec');
    if (answer || !pod || !isAllowed) return void socket.end(`HTTP/1.1 ${answer?.status ?? 403} Refused\r\n\r\n`);
    upgrades.handleUpgrade(request, socket, head, (client) => {
      sockets.add(client);
      client.on('close', () => sockets.delete(client));
      pod.exec(client, searchParams.getAll('command'));
    });
  });
  const port = await listenOnLoopback(server);
  const configPath = join(mkdtempSync(join(tmpdir(), 'toolyard-kubeconfig-')), 'config');
  writeFileSync(configPath, JSON.stringify(kubeconfig(port, tls.cert)));
  return {
    state,
    requests,
    pods,
    settings: {
      configPath,
      namespace: NAMESPACE,
      image: 'registry.example.com/toolyard:1',
      runtimeClass: null,
      proxyIp: null,
    },
    /** Cuts the connections to all programs, as when a proxy on the way restarts. */
    cut() {
      for (const socket of sockets) socket.terminate();
    },
    async close() {
      for (const pod of pods.values()) pod.remove(0);
      for (const socket of sockets) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
export type StandIn = Awaited<ReturnType<typeof startStandIn>>;

const UNKNOWN: Answer = { status: 401, body: refusal(401, 'Unauthorized') };
const notFound = (subject: string): Answer => ({ status: 404, body: refusal(404, `${subject} not found`) });

const kubeconfig = (port: number, authority: string) => ({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [
    {
      name: 'c',
      cluster: { server: `https://localhost:${port}`, 'certificate-authority-data': btoa(authority) },
    },
  ],
  users: [{ name: 'u', user: { token: TOKEN } }],
  contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
  'current-context': 'x',
});

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
