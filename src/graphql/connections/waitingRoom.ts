/** Connections whose client has not said yet who it is. */
export type WaitingRoom = {
  /**
   * Adds one of a network. `close` is called where others need the place, and when the service stops; the function
   * gives the place back.
   */
  add(network: string, close: () => void): () => void;
  /** Closes all, and everything added from now on. */
  closeAll(): void;
};

type Waiting = { readonly network: string; readonly close: () => void };

/**
 * Connections without a known caller share one bound. When it is full, a new one closes the oldest connection of the
 * network that has the most, so that one network cannot push out the others.
 */
export function createWaitingRoom(max: number): WaitingRoom {
  const waiting = new Set<Waiting>();
  let isClosed = false;
  const dismiss = (one: Waiting): void => {
    waiting.delete(one);
    one.close();
  };
  return {
    add(network, close) {
      const one = { network, close };
      if (waiting.size >= max) dismiss(oldestOfMost([...waiting]) ?? one);
      waiting.add(one);
      if (isClosed) dismiss(one);
      return () => void waiting.delete(one);
    },
    closeAll() {
      isClosed = true;
      for (const one of waiting) dismiss(one);
    },
  };
}

function oldestOfMost(waiting: readonly Waiting[]): Waiting | undefined {
  const ofNetworks = [...Map.groupBy(waiting, ({ network }) => network).values()];
  const most = Math.max(0, ...ofNetworks.map(({ length }) => length));
  return ofNetworks.find(({ length }) => length === most)?.[0];
}
