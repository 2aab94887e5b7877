import { ask } from '../../api/ask.ts';
import { useAsk, useChange } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import type { AddServerToStackInput } from '../../gql/graphql.ts';
import { MARKETPLACE_ADD, MARKETPLACE_STACK } from './operations.ts';

/** The stack that servers are chosen for, and what it holds already; null when none is, or there is no such stack. */
export function useStackChoice(stackId: string | undefined) {
  const asked = useAsk(MARKETPLACE_STACK, { id: stackId ?? '' }, { enabled: stackId !== undefined });
  const stack = stackId === undefined ? null : (asked.data?.stack ?? null);
  const held = new Set(stack?.servers.nodes.map(({ server }) => server.id));
  return { stack, held, isMissing: stackId !== undefined && asked.data?.stack === null };
}

export async function addServer(input: AddServerToStackInput) {
  const { addServerToStack } = await ask(MARKETPLACE_ADD, { input });
  if (!addServerToStack) throw new Error('The server gave no answer');
  return payloadOf(addServerToStack);
}

export type AddedServer = Awaited<ReturnType<typeof addServer>>;

export const useAddServer = () => useChange(addServer);
