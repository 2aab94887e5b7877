/** Collects opened resources, to close them in reverse order. */
export type Closers = {
  add(close: () => Promise<void>): void;
  /** Closes everything once, even if one of the functions fails. @throws the first failure */
  close(): Promise<void>;
};

export function createClosers(): Closers {
  const stack: (() => Promise<void>)[] = [];
  return {
    add: (close) => stack.push(close),
    async close() {
      const failures: unknown[] = [];
      for (let next = stack.pop(); next; next = stack.pop()) {
        await next().catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
