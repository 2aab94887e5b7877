/** The upstream calls of this process that are under way. */
export type RunningCalls = {
  /** Notes how a call is cut off; what it returns takes the note back when the call has ended. */
  start(cutOff: () => void): () => void;
  /** Cuts off every call that is under way, and every one that comes. */
  cutOff(): void;
};

/** Made once per process. Bounded by `max_calls`. */
export function createRunningCalls(): RunningCalls {
  const running = new Set<() => void>();
  let isOver = false;
  return {
    start(cutOff) {
      if (isOver) cutOff();
      running.add(cutOff);
      return () => running.delete(cutOff);
    },
    cutOff() {
      isOver = true;
      for (const each of running) each();
    },
  };
}
