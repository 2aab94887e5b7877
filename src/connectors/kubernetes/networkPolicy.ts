import { isDeepStrictEqual } from 'node:util';
import { unreachable } from '../failure.ts';
import type { ClusterApi } from './api.ts';
import type { NetworkPolicy } from './objects.ts';
import { PROGRAM_LABELS } from './podSpec.ts';

/** The NetworkPolicy that closes all pods of programs; `deploy/helm` makes it. */
export const POLICY_NAME = 'toolyard-programs';

/**
 * Without it, no program starts. The service does not create it: permission to create NetworkPolicies would also allow
 * opening networks. Torn down in `test/connectors/kubernetes/refusals.test.ts`.
 * @throws UpstreamFailure; ClusterError
 */
export async function requirePolicy(api: ClusterApi): Promise<void> {
  if (isClosing(await api.readPolicy(POLICY_NAME))) return;
  throw unreachable(
    `the NetworkPolicy ${POLICY_NAME}, which closes the network of programs, is missing or another one: the operator makes it with the chart`,
  );
}

/** True for one that lets nothing out of any program's pod, nor in. */
export function isClosing(policy: NetworkPolicy | null): boolean {
  if (!policy?.spec) return false;
  const { podSelector, policyTypes = [], ingress = [], egress = [] } = policy.spec;
  const isForAll = isDeepStrictEqual({ ...podSelector?.matchLabels }, { ...PROGRAM_LABELS });
  const hasNoOther = (podSelector?.matchExpressions ?? []).length === 0;
  const isBoth = ['Ingress', 'Egress'].every((type) => policyTypes.includes(type));
  return isForAll && hasNoOther && isBoth && ingress.length === 0 && egress.length === 0;
}
