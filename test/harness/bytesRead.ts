import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

/** What Node tells of each connection that is made: its socket, before it is connected. */
const DIALLED = 'net.client.socket';

/** The connections of this process to each port that is watched, in the order in which they were made. */
const connectionsTo = new Map<number, Socket[]>();

function note(told: unknown): void {
  const socket: unknown = Reflect.get(Object(told), 'socket');
  if (!(socket instanceof Socket)) throw new Error('Node tells of connections in another way');
  socket.once('connect', () => void connectionsTo.get(socket.remotePort ?? 0)?.push(socket));
}

/** What the clients of one server in this process have read of it. */
export type BytesRead = {
  /** Of all connections that were made since the start, or since `reset`. */
  sum(): number;
  reset(): void;
  close(): void;
};

/**
 * Counts what clients in this process read of the server at that port. What has left a server is no measure of it:
 * megabytes wait in the buffers of a system, and how many differs from one to the next.
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
