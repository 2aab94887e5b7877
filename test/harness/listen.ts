import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Starts a server on a free loopback port and returns the port. */
export const listenOnLoopback = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port');
  return address.port;
};

/** An unused port, for a program that needs one. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listenOnLoopback(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const LASTING_FROM = 20_000;
const LASTING_PORTS = 10_000;

/**
 * A free port below Linux's range for outgoing connections, for a server that restarts on the same port. No outgoing
 * connection can take it in between.
 */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = LASTING_FROM + Math.floor(Math.random() * LASTING_PORTS);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}
