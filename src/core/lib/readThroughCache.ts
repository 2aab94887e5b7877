/** Database rows by key, read on first need and kept in memory until a change names them. */
export type ReadThroughCache<T> = {
  /** The value in memory, if it is known to be current; undefined while changes may be missed. */
  get(key: string): T | undefined;
  /** Reads the value; callers at the same time share one query. A change that arrives meanwhile discards the result. */
  load(key: string, read: () => Promise<T>): Promise<T>;
  /** Estimated bytes of all values in memory. */
  bytes(): number;
};
