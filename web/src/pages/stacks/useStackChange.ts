import { useMutation } from '@tanstack/react-query';
import { useAskedAgain } from '../../api/hooks.ts';
import { STACKS_SERVER_TOOLS } from './servers/operations.ts';

const CATALOGUE = STACKS_SERVER_TOOLS.toString();

/** As `useChange`, but what servers offer stays: no change of a stack touches it, and it may be twelve pages long. */
export function useStackChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  return useMutation({ mutationFn: change, ...useAskedAgain(({ queryKey }) => queryKey[0] !== CATALOGUE) });
}
