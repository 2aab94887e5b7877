import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Serving } from '../execution/serving.ts';
import { CLOSE, closeSocket } from './closeCodes.ts';
import { SUBPROTOCOL, serveSocket } from './webSocket.ts';

/** The largest message, as a body of a request. */
const MESSAGE_BYTES_MAX = 262_144;

const server = new WebSocketServer({
  noServer: true,
  clientTracking: false,
  maxPayload: MESSAGE_BYTES_MAX,
  // Compression would keep memory for each socket, and let a small message become a large one.
  perMessageDeflate: false,
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
