import { useMutation } from '@tanstack/react-query';
import { useRefetch } from '../../api/hooks.ts';
import { STACKS_SERVER_TOOLS } from './servers/operations.ts';

const CATALOGUE = STACKS_SERVER_TOOLS.toString();

/** As `useApiMutation`, but what servers offer stays: no change of a stack touches it, and it may be twelve pages long. */
export function useStackMutation<Input, Output>(change: (input: Input) => Promise<Output>) {
  return useMutation({ mutationFn: change, ...useRefetch(({ queryKey }) => queryKey[0] !== CATALOGUE) });
}
