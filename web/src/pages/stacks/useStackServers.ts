import { usePages } from '../../api/pages.ts';
import { STACKS_SERVERS } from './operations.ts';

/** A stack's servers, with the state of the stack's credentials or an end user's. */
export const useStackServers = (stackId: string, endUser: string | null = null) =>
  usePages(STACKS_SERVERS, { stackId, endUser }, ({ stack }) => stack?.servers);
