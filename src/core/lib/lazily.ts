/**
 * Loads on first use and caches the result, for modules that startup and many processes never need. Use it for the
 * `import()` of one file; everything that only this file imports is loaded with it. A failed load is not cached, so
 * that the next call tries again.
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
