import { isDeepStrictEqual } from 'node:util';
import { unreachable } from '../failure.ts';
import type { ClusterApi } from './api.ts';
import type { NetworkPolicy } from './objects.ts';
import { PROGRAM_LABELS } from './podSpec.ts';

/** The NetworkPolicy that isolates all pods of programs; `deploy/helm` creates it. */
export const POLICY_NAME = 'toolyard-programs';

/**
 * Requires the NetworkPolicy: without it, no program starts. The service does not create it, because permission to
 * create NetworkPolicies would also allow opening networks. Tested by `test/connectors/kubernetes/refusals.test.ts`.
 * @throws UpstreamFailure; ClusterError
 */
export async function requirePolicy(api: ClusterApi): Promise<void> {
  if (isClosing(await api.readPolicy(POLICY_NAME))) return;
  throw unreachable(
    `the NetworkPolicy ${POLICY_NAME}, which isolates programs, is missing or differs from the chart’s: the operator installs it with the chart`,
  );
}

/** True if the policy blocks all traffic to and from every program's pod. */
export function isClosing(policy: NetworkPolicy | null): boolean {
  if (!policy?.spec) return false;
  const { podSelector, policyTypes = [], ingress = [], egress = [] } = policy.spec;
  const isForAll = isDeepStrictEqual({ ...podSelector?.matchLabels }, { ...PROGRAM_LABELS });
  const hasNoOther = (podSelector?.matchExpressions ?? []).length === 0;
  const isBoth = ['Ingress', 'Egress'].every((type) => policyTypes.includes(type));
  return isForAll && hasNoOther && isBoth && ingress.length === 0 && egress.length === 0;
}
