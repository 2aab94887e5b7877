import type { DatabaseFaultKind } from '../core/lib/databaseFault.ts';

const OF_WRITES: ReadonlySet<DatabaseFaultKind> = new Set(['read_only', 'full']);
/** A full disk only affects writes, so the last refused write counts for this long. */
const NOTED_MS = 10_000;

/** Results of requests' database writes, for `/readyz`. */
export type WriteFaults = {
  /** Called for every request that failed because of the database. */
  noteFault(kind: DatabaseFaultKind): void;
  /** Why writes were refused within the last ten seconds; null if none was. */
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
