/** Database rows by key, read when first needed and cached until a change invalidates them. */
export type ReadThroughCache<T> = {
  /** The value in memory, if it is known to be current; undefined while changes may be missed. */
  get(key: string): T | undefined;
  /**
   * Reads the value; concurrent callers share one query. If a change arrives in the meantime, the result isn't cached.
   * A value with `of` is also dropped by a change that drops the value of that key.
   */
  load(key: string, read: () => Promise<T>, of?: string | undefined): Promise<T>;
  /** Estimated bytes of all values in memory. */
  bytes(): number;
};
