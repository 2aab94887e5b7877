import type { InvokeToolInput } from '../../gql/graphql.ts';
import type { Draft } from './draft.ts';

/** A byte limit as typed; null if none. */
export const maxBytesOf = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null);

export function requestOf(stackId: string, toolId: string, { input, options }: Draft): InvokeToolInput {
  const { endUser, select } = options;
  const maxBytes = maxBytesOf(options.maxBytes);
  return {
    stackId,
    toolId,
    toolInput: input,
    ...(endUser.trim() && { endUser: endUser.trim() }),
    ...(select.trim() && { select: select.trim() }),
    ...(maxBytes !== null && { maxBytes }),
  };
}
