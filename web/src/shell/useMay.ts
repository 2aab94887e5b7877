import { createContext, useContext } from 'react';
import { useApiQuery } from '../api/hooks.ts';
import type { Right, Role } from '../gql/graphql.ts';
import { SHELL_ME } from './operations.ts';

/** Rights in the current stack; null outside of a stack. */
export const RightsContext = createContext<readonly Right[] | null>(null);

/**
 * Whether the signed-in person has a right in the current stack, or in the account outside of one; false while
 * loading. Only hides controls; the server enforces rights.
 */
export function useMay(right: Right): boolean {
  const here = useContext(RightsContext);
  const inAccount = useMayInAccount(right);
  return here?.includes(right) ?? inAccount;
}

/** Checks the right in the whole account. */
export function useMayInAccount(right: Right): boolean {
  const { data } = useApiQuery(SHELL_ME, {});
  return data?.viewer?.rights.includes(right) ?? false;
}

/** Checks the right in the account or in any stack. */
export function useMaySomewhere(right: Right): boolean {
  const { data } = useApiQuery(SHELL_ME, {});
  return data?.viewer?.rightsSomewhere.includes(right) ?? false;
}

/** The signed-in person's role; null while loading. */
export function useRole(): Role | null {
  const { data } = useApiQuery(SHELL_ME, {});
  return data?.viewer?.role ?? null;
}
