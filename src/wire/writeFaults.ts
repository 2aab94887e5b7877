import type { DatabaseFaultKind } from '../core/lib/databaseFault.ts';

/** What keeps a database from writing while it can still be read. */
const OF_WRITES: ReadonlySet<DatabaseFaultKind> = new Set(['read_only', 'full']);
/** A full disk cannot be asked about without writing: what a write was told last counts for so long. */
const NOTED_MS = 10_000;

/** What requests were told by the database, for `/readyz`. */
export type WriteFaults = {
  /** Told of every request that failed because of the database. */
  noteFault(kind: DatabaseFaultKind): void;
  /** Why writes were refused within the last ten seconds; null where none was. */
  refusesWrites(): DatabaseFaultKind | null;
};

/** Remembers the last refusal of a write. */
export function createWriteFaults(): WriteFaults {
  let last: { readonly kind: DatabaseFaultKind; readonly atMs: number } | null = null;
  return {
    noteFault(kind) {
      if (OF_WRITES.has(kind)) last = { kind, atMs: performance.now() };
    },
    refusesWrites: () => (last && performance.now() - last.atMs < NOTED_MS ? last.kind : null),
  };
}
