import { useMutation, useQueryClient } from '@tanstack/react-query';
import { STACKS_SERVER_TOOLS } from './servers/operations.ts';

const CATALOGUE = STACKS_SERVER_TOOLS.toString();

/** As `useChange`, but what servers offer stays: no change of a stack touches it, and it may be twelve pages long. */
export function useStackChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  const isTouched = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean => queryKey[0] !== CATALOGUE;
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries({ predicate: isTouched }) });
}
