import { z } from 'zod';

export const PAGE_ROWS_DEFAULT = 20;
export const PAGE_ROWS_MAX = 100;

const pageSize = z
  .int()
  .min(0, 'must not be negative')
  .max(PAGE_ROWS_MAX, `must be at most ${PAGE_ROWS_MAX}`)
  .nullish();

// Checked here because Prisma does not check cursors of nested lists, and PostgreSQL fails on some texts (NUL).
const cursor = z
  .string()
  .max(512)
  .refine((text) => /^GPC:[\w:,"[\]-]*$/.test(Buffer.from(text, 'base64').toString()), 'is not a cursor of this list')
  .nullish();

type PageArguments = { readonly first?: unknown; readonly last?: unknown };

/** A connection costs its fields times its maximum rows. */
export function pageComplexity(args: PageArguments): { field: number; multiplier: number } {
  const rowCount = args.first ?? args.last ?? PAGE_ROWS_DEFAULT;
  return { field: 1, multiplier: typeof rowCount === 'number' ? Math.max(1, rowCount) : PAGE_ROWS_DEFAULT };
}

const COUNTED_BY_CONNECTION = { complexity: { field: 0, multiplier: 1 } } as const;

/** Relay connections with our descriptions and bounds, without Relay's `node` query. */
export const RELAY_OPTIONS = {
  cursorType: 'String',
  clientMutationId: 'omit',
  nodeQueryOptions: false,
  nodesQueryOptions: false,
  nodesOnConnection: {
    description: 'The rows of this page, for callers that need no cursors.',
    ...COUNTED_BY_CONNECTION,
  },
  pageInfoTypeOptions: { description: 'The position of a page in its list.' },
  hasNextPageFieldOptions: { description: 'True when there are rows after this page.' },
  hasPreviousPageFieldOptions: { description: 'True when there are rows before this page.' },
  startCursorFieldOptions: { description: 'Cursor of the first row; null when the page is empty.' },
  endCursorFieldOptions: { description: 'Cursor of the last row; null when the page is empty.' },
  cursorFieldOptions: { description: 'The position of this row. Pass it as `after` or `before`.' },
  nodeFieldOptions: { description: 'The row.' },
  edgesFieldOptions: { description: 'The rows of this page with their cursors.', ...COUNTED_BY_CONNECTION },
  pageInfoFieldOptions: { description: 'The position of this page in the list.' },
  beforeArgOptions: { description: 'Returns rows before this cursor.', validate: cursor },
  afterArgOptions: { description: 'Returns rows after this cursor.', validate: cursor },
  firstArgOptions: {
    description: `The number of rows from the start of the list, at most ${PAGE_ROWS_MAX}; ${PAGE_ROWS_DEFAULT} if both are omitted.`,
    validate: pageSize,
  },
  lastArgOptions: {
    description: `The number of rows from the end of the list, at most ${PAGE_ROWS_MAX}.`,
    validate: pageSize,
  },
  defaultConnectionTypeOptions: { description: 'One page of a list.' },
  defaultEdgeTypeOptions: { description: 'A row of a page with its cursor.' },
} as const;

/*
 * A nested list repeats the account in its `query`: Prisma counts the total in a separate subquery, which would
 * otherwise group the rows of all accounts. Tested by `test/graphql/counts.test.ts`.
 */

type Counted = { totalCount(): number | Promise<number> };

/** A page whose list has a count; Prisma's plugin adds it without a type. */
const asCounted = (page: object): Counted => page as Counted;

/** The field `totalCount` of a page type that several fields share. For the page type of one field, Pothos adds it. */
export const TOTAL_COUNT = {
  extensions: { pothosPrismaTotalCount: true },
  resolve: (page: object) => asCounted(page).totalCount(),
} as const;

/** A connection type's name and description; `one` is the row's type, `rows` describes the list. */
export const pageOf = (one: string, rows: string) =>
  ({ name: `${one}Connection`, description: `One page of ${rows}.` }) as const;
export const edgeOf = (one: string, rows: string) =>
  ({ name: `${one}Edge`, description: `One row in a page of ${rows}, with its cursor.` }) as const;
