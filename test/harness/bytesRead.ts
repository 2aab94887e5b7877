import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

/** Node's event for each new connection: its socket, before it connects. */
const DIALLED = 'net.client.socket';

/** This process's connections to each watched port, in the order in which they opened. */
const connectionsTo = new Map<number, Socket[]>();

function note(chunk: unknown): void {
  const socket: unknown = Reflect.get(Object(chunk), 'socket');
  if (!(socket instanceof Socket)) throw new Error('Node tells of connections in another way');
  socket.once('connect', () => void connectionsTo.get(socket.remotePort ?? 0)?.push(socket));
}

/** Bytes that the clients of one server in this process have read. */
export type BytesRead = {
  /** The bytes of all connections since the start, or since `reset`. */
  sum(): number;
  reset(): void;
  close(): void;
};

/**
 * Counts the bytes that clients in this process read from the server at that port. Sent bytes don't count, because
 * system buffers hold varying megabytes.
 */
export function countBytesRead(port: number): BytesRead {
  if (connectionsTo.size === 0) subscribe(DIALLED, note);
  const connections: Socket[] = [];
  connectionsTo.set(port, connections);
  return {
    sum: () => connections.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    reset: () => void connections.splice(0),
    close: () => {
      connectionsTo.delete(port);
      if (connectionsTo.size === 0) unsubscribe(DIALLED, note);
    },
  };
}
