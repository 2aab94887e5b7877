import { randomBytes } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { sha256Text } from '../../core/lib/sha256.ts';
import { createProxyServer, PROXY_CONNECTIONS_MAX, type ProgramEgress } from './programProxy.ts';

/** The proxy's address for a remote program, and the program's token. */
type ProxyAddress = { readonly host: string; readonly port: number; readonly token: string };

/** A port of this instance that gives each remote program a separate proxy. */
export type EgressListener = {
  /** Admits one program until it is closed; closing also ends the program's connections. */
  admit(account: string): { readonly address: ProxyAddress; close(): void };
  close(): Promise<void>;
};

/** Maximum connections: enough for 128 programs, each with its maximum of accepted and unauthenticated connections. */
const CONNECTIONS_MAX = 8_192;
/** Maximum unauthenticated connections per address, that is, per pod. A pod may open all of its connections at once. */
const WAITING_MAX = PROXY_CONNECTIONS_MAX;
/** Time limit for the whole token of a new connection. */
const TOKEN_MS = 5_000;
const TOKEN_BYTES = 32;
const TOKEN_CHARS = 2 * TOKEN_BYTES;
const NEWLINE = 0x0a;

/** The address to listen on. `tokenMs`: how long a connection may take to send its token. */
type EgressListenerOptions = ProgramEgress & {
  readonly host: string;
  readonly port: number;
  readonly tokenMs?: number;
};

type ProgramConnection = { readonly proxy: HttpServer; readonly sockets: Set<Socket> };

/**
 * Listens for programs that run on other hosts. Each connection begins with a line that holds its token. The rest goes
 * to the proxy (`openEgressProxy`), with the same bounds. Tested by `test/connectors/egress/egressListener.test.ts`.
 */
export async function openEgressListener({
  host,
  port,
  tokenMs = TOKEN_MS,
  ...dial
}: EgressListenerOptions): Promise<EgressListener> {
  const guests = new Map<string, ProgramConnection>();
  const waiting = createWaiting(tokenMs);
  const server = createServer((socket) => meet(guests, waiting, socket));
  server.maxConnections = CONNECTIONS_MAX;
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, host, resolve);
  await listening;
  // Boundary: the address of a server that listens on a port.
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    admit(account) {
      const token = randomBytes(TOKEN_BYTES).toString('hex');
      const digest = sha256Text(token, 'hex');
      const guest: ProgramConnection = { proxy: createProxyServer(dial, account), sockets: new Set() };
      guests.set(digest, guest);
      return {
        address: { host, port: actualPort, token },
        close() {
          guests.delete(digest);
          for (const socket of guest.sockets) socket.destroy();
        },
      };
    },
    async close() {
      const { promise, resolve: onClosed } = Promise.withResolvers<void>();
      server.close(() => onClosed());
      waiting.close();
      for (const { sockets } of guests.values()) for (const socket of sockets) socket.destroy();
      await promise;
    },
  };
}

type PendingSockets = {
  /**
   * Reserves a slot until the timeout or until the socket closes. Returns a function that releases it, or null when no
   * slot is free.
   */
  enter(socket: Socket): (() => void) | null;
  close(): void;
};

/** Connections that have not sent their token yet, by address, so that no address can take another's slots. */
function createWaiting(tokenMs: number): PendingSockets {
  const byAddress = new Map<string, Set<Socket>>();
  return {
    enter(socket) {
      // A closed socket no longer has an address.
      const { remoteAddress: address = '' } = socket;
      const sockets = byAddress.get(address) ?? new Set();
      if (address === '' || sockets.size >= WAITING_MAX) return null;
      byAddress.set(address, sockets.add(socket));
      // Not a socket timeout, because each byte would postpone it.
      const timer = setTimeout(() => socket.destroy(), tokenMs);
      const leave = () => {
        clearTimeout(timer);
        sockets.delete(socket);
        if (sockets.size === 0 && byAddress.get(address) === sockets) byAddress.delete(address);
      };
      socket.once('close', leave);
      return leave;
    },
    close() {
      for (const sockets of byAddress.values()) for (const socket of sockets) socket.destroy();
    },
  };
}

function meet(guests: ReadonlyMap<string, ProgramConnection>, waiting: PendingSockets, socket: Socket): void {
  socket.on('error', () => undefined);
  const leave = waiting.enter(socket);
  if (leave === null) return void socket.destroy();
  let received = Buffer.alloc(0);
  const hear = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    const end = received.indexOf(NEWLINE);
    if (end === -1 && received.length <= TOKEN_CHARS) return;
    socket.off('data', hear);
    leave();
    const guest = guests.get(sha256Text(received.subarray(0, Math.max(end, 0)), 'hex'));
    if (guest) letIn(guest, socket, received.subarray(end + 1));
    else socket.destroy();
  };
  socket.on('data', hear);
}

function letIn({ proxy, sockets }: ProgramConnection, socket: Socket, rest: Buffer): void {
  if (sockets.size >= PROXY_CONNECTIONS_MAX) return void socket.destroy();
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.pause();
  if (rest.length > 0) socket.unshift(rest);
  proxy.emit('connection', socket);
  socket.resume();
}
