import type { Call } from './CallList.tsx';
import type { ActivitySearch } from './search.ts';

/** The filters as the API takes them. */
export const variablesOf = ({ stack, tool, outcome }: ActivitySearch, since: string) => ({
  stackId: stack ?? null,
  toolId: tool ?? null,
  outcome: outcome === undefined || outcome === 'FAILED' ? null : [outcome],
  isFailure: outcome === 'FAILED' ? true : null,
  since,
});

/** Whether a call that was heard is one that the filters let through; by stack the subscription filters itself. */
export const isWanted = ({ tool, outcome }: ActivitySearch, call: Call): boolean =>
  (tool === undefined || call.toolId === tool) &&
  (outcome === undefined || (outcome === 'FAILED' ? call.outcome !== 'OK' : call.outcome === outcome));
