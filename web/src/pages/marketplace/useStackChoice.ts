import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { useList } from '../../api/useList.ts';
import type { AddServerToStackInput } from '../../gql/graphql.ts';
import { MARKETPLACE_ADD, MARKETPLACE_STACK } from './operations.ts';

/** The target stack and its servers; null if there is none or it doesn't exist. */
export function useStackChoice(stackId: string | undefined) {
  const isChosen = stackId !== undefined;
  const options = { enabled: isChosen, isWhole: true };
  const list = useList(MARKETPLACE_STACK, { id: stackId ?? '' }, ({ stack }) => stack?.servers, options);
  const stack = isChosen ? (list.first?.stack ?? null) : null;
  const held = new Set(stack && list.data?.map(({ server }) => server.id));
  return { stack, held, isMissing: isChosen && list.first?.stack === null };
}

export async function addServer(input: AddServerToStackInput) {
  const { addServerToStack } = await sendOperation(MARKETPLACE_ADD, { input });
  return payloadOf(addServerToStack);
}

export type AddedServer = Awaited<ReturnType<typeof addServer>>;

export const useAddServer = () => useApiMutation('addServerToStack', addServer);
