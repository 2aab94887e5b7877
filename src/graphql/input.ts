import { type StackId, toStackId } from '../core/ids.ts';
import { isRecord } from '../core/lib/json.ts';

/** Removes null members: for verbs only an absent field means "leave unchanged". */
export function withoutNulls(input: object): Record<string, unknown> {
  const given = Object.entries(input).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, isRecord(value) ? withoutNulls(value) : value]));
}

type Filter = { readonly stackId?: string | null | undefined };

/** A filter whose stack, if it names one, is an id; an empty text narrows as little as none. */
export const withStackId = <F extends Filter>(
  filter: F,
): Omit<F, 'stackId'> & { readonly stackId: StackId | null } => ({
  ...filter,
  stackId: filter.stackId ? toStackId(filter.stackId) : null,
});
