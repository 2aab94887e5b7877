import { createContext, useContext } from 'react';
import type { StacksHeadQuery } from '../../gql/graphql.ts';

export type OpenStack = NonNullable<StacksHeadQuery['stack']>;

export const OpenStackContext = createContext<OpenStack | null>(null);

/** The open stack. @throws outside its page */
export function useOpenStack(): OpenStack {
  const stack = useContext(OpenStackContext);
  if (!stack) throw new Error('No stack is open here');
  return stack;
}
