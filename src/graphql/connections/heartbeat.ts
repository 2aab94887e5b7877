import type { WebSocket } from 'ws';

/**
 * Cuts off a client that does not answer within an interval, since the network has lost it or it reads nothing; and
 * keeps proxies from taking the connection for idle.
 */
export function keepAlive(socket: Pick<WebSocket, 'on' | 'ping' | 'terminate'>, everyMs: number): void {
  let hasAnswered = true;
  const timer = setInterval(() => {
    if (!hasAnswered) return socket.terminate();
    hasAnswered = false;
    socket.ping();
  }, everyMs).unref();
  socket.on('pong', () => {
    hasAnswered = true;
  });
  socket.on('close', () => clearInterval(timer));
}
