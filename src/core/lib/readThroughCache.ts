/** Values that the database holds, by key: read on first need, kept in memory until a change says otherwise. */
export type ReadThroughCache<T> = {
  /** What is in memory and still true; undefined while changes may be missed. */
  get(key: string): T | undefined;
  /** Reads once however many ask at the same time; a change that arrives meanwhile discards what was read. */
  load(key: string, read: () => Promise<T>): Promise<T>;
  /** Estimated bytes of all values in memory. */
  bytes(): number;
};
