import type { CreateApiKeyInput, CreateStackTokenInput, StacksTokenFragment } from '../../../gql/graphql.ts';
import { counted } from '../../../records/figures.ts';
import { listOf } from '../../../ui/listOf.ts';

/** Form input for a new token's restrictions; empty means no limit. */
export type Reach = { readonly tools: string; readonly networks: string; readonly callsMax: string };

export const REACH_DEFAULT: Reach = { tools: '', networks: '', callsMax: '' };

export function toReach({ tools, networks, callsMax }: Reach): Partial<CreateApiKeyInput & CreateStackTokenInput> {
  const [toolIds, ranges] = [listOf(tools), listOf(networks)];
  return {
    ...(toolIds.length > 0 && { tools: toolIds }),
    ...(ranges.length > 0 && { networks: ranges }),
    ...(callsMax !== '' && { callsMax: Number(callsMax) }),
  };
}

type Held = Pick<StacksTokenFragment, 'tools' | 'networks' | 'callsMax' | 'calls'>;

/** A token's restrictions in words; empty if it has none. */
export const limitsOf = ({ tools, networks, callsMax, calls }: Held): readonly string[] => [
  ...(tools.length > 0 ? [`Tools: ${tools.join(', ')}`] : []),
  ...(networks.length > 0 ? [`Networks: ${networks.join(', ')}`] : []),
  ...(callsMax === null ? [] : [`${calls.toLocaleString()} of ${counted(callsMax, 'call')} used`]),
];
