import type { ListOrder } from '../core/kernel/order.ts';
import { builder } from './builder.ts';

const OrderDirection = builder.enumType('OrderDirection', {
  description: 'The sort direction of a list.',
  values: {
    ASC: { value: 'asc', description: 'Ascending: oldest first, lowest first, or A to Z.' },
    DESC: { value: 'desc', description: 'Descending: newest first, highest first, or Z to A.' },
  } as const,
});

type Fields = Readonly<Record<string, { readonly value: string; readonly description: string }>>;

/** A list's order input: `one` is the row's type, `rows` describes the list. */
export function orderOf<const F extends Fields>(one: string, rows: string, fields: F) {
  const field = builder.enumType(`${one}OrderField`, {
    description: `Sort keys for ${rows}.`,
    values: fields,
  });
  return builder.inputType(`${one}Order`, {
    description: `How to sort ${rows}.`,
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'The sort key.' }),
      direction: t.field({
        type: OrderDirection,
        required: true,
        defaultValue: 'asc',
        description: 'The direction.',
      }),
    }),
  });
}

/** When rows were created: ids are time-ordered, so no two are equal. */
export const BY_AGE = { CREATED_AT: { value: 'createdAt', description: 'Creation time.' } } as const;

/** `BY_AGE`, worded for events. */
export const BY_TIME = { AT: { value: 'at', description: 'Time.' } } as const;

/** `BY_AGE`, worded for objects that were added to another object. */
export const BY_ADDITION = { ADDED_AT: { value: 'createdAt', description: 'When they were added.' } } as const;

/** Creation times or names of rows; names compare as in the database. */
export const BY_AGE_OR_NAME = {
  ...BY_AGE,
  NAME: { value: 'name', description: 'Name, then creation time.' },
} as const;

/** `BY_AGE_OR_NAME`, and the time of last use. */
export const BY_USE = {
  ...BY_AGE_OR_NAME,
  LAST_USED_AT: {
    value: 'lastUsedAt',
    description: 'Last use, as in `lastUsedAt`. Rows that were never used count as the earliest.',
  },
} as const;

/** The description of the order argument; `usual` is the order without it. */
export const ordered = (usual: string): string => `The sort order. Default: ${usual}.`;

/** The load arguments of a nested list, in the requested order. */
export const inOrder = <L extends object, F extends string>(
  load: L,
  orderBy: ListOrder<F> | null | undefined,
): L & { readonly order?: ListOrder<F> } => ({ ...load, ...(orderBy && { order: orderBy }) });

/** The load arguments of a nested list with a filter, in the requested order. */
export const withFilter = <L extends object, F extends string, G extends object>(
  load: L,
  orderBy: ListOrder<F> | null | undefined,
  filter: G | null | undefined,
) => ({ ...inOrder(load, orderBy), ...(filter && { filter }) });
