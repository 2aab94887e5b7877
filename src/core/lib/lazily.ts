/**
 * What `load` gives, loaded when it is first asked for and kept: for modules that a start, and many a process, never
 * needs. `import()` of one file is the seam, and all that only this file imports stays away with it. A failed load is
 * not kept, so that the next one tries again.
 */
export function lazily<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}
