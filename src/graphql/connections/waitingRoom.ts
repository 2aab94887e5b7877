/** Connections whose client has not said yet who it is. */
export type WaitingRoom = {
  /** `close` is called where others need the place, and when the service stops; the function gives the place back. */
  add(close: () => void): () => void;
  /** Closes all, and whatever is added from then on. */
  closeAll(): void;
};

/** Nobody knows whose such connections are, so they share one bound: at one more, the oldest of them is closed. */
export function createWaitingRoom(max: number): WaitingRoom {
  const waiting = new Set<() => void>();
  let isClosed = false;
  const dismiss = (close: () => void): void => {
    waiting.delete(close);
    close();
  };
  return {
    add(close) {
      const [oldest] = waiting;
      if (waiting.size >= max && oldest) dismiss(oldest);
      waiting.add(close);
      if (isClosed) dismiss(close);
      return () => void waiting.delete(close);
    },
    closeAll() {
      isClosed = true;
      for (const close of waiting) dismiss(close);
    },
  };
}
