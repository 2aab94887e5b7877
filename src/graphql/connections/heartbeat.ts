import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';

type Beating = Pick<WebSocket, 'on' | 'ping' | 'pong' | 'terminate' | 'bufferedAmount'>;

type Beats = {
  readonly everyMs: number;
  /** The turn of the client's account or network on the event loop; null for at once. */
  takeTurn(): Promise<void> | null;
};

/**
 * Cuts off a client that does not answer within an interval, since the network has lost it or it reads nothing; and
 * keeps proxies from taking the connection for idle. Only who has read a ping can answer it.
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
 * Answers the client's own pings when it is its turn, of those that wait the last alone (RFC 6455, section 5.5.3): six
 * hundred sockets that each ping a hundred times would otherwise have six hundred answers written in each turn of the
 * event loop. None is answered while what was sent before still waits: what is sent to a client that does not read
 * stays in memory.
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
