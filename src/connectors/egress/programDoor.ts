import { randomBytes } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { sha256Text } from '../../core/lib/sha256.ts';
import type { DialOptions } from './connect.ts';
import { createProxyServer, PROXY_CONNECTIONS_MAX } from './programProxy.ts';

/** Where a program elsewhere finds its proxy, and the token by which it gets in. */
export type DoorAddress = { readonly host: string; readonly port: number; readonly token: string };

/** A port of this instance behind which each program that runs elsewhere has a proxy of its own. */
export type ProgramDoor = {
  /** Lets one program in until it is closed, which also ends its connections. */
  admit(): { readonly address: DoorAddress; close(): void };
  close(): Promise<void>;
};

const CONNECTIONS_MAX = 4_096;
/** Who does not say in time who he is, is shown out. */
const TOKEN_MS = 5_000;
const TOKEN_BYTES = 32;
const TOKEN_CHARS = 2 * TOKEN_BYTES;
const NEWLINE = 0x0a;

type Guest = { readonly proxy: HttpServer; readonly sockets: Set<Socket> };

/**
 * Listens for programs that run elsewhere. Each connection begins with a line, its token; what follows is for the proxy
 * that dials what egress allows (`openEgressProxy`), with the same bounds. Torn down in
 * `test/connectors/kubernetes/egress.test.ts`.
 */
export async function openProgramDoor({
  host,
  port,
  ...dial
}: DialOptions & { readonly host: string; readonly port: number }): Promise<ProgramDoor> {
  const guests = new Map<string, Guest>();
  const server = createServer((socket) => meet(guests, socket));
  server.maxConnections = CONNECTIONS_MAX;
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, host, resolve);
  await listening;
  // Boundary: the address of a server that listens on a port.
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    admit() {
      const token = randomBytes(TOKEN_BYTES).toString('hex');
      const digest = sha256Text(token, 'hex');
      const guest: Guest = { proxy: createProxyServer(dial), sockets: new Set() };
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
      for (const { sockets } of guests.values()) for (const socket of sockets) socket.destroy();
      const { promise, resolve: onClosed } = Promise.withResolvers<void>();
      server.close(() => onClosed());
      await promise;
    },
  };
}

function meet(guests: ReadonlyMap<string, Guest>, socket: Socket): void {
  let said = Buffer.alloc(0);
  const hear = (chunk: Buffer) => {
    said = Buffer.concat([said, chunk]);
    const end = said.indexOf(NEWLINE);
    if (end === -1 && said.length <= TOKEN_CHARS) return;
    socket.off('data', hear);
    const guest = guests.get(sha256Text(said.subarray(0, Math.max(end, 0)), 'hex'));
    if (guest) letIn(guest, socket, said.subarray(end + 1));
    else socket.destroy();
  };
  socket.on('error', () => undefined);
  socket.setTimeout(TOKEN_MS, () => socket.destroy());
  socket.on('data', hear);
}

function letIn({ proxy, sockets }: Guest, socket: Socket, rest: Buffer): void {
  if (sockets.size >= PROXY_CONNECTIONS_MAX) return void socket.destroy();
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.removeAllListeners('timeout');
  socket.pause();
  if (rest.length > 0) socket.unshift(rest);
  proxy.emit('connection', socket);
  socket.resume();
}
