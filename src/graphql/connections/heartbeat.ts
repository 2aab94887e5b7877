import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';

type Beating = Pick<WebSocket, 'on' | 'ping' | 'pong' | 'terminate' | 'bufferedAmount'>;

/**
 * Cuts off a client that does not answer within an interval, since the network has lost it or it reads nothing; and
 * keeps proxies from taking the connection for idle. Only who has read a ping can answer it. Answers the client's own
 * pings, unless what was sent before still waits: what is sent to a client that does not read stays in memory.
 */
export function keepAlive(socket: Beating, everyMs: number): void {
  let awaited: string | null = null;
  const timer = setInterval(() => {
    if (awaited !== null) return socket.terminate();
    awaited = randomUUID();
    socket.ping(awaited);
  }, everyMs).unref();
  socket.on('pong', (content) => {
    if (content.toString() === awaited) awaited = null;
  });
  socket.on('ping', (content) => {
    if (socket.bufferedAmount === 0) socket.pong(content);
  });
  socket.on('close', () => clearInterval(timer));
}
