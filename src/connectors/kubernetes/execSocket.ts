import type { WebSocketHandler } from '@kubernetes/client-node/dist/web-socket-handler.js';

/** The input of a command that runs in a pod; what it says is heard elsewhere. */
export type ExecSocket = {
  /** Resolves when the bytes have left. @throws Error when the connection has ended */
  send(bytes: Uint8Array): Promise<void>;
  /** Hears nothing until `resume`. */
  pause(): void;
  resume(): void;
  /** Ends the input of the command, and the connection. */
  close(): void;
  /** Resolves when the connection has ended, for whatever reason. */
  readonly closed: Promise<void>;
};

/** The socket of the client. */
export type ClientSocket = Awaited<ReturnType<WebSocketHandler['connect']>>;

const STDIN = Buffer.of(0);
const CLOSE_GRACE_MS = 1_000;

/** Waits for the socket. @throws Error when it takes too long */
export async function toExecSocket(connecting: Promise<ClientSocket>, timeoutMs: number): Promise<ExecSocket> {
  const socket = await withTimeout(connecting, timeoutMs);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.on('close', () => resolve());
  return {
    closed,
    send(bytes) {
      const sent = Promise.withResolvers<void>();
      // One message of a stream begins with the number of the stream.
      socket.send(Buffer.concat([STDIN, bytes]), (error) => (error ? sent.reject(error) : sent.resolve()));
      return sent.promise;
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close() {
      // The last answer is read to its end, however slow its reader was.
      socket.resume();
      socket.close();
      // A peer that is gone says no farewell.
      setTimeout(() => socket.terminate(), CLOSE_GRACE_MS).unref();
    },
  };
}

async function withTimeout(connecting: Promise<ClientSocket>, timeoutMs: number): Promise<ClientSocket> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error('no answer to a request to run a command'));
    connecting.then((socket) => socket.terminate()).catch(() => undefined);
  }, timeoutMs);
  try {
    return await Promise.race([connecting, late]);
  } finally {
    clearTimeout(timer);
  }
}
