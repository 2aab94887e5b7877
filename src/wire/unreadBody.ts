import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { RoundRobinQueue } from '../core/lib/roundRobinQueue.ts';
import { hasLargeBody } from './bodies.ts';
import { ownerOf } from './gate.ts';

/** Milliseconds between two pieces; a piece is what a connection buffers, 64 KiB as a rule. */
const PIECE_EVERY_MS = 10;

/** The most pieces of one owner that may wait. Beyond that, a refused body is not read and its connection is closed. */
export const WAITING_MAX = 256;

type Body = Pick<IncomingMessage, 'on' | 'read' | 'complete' | 'socket'>;

/** Reads and drops what is left of refused bodies, a piece at a time; owners take turns. */
export type BodyDrain = {
  /** @returns false where as many wait of the owner as may, and the body is left alone */
  add(body: Body, owner: string): boolean;
  /** Takes the next piece. @returns whether there was one */
  step(): boolean;
};

/** `wake` is called when a piece waits and none did. At most one piece waits of each open connection. */
export function createBodyDrain(wake: () => void): BodyDrain {
  const lines = new RoundRobinQueue();
  const connections = createConnections();
  return {
    add(body, owner) {
      if (lines.countOf(owner) >= WAITING_MAX) return false;
      const waiting = connections.next(body.socket);
      // Also when the body ends: there is nothing left to read.
      body.on('readable', () => {
        waiting.leave?.();
        // A body that has arrived whole is in memory already: it is dropped at once, and its connection goes on.
        if (body.complete) return void body.read();
        waiting.leave = lines.join(owner, () => void body.read());
        if (lines.count() === 1) wake();
      });
      // From here on Node does not read it by itself.
      body.read(0);
      return true;
    },
    step() {
      const next = lines.next();
      next?.start();
      return next !== null;
    },
  };
}

/** Removes a body's waiting piece from the queue. */
type Waiting = { leave: (() => void) | null };

/**
 * Of each connection the body that was refused last. What waits of an earlier one has come whole, since Node has read
 * on; what waits when the connection closes is nobody's. Both would stay in memory until their turn, however many come.
 */
function createConnections() {
  const lasts = new WeakMap<Socket, Waiting>();
  return {
    next(socket: Socket): Waiting {
      const last = lasts.get(socket);
      if (last) last.leave?.();
      else socket.once('close', () => lasts.get(socket)?.leave?.());
      const waiting = { leave: null };
      lasts.set(socket, waiting);
      return waiting;
    },
  };
}

/**
 * Whoever is refused before a large body was read still sends it, and Node would read it as fast as it comes: a flood
 * of refused requests then fills memory outside of the heap, which the garbage collector empties in pauses of the whole
 * process. What is left of such bodies is read at 64 KiB each 10 ms, of all senders together. The answer does not wait
 * for it; the connection's next request does, unless the body has come whole meanwhile. `test/wire/unreadBody.test.ts`
 * tears it down.
 */
export function drainUnread(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | null = null;
  const disposal = createBodyDrain(() => {
    timer ??= setInterval(() => {
      if (disposal.step() || !timer) return;
      clearInterval(timer);
      timer = null;
    }, PIECE_EVERY_MS).unref();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const isLeft = !request.raw.complete && hasLargeBody(request);
    if (isLeft && !disposal.add(request.raw, ownerOf(request.accountId, request))) reply.header('connection', 'close');
    done(null, payload);
  });
}
