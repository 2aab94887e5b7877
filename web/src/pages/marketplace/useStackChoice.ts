import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { AddServerToStackInput } from '../../gql/graphql.ts';
import { MARKETPLACE_ADD, MARKETPLACE_STACK } from './operations.ts';

/** The stack that servers are chosen for, and what it holds already; null when none is, or there is no such stack. */
export function useStackChoice(stackId: string | undefined) {
  const query = useApiQuery(MARKETPLACE_STACK, { id: stackId ?? '' }, { enabled: stackId !== undefined });
  const stack = stackId === undefined ? null : (query.data?.stack ?? null);
  const held = new Set(stack?.servers.nodes.map(({ server }) => server.id));
  return { stack, held, isMissing: stackId !== undefined && query.data?.stack === null };
}

export async function addServer(input: AddServerToStackInput) {
  const { addServerToStack } = await sendOperation(MARKETPLACE_ADD, { input });
  return payloadOf(addServerToStack);
}

export type AddedServer = Awaited<ReturnType<typeof addServer>>;

export const useAddServer = () => useApiMutation('addServerToStack', addServer);
