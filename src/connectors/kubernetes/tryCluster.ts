import { DEFAULT_TOTALS } from '../stdio/accountTotals.ts';
import { openCluster } from './api.ts';
import { isClosing, POLICY_NAME } from './networkPolicy.ts';
import { accountSelector, podName, podOf } from './podSpec.ts';
import { podLimits } from './pods.ts';
import type { KubernetesSettings } from './settings.ts';

const TIMEOUT_MS = 5_000;
/** Placeholder for an account in the trial pod. */
const TRIAL = { account: 'trial', scratch: '/scratch/trial', network: 'none' } as const;

/**
 * Dry run of everything that starting a program requires; creates nothing. Rights, quotas, admission or a missing
 * RuntimeClass that would refuse a pod also refuse the trial.
 * @returns any other missing requirement, or null
 * @throws ClusterError with the cluster's message
 */
export async function tryCluster(settings: KubernetesSettings): Promise<string | null> {
  const api = await openCluster(settings, TIMEOUT_MS);
  await api.listPods(accountSelector(TRIAL.account));
  await api.createPod(podOf(podName(TRIAL.account, 0), TRIAL, settings, podLimits(DEFAULT_TOTALS, 1)), true);
  if (!isClosing(await api.readPolicy(POLICY_NAME))) return `Make the NetworkPolicy ${POLICY_NAME}, with the chart`;
  return null;
}
