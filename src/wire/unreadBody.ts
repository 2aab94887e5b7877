import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { RoundRobinQueue } from '../core/lib/roundRobinQueue.ts';
import { hasLargeBody } from './bodies.ts';
import { ownerOf } from './gate.ts';

/** Milliseconds between two chunks. A chunk is one connection buffer, usually 64 KiB. */
const PIECE_EVERY_MS = 10;

/** Maximum waiting chunks of one owner. Beyond that, a refused body is not read and its connection is closed. */
export const WAITING_MAX = 256;

type Body = Pick<IncomingMessage, 'on' | 'read' | 'complete' | 'socket'>;

/** Reads and drops the rest of refused bodies, one chunk at a time; owners take turns. */
export type BodyDrain = {
  /** @returns false if the owner has too many waiting bodies; the body is then left alone */
  add(body: Body, owner: string): boolean;
  /** Reads the next chunk. @returns whether there was one */
  step(): boolean;
};

/** `wake` is called when the first chunk waits. At most one chunk waits per open connection. */
export function createBodyDrain(wake: () => void): BodyDrain {
  const lines = new RoundRobinQueue();
  const connections = createConnections();
  return {
    add(body, owner) {
      if (lines.countOf(owner) >= WAITING_MAX) return false;
      const waiting = connections.next(body.socket);
      // Also called when the body ends and nothing is left to read.
      body.on('readable', () => {
        waiting.leave?.();
        // A fully received body is already in memory. It is dropped immediately, and its connection continues.
        if (body.complete) return void body.read();
        waiting.leave = lines.join(owner, () => void body.read());
        if (lines.count() === 1) wake();
      });
      // From here on, Node does not read it automatically.
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

/** A body's waiting chunk. `leave` removes it from the queue; null while no chunk waits. */
type Waiting = { leave: (() => void) | null };

/**
 * Tracks each connection's last refused body. When the connection sends another refused body or closes, the waiting
 * data of the earlier body leaves the queue. Otherwise, it would stay in memory until its turn.
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
 * A client that was refused early still sends the rest of a large body. Node would read it at full speed, filling
 * memory outside the heap that garbage collection frees only with pauses. The rest of such bodies is read at 64 KiB per
 * 10 ms, for all senders together. The response doesn't wait; the connection's next request does, unless the body is
 * complete. Tested by `test/wire/unreadBody.test.ts`.
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
