import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import { lazily } from '../../core/lib/lazily.ts';
import { takeTurn } from '../../wire/gate.ts';
import { isForeign } from '../execution/gate.ts';
import type { Serving } from '../execution/serving.ts';

/** A connection that is to become a socket, and what has come on it already. */
type Upgrade = { readonly connection: Duplex; readonly head: Buffer };

/** By the request that asks for it. */
const upgrades = new WeakMap<IncomingMessage, Upgrade>();

const WEB_SOCKET_PATH = /^\/graphql(?:\?|$)/;

/**
 * Whether a request asks for a WebSocket at GraphQL's address. Every other upgrade, such as that to HTTP/2 which some
 * clients ask for with each request, is answered as if it did not ask for one.
 */
export const isSocketUpgrade = ({ url = '', method, headers: { upgrade } }: IncomingMessage): boolean =>
  method === 'GET' && upgrade?.toLowerCase() === 'websocket' && WEB_SOCKET_PATH.test(url);

/** Whether a request has come with such an upgrade. */
export const isUpgrading = ({ raw }: FastifyRequest): boolean => upgrades.has(raw);

/**
 * Hands upgrades to the framework's route, so that what holds for every request holds for them. A Node that cannot
 * choose between upgrades (before 22.21 and 24.9) offers none.
 */
export function takeUpgrades(app: FastifyInstance): void {
  if (!('shouldUpgradeCallback' in app.server)) return;
  app.server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    upgrades.set(request, { connection, head });
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    const socket = toSocket(connection);
    // Of a refusal; an accepted upgrade leaves the response unused.
    response.on('finish', () => socket.destroySoon());
    socket.on('error', () => socket.destroy());
    response.assignSocket(socket);
    app.routing(request, response);
  });
}

/** Boundary: over HTTP, what Node calls a stream is a socket. */
const toSocket = (connection: Duplex): Socket => connection as Socket;

const loadSockets = lazily(() => import('./sockets.ts'));

/** Makes a socket of a request's connection. @throws forbidden, unavailable */
export async function openSocket(
  serving: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const upgrade = upgrades.get(request.raw);
  if (!upgrade) throw new Error('The request asks for no upgrade');
  const { origin = '' } = request.headers;
  if (isForeign(serving.edge, request) && !serving.origins.has(origin)) {
    throw new AppError('forbidden', 'A page of another origin has to be one that the operator lists');
  }
  const { acceptSocket } = await loadSockets();
  // Nobody knows yet whose it is: a network that asks for hundreds at once waits for the others.
  await takeTurn(request);
  reply.hijack();
  reply.raw.statusCode = 101;
  acceptSocket(serving, { ...upgrade, request, reply });
  return reply;
}
