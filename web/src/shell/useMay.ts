import { createContext, useContext } from 'react';
import { useApiQuery } from '../api/hooks.ts';
import type { Right, Role } from '../gql/graphql.ts';
import { SHELL_ME } from './operations.ts';

/** What the person may do in the stack that this part of the page is about; null where it is about the account. */
export const RightsContext = createContext<readonly Right[] | null>(null);

/**
 * Whether the person who is signed in may do something here: in the stack that this part of the page is about, else in
 * all of the account; false until that is known. This only hides controls: the server refuses the actions as well.
 */
export function useMay(right: Right): boolean {
  const here = useContext(RightsContext);
  const inAccount = useMayInAccount(right);
  return here?.includes(right) ?? inAccount;
}

/** The same for what takes the right in all of the account, wherever it stands. */
export function useMayInAccount(right: Right): boolean {
  const { data } = useApiQuery(SHELL_ME, {});
  return data?.viewer?.rights.includes(right) ?? false;
}

/** Whether they may do something in all of the account or in one of its stacks: for pages about several stacks. */
export function useMaySomewhere(right: Right): boolean {
  const { data } = useApiQuery(SHELL_ME, {});
  return data?.viewer?.rightsSomewhere.includes(right) ?? false;
}

/** The role of the person who is signed in; null until it is known. */
export function useRole(): Role | null {
  const { data } = useApiQuery(SHELL_ME, {});
  return data?.viewer?.role ?? null;
}
