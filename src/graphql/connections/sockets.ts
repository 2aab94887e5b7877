import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Serving } from '../execution/serving.ts';
import { CLOSE, closeSocket } from './closeCodes.ts';
import { SUBPROTOCOL, serveSocket } from './webSocket.ts';

/** The largest message; the same limit as a request body. */
const MESSAGE_BYTES_MAX = 262_144;

/**
 * Maximum fragments and buffered chunks of one message. Each costs some hundred bytes of memory, however short it is. A
 * network splits 256 KiB into fewer than 500 chunks.
 */
const PARTS_MAX = { maxFragments: 256, maxBufferedChunks: 4_096 };

const server = new WebSocketServer({
  ...PARTS_MAX,
  noServer: true,
  clientTracking: false,
  maxPayload: MESSAGE_BYTES_MAX,
  // Compression would keep memory for each socket, and allow a small message to expand into a large one.
  perMessageDeflate: false,
  // `keepAlive` answers the pings of clients that read.
  autoPong: false,
  // One message or ping per turn of the event loop, even if many arrive together.
  allowSynchronousEvents: false,
  handleProtocols: (protocols) => (protocols.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
});

type Accepted = {
  readonly connection: Duplex;
  readonly head: Buffer;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** Completes the handshake, and serves the protocol from then on. */
export function acceptSocket(serving: Serving, { connection, head, request, reply }: Accepted): void {
  server.handleUpgrade(request.raw, connection, head, (socket: WebSocket) => {
    // Nothing to do: the socket closes next. Without a listener, a broken frame would crash the process.
    socket.on('error', () => undefined);
    socket.once('close', (code) => {
      const { ip: address, accountId = undefined } = request;
      request.log.info({ accountId, address, code, ms: Math.round(reply.elapsedTime) }, 'socket');
    });
    if (socket.protocol === SUBPROTOCOL) serveSocket(serving, { socket, request, reply });
    else closeSocket(socket, CLOSE.subprotocolNotAcceptable, 'Subprotocol not acceptable');
  });
}
