import { Client } from 'pg';
import { vi } from 'vitest';

/** A statement, and the number of rows it returned. */
export type Read = { readonly sql: string; readonly rows: number };

/** Boundary: a PostgreSQL client's queries and results. */
const textOf = (statement: unknown): string => String((statement as { readonly text?: unknown })?.text ?? statement);
const rowsIn = (result: unknown): number => (result as { readonly rows?: readonly unknown[] })?.rows?.length ?? 0;

type Callback = (error: unknown, result: unknown) => void;

/** A query of an idle service: the change listener notifies itself several times a second. */
export const HEARTBEAT = 'SELECT pg_notify($1, $2)::text';

/** The reads of a request, without writes: the service records the use of its key at another time. */
export const selectsOf = (reads: readonly Read[]): readonly string[] =>
  reads.map(({ sql }) => sql).filter((sql) => /^\s*(?:SELECT|WITH)/.test(sql));

/** Runs work and returns the rows of each statement of this process, most rows first. */
export async function rowsRead<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly reads: Read[] }> {
  const reads: Read[] = [];
  const original = Client.prototype.query as unknown as (...args: unknown[]) => unknown;
  const query = vi.spyOn(Client.prototype, 'query').mockImplementation(function ask(this: Client, ...args: unknown[]) {
    const note = (result: unknown): unknown => {
      const sql = textOf(args[0]);
      if (sql !== HEARTBEAT) reads.push({ sql, rows: rowsIn(result) });
      return result;
    };
    const last = args.at(-1);
    // The pool passes a callback; a transaction awaits a promise.
    if (typeof last !== 'function') return Promise.resolve(original.apply(this, args)).then(note);
    const callback = last as Callback;
    return original.apply(this, [
      ...args.slice(0, -1),
      (error: unknown, result: unknown) => {
        note(result);
        callback(error, result);
      },
    ]);
  });
  try {
    const result = await work();
    return { result, reads: reads.toSorted((one, other) => other.rows - one.rows) };
  } finally {
    query.mockRestore();
  }
}
