/** What `make` returns, made when it is first asked for and kept. Not for what can fail: nothing is kept of a throw. */
export function memoize<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
