import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';

type Beating = Pick<WebSocket, 'on' | 'ping' | 'pong' | 'terminate' | 'bufferedAmount'>;

type Beats = {
  readonly everyMs: number;
  /** The turn of the client's account or network on the event loop; null to continue immediately. */
  yieldIfBusy(): Promise<void> | null;
};

/**
 * Pings a client and disconnects it if it doesn't respond within one interval: the network lost it, or it reads
 * nothing. The pings also keep proxies from closing the connection as idle.
 */
export function keepAlive(socket: Beating, { everyMs, yieldIfBusy }: Beats): void {
  let awaited: string | null = null;
  const timer = setInterval(() => {
    if (awaited !== null) return socket.terminate();
    awaited = randomUUID();
    socket.ping(awaited);
  }, everyMs).unref();
  socket.on('pong', (content) => {
    if (content.toString() === awaited) awaited = null;
  });
  socket.on('close', () => clearInterval(timer));
  answerPings(socket, yieldIfBusy);
}

/**
 * Answers the client's pings in its account's turn. Of several waiting pings, only the last is answered (allowed by RFC
 * 6455, section 5.5.3). Otherwise, six hundred sockets with a hundred pings each would cause that many writes per turn.
 * While earlier data is unsent, no ping is answered, because answers to a client that doesn't read would fill memory.
 */
function answerPings(socket: Pick<Beating, 'on' | 'pong' | 'bufferedAmount'>, yieldIfBusy: Beats['yieldIfBusy']): void {
  let last: Buffer | null = null;
  const answer = async (): Promise<void> => {
    const turn = yieldIfBusy();
    if (turn) await turn;
    if (last && socket.bufferedAmount === 0) socket.pong(last);
    last = null;
  };
  socket.on('ping', (content) => {
    const isWaiting = last !== null;
    last = content;
    if (!isWaiting) void answer();
  });
}
