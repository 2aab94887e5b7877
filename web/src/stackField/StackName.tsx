import { useStack } from './useStacks.ts';

/** What a stack is called, of which the page has the id alone; the id until that is known. */
export function StackName({ id }: { readonly id: string }) {
  return useStack(id)?.name ?? id;
}
