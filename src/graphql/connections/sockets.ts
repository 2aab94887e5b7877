import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Serving } from '../execution/serving.ts';
import { CLOSE, closeSocket } from './closeCodes.ts';
import { SUBPROTOCOL, serveSocket } from './webSocket.ts';

/** The largest message, as a body of a request. */
const MESSAGE_BYTES_MAX = 262_144;

/**
 * Parts of a message, as its client and as the network cuts it: each takes some hundred bytes of memory, however short
 * it is. A network cuts 256 KiB into less than 500.
 */
const PARTS_MAX = { maxFragments: 256, maxBufferedChunks: 4_096 };

const server = new WebSocketServer({
  ...PARTS_MAX,
  noServer: true,
  clientTracking: false,
  maxPayload: MESSAGE_BYTES_MAX,
  // Compression would keep memory for each socket, and let a small message become a large one.
  perMessageDeflate: false,
  // `keepAlive` answers pings, of clients that read.
  autoPong: false,
  // One message or ping at a time, so that what has come at once is not read in one go.
  allowSynchronousEvents: false,
  handleProtocols: (protocols) => (protocols.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
});

type Accepted = {
  readonly connection: Duplex;
  readonly head: Buffer;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** Answers the handshake, and speaks the protocol from then on. */
export function acceptSocket(serving: Serving, { connection, head, request, reply }: Accepted): void {
  server.handleUpgrade(request.raw, connection, head, (socket: WebSocket) => {
    // The end of the connection follows. Without a listener a broken frame would end the process.
    socket.on('error', () => undefined);
    socket.once('close', (code) => noteSocket(code, request, reply));
    if (socket.protocol === SUBPROTOCOL) serveSocket(serving, { socket, request, reply });
    else closeSocket(socket, CLOSE.subprotocolNotAcceptable, 'Subprotocol not acceptable');
  });
}

/** The line that other requests have when they are answered. */
function noteSocket(code: number, request: FastifyRequest, { elapsedTime }: FastifyReply): void {
  const { ip: address, accountId = undefined } = request;
  request.log.info({ accountId, address, code, ms: Math.round(elapsedTime) }, 'socket');
}
