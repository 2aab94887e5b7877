import { useApiQuery } from '../api/hooks.ts';
import type { Right, Role } from '../gql/graphql.ts';
import { SHELL_ME } from './operations.ts';

/**
 * Whether the role of the person who is signed in lets them do something; false until that is known. What is hidden is
 * refused by the server, too.
 */
export function useMay(right: Right): boolean {
  const { data } = useApiQuery(SHELL_ME, {});
  return data?.viewer?.rights.includes(right) ?? false;
}

/** The role of the person who is signed in; null until it is known. */
export function useRole(): Role | null {
  const { data } = useApiQuery(SHELL_ME, {});
  return data?.viewer?.role ?? null;
}
