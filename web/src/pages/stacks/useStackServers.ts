import { usePages } from '../../api/pages.ts';
import { STACKS_SERVERS } from './operations.ts';

/** The servers of a stack with their credentials' state: the stack’s own, or an end user’s. */
export const useStackServers = (stackId: string, endUser: string | null = null) =>
  usePages(STACKS_SERVERS, { stackId, endUser }, ({ stack }) => stack?.servers);
