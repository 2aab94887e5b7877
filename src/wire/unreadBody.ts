import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Lines } from '../core/lib/lines.ts';
import { hasLargeBody } from './bodies.ts';
import { ownerOf } from './gate.ts';

/** Milliseconds between two pieces; a piece is what a connection buffers, 64 KiB as a rule. */
const PIECE_EVERY_MS = 10;

/** Reads bodies to their end for nobody, a piece at a time; owners take turns. */
export type Disposal = {
  add(body: Pick<IncomingMessage, 'on' | 'read'>, owner: string): void;
  /** Takes the next piece. @returns whether there was one */
  step(): boolean;
};

/** `wake` is called when a piece waits and none did. */
export function createDisposal(wake: () => void): Disposal {
  const lines = new Lines();
  return {
    add(body, owner) {
      // At its end, too, after which there is nothing to read.
      body.on('readable', () => {
        lines.join(owner, () => void body.read());
        if (lines.count() === 1) wake();
      });
      // From now on Node itself does not read it.
      body.read(0);
    },
    step() {
      const next = lines.next();
      next?.start();
      return next !== null;
    },
  };
}

/**
 * Whoever is refused before a large body was read still sends it, and Node would read it as fast as it comes: a flood
 * of refused requests then fills memory outside of the heap, which the garbage collector empties in pauses of the whole
 * process. What is left of such bodies is read at 64 KiB each 10 ms, of all senders together. The answer does not wait
 * for it; the connection's next request does. `test/wire/unreadBody.test.ts` tears it down.
 */
export function disposeUnread(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | null = null;
  const disposal = createDisposal(() => {
    timer ??= setInterval(() => {
      if (disposal.step() || !timer) return;
      clearInterval(timer);
      timer = null;
    }, PIECE_EVERY_MS).unref();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    const isLeft = !request.raw.complete && hasLargeBody(request);
    if (isLeft) disposal.add(request.raw, ownerOf(request.accountId, request));
    done(null, payload);
  });
}
