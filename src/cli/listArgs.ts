import type { ArgsDef } from './args.ts';

// List options of the command line, like those of GraphQL lists. GraphQL searches and filters; sorting happens here,
// because a list is printed whole.

/** A list's search option; `where` names the searched fields. */
export const searchArg = (where: string) =>
  ({
    search: {
      type: 'string',
      valueHint: 'TEXT',
      description: `Only results with this text in ${where}, ignoring case`,
    },
  }) as const satisfies ArgsDef;

/** The orders of created objects, as `orderedRows` sorts them. */
const MADE = ['newest', 'oldest', 'name'] as const;
/** The orders of objects that programs use, such as keys and tokens. */
const USED = [...MADE, 'used', 'idle'] as const;

/** The option for one of several orders; `usual` is the list's default. */
export const orderArg = <const O extends readonly string[]>(options: O, usual: string) =>
  ({ order: { type: 'enum', options, description: `Order (default: ${usual})` } }) as const satisfies ArgsDef;

export const MADE_ORDER_ARG = orderArg(MADE, 'newest');
export const USED_ORDER_ARG = orderArg(USED, 'newest');

/** The option for active or ended objects. */
export const STATE_ARG = {
  state: {
    type: 'enum',
    options: ['active', 'over'],
    description: 'Only active results, or only revoked and expired ones',
  },
} as const satisfies ArgsDef;

/** Selects rows by a text in the name, and by whether they are active or ended; null for no filter. */
export type ListFilter = { readonly search: string | null; readonly isInForce: boolean | null };

export const filterOf = (args: {
  readonly search?: string | undefined;
  readonly state?: 'active' | 'over' | undefined;
}): ListFilter => ({
  search: args.search || null,
  isInForce: args.state === undefined ? null : args.state === 'active',
});

type Time = Date | string | null;
type Ordered = { readonly id: string; readonly name: string; readonly lastUsedAt?: Time };

const byId = (one: Ordered, other: Ordered): number => (one.id < other.id ? -1 : Number(one.id > other.id));
/** Time of the last use; zero for rows that were never used, which sorts them first. */
const usedAt = ({ lastUsedAt }: Ordered): number => (lastUsedAt ? new Date(lastUsedAt).getTime() : 0);
const byUse = (one: Ordered, other: Ordered): number => usedAt(one) - usedAt(other) || byId(one, other);

const COMPARED: Readonly<Record<(typeof USED)[number], (one: Ordered, other: Ordered) => number>> = {
  // Ids are time-ordered.
  newest: (one, other) => byId(other, one),
  oldest: byId,
  name: (one, other) => one.name.localeCompare(other.name, 'en') || byId(one, other),
  used: (one, other) => byUse(other, one),
  idle: byUse,
};

/** The rows in the requested order; by default unchanged. */
export const orderedRows = <R extends Ordered>(rows: readonly R[], order: (typeof USED)[number] | undefined) =>
  order === undefined ? rows : rows.toSorted(COMPARED[order]);
