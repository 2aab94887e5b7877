import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';

type Beating = Pick<WebSocket, 'on' | 'ping' | 'pong' | 'terminate' | 'bufferedAmount'>;

type Beats = {
  readonly everyMs: number;
  /** The turn of the client's account or network on the event loop; null for at once. */
  takeTurn(): Promise<void> | null;
};

/**
 * Pings a client, and cuts it off when it has not answered within one interval: the network has lost it, or it reads
 * nothing. The pings also keep proxies from closing the connection as idle.
 */
export function keepAlive(socket: Beating, { everyMs, takeTurn }: Beats): void {
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
  answerPings(socket, takeTurn);
}

/**
 * Answers the client's own pings when it is its account's turn. Of several that wait, only the last is answered (RFC
 * 6455, section 5.5.3 allows that): otherwise six hundred sockets that ping a hundred times each would cause six
 * hundred writes in every turn of the event loop. While earlier data to the client is still unsent, no ping is
 * answered, since the answers to a client that does not read would pile up in memory.
 */
function answerPings(socket: Pick<Beating, 'on' | 'pong' | 'bufferedAmount'>, takeTurn: Beats['takeTurn']): void {
  let last: Buffer | null = null;
  const answer = async (): Promise<void> => {
    const turn = takeTurn();
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
