import { Prisma } from '../../generated/prisma/client.ts';
import { isStorable } from './text.ts';

/** Escapes a caller's text for Prisma's `contains` and similar, which pass it to LIKE unchanged. */
export const withoutWildcards = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`);

/** A list's search text; undefined, null and empty match everything. */
export type Search = string | null | undefined;

/** Prisma filter for a text in a column, ignoring case. */
export const containsText = (text: string) =>
  isStorable(text)
    ? { contains: withoutWildcards(text), mode: 'insensitive' as const }
    : // No row has it, and PostgreSQL would fail on it.
      { in: [] };

/** SQL condition for a text in any of several columns, to append to others; empty without a search. */
export function textCondition(search: Search, ...columns: readonly [Prisma.Sql, ...Prisma.Sql[]]): Prisma.Sql {
  if (!search) return Prisma.empty;
  if (!isStorable(search)) return Prisma.sql`AND false`;
  const pattern = `%${withoutWildcards(search)}%`;
  return Prisma.sql`AND (${Prisma.join(
    columns.map((column) => Prisma.sql`${column} ILIKE ${pattern}::text`),
    ' OR ',
  )})`;
}

/** A condition to append, or its negation if `is` is false; empty if `is` is undefined. */
export function flagCondition(is: boolean | null | undefined, condition: Prisma.Sql): Prisma.Sql {
  if (typeof is !== 'boolean') return Prisma.empty;
  return is ? Prisma.sql`AND (${condition})` : Prisma.sql`AND NOT (${condition})`;
}

/** Whether a row's `expires_at` has not passed. */
export const unexpiredCondition = (now: Date): Prisma.Sql =>
  Prisma.sql`(expires_at IS NULL OR expires_at > ${now}::timestamptz)`;

/** Whether a row is neither expired nor revoked. */
export const inForceCondition = (now: Date): Prisma.Sql =>
  Prisma.sql`revoked_at IS NULL AND ${unexpiredCondition(now)}`;

/** Maximum characters of a query. */
export const QUERY_CHARS_MAX = 500;
