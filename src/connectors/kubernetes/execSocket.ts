import { once } from 'node:events';
import type { WebSocket } from 'ws';

/** The input of a command that runs in a pod; its output goes to `hear`. */
export type ExecSocket = {
  /** Resolves when the bytes have been sent. @throws Error when the connection has ended */
  send(bytes: Uint8Array): Promise<void>;
  /** Delivers nothing until `resume`. */
  pause(): void;
  resume(): void;
  /** Ends the input of the command, and the connection. */
  close(): void;
  /** Resolves when the connection has ended, for any reason. */
  readonly closed: Promise<void>;
};

const STDIN = Buffer.of(0);
const CLOSE_GRACE_MS = 1_000;

/**
 * Waits until the socket is open. `hear` receives the command's output, with the number of the stream.
 * @throws Error when the cluster refuses it, or takes too long
 */
export async function toExecSocket(
  socket: WebSocket,
  hear: (stream: number, bytes: Buffer) => void,
): Promise<ExecSocket> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.on('close', () => resolve());
  // Output may follow the handshake at once.
  socket.on('message', (data) => {
    const [stream] = Buffer.isBuffer(data) ? data : [];
    if (stream !== undefined && Buffer.isBuffer(data)) hear(stream, data.subarray(1));
  });
  await once(socket, 'open');
  // After an error, the socket also emits `close`.
  socket.on('error', () => undefined);
  return {
    closed,
    send(bytes) {
      const sent = Promise.withResolvers<void>();
      // Each message begins with the number of its stream.
      socket.send(Buffer.concat([STDIN, bytes]), (error) => (error ? sent.reject(error) : sent.resolve()));
      return sent.promise;
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close() {
      // A paused socket would not receive the last output and the close frame.
      socket.resume();
      socket.close();
      // A crashed peer sends no close frame.
      setTimeout(() => socket.terminate(), CLOSE_GRACE_MS).unref();
    },
  };
}
