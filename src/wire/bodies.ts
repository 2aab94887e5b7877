import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../core/kernel/actor.ts';
import { eventLoop } from '../core/lib/eventLoopScheduler.ts';
import { noteRead } from '../core/lib/json.ts';
import { type Pause, readLongJson } from '../core/lib/longJson.ts';
import { ownerOf } from './gate.ts';

/** A body of this size or more is read only in its sender's turn on the event loop. */
export const LARGE_BODY_BYTES = 32_768;

/** Whether a body may be large, by its `Content-Length` or the absence of one. */
export const hasLargeBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) >= LARGE_BODY_BYTES;

/** Bodies that were read before the request reached the framework (`direct.ts`). */
const readBodies = new WeakMap<IncomingMessage, Buffer>();

/** Keeps a body for the framework's route, because nothing is left to read on the connection. */
export const noteBody = (request: IncomingMessage, body: Buffer): void => void readBodies.set(request, body);

/** How a surface reads bodies. */
type Bodies = {
  readonly bytesMax: number;
  /** The caller whose account waits its turn for a large body; null for a turn of the network. */
  actorOf(request: FastifyRequest): Actor | null;
};

/**
 * Passes bodies of any type to the handlers as bytes, because JSON is validated only after authentication. Large bodies
 * are parsed here in parts, and `readJson` in the handlers returns the result.
 */
export function collectBodies(scope: FastifyInstance, { bytesMax: bodyLimit, actorOf }: Bodies): void {
  scope.addHook('preParsing', (request, _reply, payload, done) => {
    const body = readBodies.get(request.raw);
    done(null, body ? Readable.from([body], { objectMode: false }) : payload);
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer', bodyLimit }, (request, bytes, done) => {
    const owner = ownerOf(actorOf(request)?.accountId, request);
    if (bytes.length < LARGE_BODY_BYTES) done(null, bytes);
    else void parseLarge(bytes, () => eventLoop.yieldIfBusy(owner)).then(() => done(null, bytes), done);
  });
}

async function parseLarge(bytes: Buffer, pause: Pause): Promise<void> {
  const turn = pause();
  if (turn) await turn;
  noteRead(bytes, await readLongJson(bytes, pause));
  // The last part and the handler's work would share a turn.
  const next = pause();
  if (next) await next;
}
