/** Connections whose clients have not authenticated yet. */
export type WaitingRoom = {
  /**
   * Adds a connection of a network. Calls `close` when others need the place or the service stops. The returned
   * function releases the place.
   */
  add(network: string, close: () => void): () => void;
  /** Closes all connections, and everything added later. */
  closeAll(): void;
};

type Waiting = { readonly network: string; readonly close: () => void };

/**
 * Connections of unknown callers share one limit. When it is reached, a new connection closes the oldest one of the
 * network that has the most, so that one network cannot displace the others.
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
