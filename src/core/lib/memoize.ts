/** Calls `make` on first use and caches its value. A failed call is not cached. */
export function memoize<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
