import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetch } from 'undici';
import type { Config } from '../../config/config.ts';
import { createEgress } from '../../connectors/egress/egress.ts';
import type { KubernetesSettings } from '../../connectors/kubernetes/settings.ts';
import { CONFINEMENT_LABELS, detectConfinement, hasOwnNetwork } from '../../connectors/stdio/confinement.ts';
import { isRecord } from '../../core/lib/json.ts';
import { connectRedis } from '../../store/connectRedis.ts';
import { parseRedisAddress } from '../../store/redisAddress.ts';
import { type Finding, fail, ok, reasonOf, warn } from './check.ts';

const TIMEOUT_MS = 5_000;

export async function checkRedis({ redisUrl, changes }: Config): Promise<Finding> {
  if (redisUrl === null) return ok('redis', 'not configured: each instance counts rate limits separately');
  const { hosts } = parseRedisAddress(redisUrl);
  const redis = connectRedis(redisUrl, { lazyConnect: true, connectTimeout: TIMEOUT_MS, retryStrategy: () => null });
  try {
    await redis.connect();
    await redis.ping();
    return ok('redis', `answers at ${hosts}`);
  } catch (error) {
    const alone = changes === 'redis' ? ', and changes are read only from the change log' : '';
    const todo = `Is Redis running at ${hosts}? Until then limits are counted per instance${alone}`;
    return warn('redis', reasonOf(error), todo);
  } finally {
    redis.disconnect();
  }
}

/** Checks this machine's sandbox for stdio servers. */
export async function checkSandbox({ isUnconfinedAllowed, kubernetes }: Config): Promise<Finding> {
  if (kubernetes !== null) return checkPods(kubernetes);
  const scratchDir = await mkdtemp(join(tmpdir(), 'toolyard-doctor-'));
  try {
    const { kind } = await detectConfinement({ scratchDir, isUnconfinedAllowed });
    const message = `programs are ${CONFINEMENT_LABELS[kind]}`;
    return hasOwnNetwork({ kind }) ? ok('sandbox', message) : warn('sandbox', message, INSTALL);
  } finally {
    await rm(scratchDir, { recursive: true, force: true });
  }
}

/** Checks with a dry run whether the cluster would create a pod and isolate its network. */
async function checkPods(kubernetes: KubernetesSettings): Promise<Finding> {
  try {
    const { tryCluster } = await import('../../connectors/kubernetes/tryCluster.ts');
    const missing = await tryCluster(kubernetes);
    const reach = kubernetes.proxyIp === null ? '; none has network access without TOOLYARD_KUBERNETES_PROXY_IP' : '';
    const message = `programs run in pods of the namespace ${kubernetes.namespace}${reach}`;
    return missing === null ? ok('sandbox', message) : fail('sandbox', message, missing);
  } catch (error) {
    const todo = 'See the Role, NetworkPolicy and namespace of the chart’s programs.enabled; docs/deploy.md';
    return fail('sandbox', `the cluster refuses to create pods: ${reasonOf(error)}`, todo, 'unavailable');
  }
}

const INSTALL = 'Install bubblewrap, or allow unshare (util-linux) to create namespaces (docs/deploy.md)';

/**
 * Connects to one address as tools do. Without an address it connects to nothing, because many installations have no
 * internet access.
 */
export async function checkEgress({ egressAllow }: Config, address: string | undefined): Promise<Finding> {
  if (address === undefined) return ok('egress', 'not checked; pass --egress URL to check an address');
  const egress = createEgress({ allow: egressAllow });
  try {
    const { status } = await egress.fetchFor([address], { accountId: null })(address, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return ok('egress', `${new URL(address).host} answers with status ${status}`);
  } catch (error) {
    const todo = 'Check name resolution and the firewall; a private address needs TOOLYARD_EGRESS_ALLOW';
    return fail('egress', reasonOf(error), todo);
  } finally {
    await egress.close();
  }
}

/** Checks the server that runs with this configuration, if one does. */
export async function checkRunningServer(url: string): Promise<Finding> {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (!response) return warn('server', `no answer from ${url}`, 'Start it with toolyard start, or set TOOLYARD_URL');
  const body: unknown = await response.json().catch(() => null);
  if (!isRecord(body) || typeof body['status'] !== 'string') {
    return fail('server', `the server at ${url} is not Toolyard`, 'Is TOOLYARD_URL right?', 'unavailable');
  }
  if (!response.ok) return fail('server', `${url} is not ready`, 'Check its log', 'unavailable');
  return serverFinding(url, body);
}

/** Reports the current limitations of a ready server. */
export function serverFinding(url: string, readiness: Readonly<Record<string, unknown>>): Finding {
  const { writes = 'ok', changes = 'live', carrier = 'listen', limits, workers } = readiness;
  if (writes !== 'ok') {
    const todo = 'Free disk space on the database, or configure the address of its primary; docs/operate.md';
    return fail('server', `${url} is ready, but the database rejects writes (${String(writes)})`, todo, 'unavailable');
  }
  if (changes !== 'live') {
    const todo = 'Is the database slow? Check its log and docs/runbook.md';
    return warn(
      'server',
      `${url} receives no change notifications (${String(changes)}): every call reads the database`,
      todo,
    );
  }
  if (carrier === 'log') {
    const todo = 'See the sessions and Redis checks; docs/operate.md';
    return warn('server', `${url} reads changes only from the change log: live views miss calls`, todo);
  }
  if (limits === 'degraded') {
    return warn('server', `${url} is ready, but counts rate limits separately`, 'See the Redis check');
  }
  if (!isRecord(workers)) return ok('server', `${url} is ready`);
  const message = `${url} is ready, with ${String(workers['running'])} of ${String(workers['wanted'])} workers`;
  return workers['running'] === workers['wanted'] ? ok('server', message) : warn('server', message, 'Its log says why');
}
