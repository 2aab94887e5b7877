import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/lib/errors.ts';
import { lazily } from '../../core/lib/lazily.ts';
import { yieldIfBusy } from '../../wire/gate.ts';
import { isForeign } from '../execution/gate.ts';
import type { Serving } from '../execution/serving.ts';

/** A connection that becomes a socket, with its received data. */
type Upgrade = { readonly connection: Duplex; readonly head: Buffer };

/** Upgrades by request. */
const upgrades = new WeakMap<IncomingMessage, Upgrade>();

const WEB_SOCKET_PATH = /^\/graphql(?:\?|$)/;

/**
 * Whether a request asks for a WebSocket at GraphQL's address. Other upgrade headers are ignored, for example HTTP/2,
 * which some clients offer with each request.
 */
export const isSocketUpgrade = ({ url = '', method, headers: { upgrade } }: IncomingMessage): boolean =>
  method === 'GET' && upgrade?.toLowerCase() === 'websocket' && WEB_SOCKET_PATH.test(url);

/** Whether a request is a WebSocket upgrade that the server received. */
export const isUpgrading = ({ raw }: FastifyRequest): boolean => upgrades.has(raw);

/**
 * Passes WebSocket upgrades to the framework's route, so that the checks of every request apply to them. Node before
 * 22.21 or 24.9 cannot choose between upgrades, so WebSockets are not offered there.
 */
export function acceptUpgrades(app: FastifyInstance): void {
  if (!('shouldUpgradeCallback' in app.server)) return;
  app.server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    upgrades.set(request, { connection, head });
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    const socket = toSocket(connection);
    // Used for a refusal; an accepted upgrade never writes it.
    response.on('finish', () => socket.destroySoon());
    socket.on('error', () => socket.destroy());
    response.assignSocket(socket);
    app.routing(request, response);
  });
}

/** Boundary: over HTTP, Node's stream is a socket. */
const toSocket = (connection: Duplex): Socket => connection as Socket;

const loadSockets = lazily(() => import('./sockets.ts'));

/** Turns a request's connection into a WebSocket. @throws forbidden, unavailable */
export async function openSocket(
  serving: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const upgrade = upgrades.get(request.raw);
  if (!upgrade) throw new Error('The request has no upgrade');
  const { origin = '' } = request.headers;
  if (isForeign(serving.edge, request) && !serving.origins.has(origin)) {
    throw new AppError('forbidden', 'The origin is not allowed by the operator');
  }
  const { acceptSocket } = await loadSockets();
  // The caller is still unknown, so the request waits in its network's turn. A network that opens hundreds at once does
  // not delay others.
  await yieldIfBusy(request);
  reply.hijack();
  reply.raw.statusCode = 101;
  acceptSocket(serving, { ...upgrade, request, reply });
  return reply;
}
