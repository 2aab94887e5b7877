import { fastifyCookie } from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../core/kernel/context.ts';
import { toUploadId } from '../core/kernel/ids.ts';
import { AppError } from '../core/lib/errors.ts';
import { isRecord } from '../core/lib/json.ts';
import { acquireUploadSlot } from '../core/limits/concurrency.ts';
import { appendToUpload, createUpload, removeUpload, UPLOAD_PART_BYTES_MAX } from '../core/marketplace/upload.ts';
import { connectionEnd, enter } from '../wire/gate.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';
import { identifyMember, UNAUTHORIZED } from './execution/gate.ts';
import { sendError, type ThrownError } from './execution/sendError.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate of uploads. */
    uploadCtx: Ctx | null;
  }
}

const BYTES = 'application/octet-stream';

/**
 * Uploads of documents that are too long for an operation, which then refers to them by id. They are sent in parts,
 * each a small request. Proxies and time limits accept them, a lost part is sent again, and memory holds nothing
 * between parts. Tested by `test/graphql/uploads.test.ts`.
 */
export async function registerUploads(app: FastifyInstance, edge: HttpDeps, at: string): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifyCookie);
    scope.decorateRequest('uploadCtx', null);
    const bodyLimit = Math.min(edge.bodyBytesMax, UPLOAD_PART_BYTES_MAX);
    // Neither a form nor a page of another origin can send this type without a preflight.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<Buffer>(BYTES, { parseAs: 'buffer', bodyLimit }, (_request, bytes, done) =>
      done(null, bytes),
    );
    // A client may send its usual content type without a body; that is accepted.
    scope.addContentTypeParser('*', ({ headers }, _body, done) => {
      const isEmpty = headers['content-length'] === '0';
      done(isEmpty ? null : new AppError('unsupported_media_type', `Content-Type must be ${BYTES}`));
    });
    scope.setErrorHandler<ThrownError>((error, request, reply) => sendError(edge, error, request, reply));
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const identify = () => identifyMember(edge, request);
      const authentication = { identify, unauthorized: UNAUTHORIZED, surface: 'graphql' } as const;
      request.uploadCtx = await enter(edge, request, reply, authentication, 'default');
    });
    scope.post(at, async (request, reply) => {
      const upload = await createUpload(ctxOf(request), bytesIn(textIn(request.query, 'bytes')));
      const { id, bytes, received, expiresAt } = upload;
      return reply.code(201).send({ id, bytes, received, partBytesMax: bodyLimit, expiresAt: expiresAt.toISOString() });
    });
    // Takes a slot before the body is read, because the body occupies memory from then on.
    scope.put(
      `${at}/:id/:at`,
      {
        onRequest: async (request, reply) => {
          const release = await acquireUploadSlot(ctxOf(request));
          // The slot is also released if the sender disconnected during its key's lookup.
          connectionEnd(reply.raw).whenAnswered(release);
        },
      },
      async (request, reply) => {
        const [id, at] = [textIn(request.params, 'id'), bytesIn(textIn(request.params, 'at'))];
        const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const received = await appendToUpload(ctxOf(request), toUploadId(id), at, content);
        return reply.send({ id, received });
      },
    );
    scope.delete(`${at}/:id`, async (request, reply) => {
      await removeUpload(ctxOf(request), toUploadId(textIn(request.params, 'id')));
      return reply.code(204).send();
    });
  });
}

function ctxOf({ uploadCtx }: FastifyRequest): Ctx {
  if (!uploadCtx) throw new AppError('unauthenticated', UNAUTHORIZED);
  return uploadCtx;
}

const textIn = (value: unknown, name: string): string => (isRecord(value) ? String(value[name] ?? '') : '');
/** A whole number of bytes; NaN for any other text. */
const bytesIn = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : Number.NaN);
