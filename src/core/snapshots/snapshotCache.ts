import type { StackSnapshot } from './snapshot.ts';

/** Stack snapshots by stack id; an entry is dropped the moment its stack changes (see store/changes.ts). */
export type SnapshotCache = {
  get(stackId: string): StackSnapshot | undefined;
  /** Loads once however many ask at the same time; a change that arrives while loading discards the result. */
  load(stackId: string, read: () => Promise<StackSnapshot>): Promise<StackSnapshot>;
};
