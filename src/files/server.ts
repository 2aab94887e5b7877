import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { continueUpload, readContent, uploadedBytes } from '../core/files/content.ts';
import { endAddress, type OpenedAddress, openAddress } from '../core/files/fileAddress.ts';
import { handleOf } from '../core/files/storedFile.ts';
import type { Ctx } from '../core/kernel/context.ts';
import { AppError } from '../core/lib/errors.ts';
import { isRecord } from '../core/lib/json.ts';
import { mediaTypeOf } from '../core/lib/mediaType.ts';
import { acquireUploadSlot } from '../core/limits/concurrency.ts';
import { errorHeaders, STATUS, toSurfaceError } from '../wire/errors.ts';
import { arrivalOf, connectionEnd, contextFor } from '../wire/gate.ts';
import type { HttpDeps } from '../wire/httpDeps.ts';

const PATH = '/files/:address';
const FORM = 'application/x-www-form-urlencoded';

/**
 * Serves one-time addresses of files, which need no key. `GET` downloads, in ranges too; `PUT` uploads, from the byte
 * in `Upload-Offset` after an interruption. Tested by `test/core/files/fileAddress.test.ts`.
 */
export async function registerFiles(app: FastifyInstance, edge: HttpDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    });
    scope.setErrorHandler((thrown, request, reply) => {
      const error = toSurfaceError(edge, thrown);
      if (error.code === 'internal') request.log.error({ err: thrown }, 'a file could not be sent or received');
      return reply.code(STATUS[error.code]).headers(errorHeaders(error)).send({ error: error.message });
    });
    scope.get(PATH, { exposeHeadRoute: false }, (request, reply) => download(edge, request, reply));
    scope.head(PATH, (request, reply) => describe(edge, request, reply));
    scope.put(PATH, (request, reply) => upload(edge, request, reply));
  });
}

type Opened = OpenedAddress & { readonly ctx: Ctx };

async function open(edge: HttpDeps, request: FastifyRequest, reply: FastifyReply): Promise<Opened> {
  const secret = isRecord(request.params) ? String(request.params['address']) : '';
  const scope = { ...arrivalOf(request, reply, 'account_api'), ...connectionEnd(reply.raw), endUser: null };
  const operator = contextFor(edge, { kind: 'operator', accountId: null }, scope);
  const opened = await openAddress(operator, secret);
  // The address authenticates the account that created it.
  return { ...opened, ctx: { ...operator, actor: { kind: 'operator', accountId: opened.file.accountId } } };
}

/** The size of a download, or how much of an upload has arrived. */
async function describe(edge: HttpDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { address, file } = await open(edge, request, reply);
  if (address.uploadBytes !== null)
    return reply.headers({ 'upload-offset': uploadedBytes(file), 'upload-length': address.uploadBytes }).send();
  return reply
    .headers({ 'accept-ranges': 'bytes', 'content-length': Number(file.bytes) })
    .type(file.mediaType)
    .send();
}

async function download(edge: HttpDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { ctx, address, file } = await open(edge, request, reply);
  if (address.uploadBytes !== null) throw new AppError('method_not_allowed', 'This address accepts an upload: use PUT');
  ctx.whenAnswered?.(await acquireUploadSlot(ctx));
  const size = Number(file.bytes);
  const range = rangeIn(request.headers.range, size);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();
  const { from, to } = range ?? { from: 0, to: size };
  async function* content(): AsyncGenerator<Buffer> {
    let last: Buffer | null = null;
    for await (const part of readContent(ctx, file, { from, to })) {
      if (last) yield last;
      last = part;
    }
    // Ends the address before the last part, so that the file is downloaded once. Earlier parts can be repeated.
    if (to === size) await endAddress(ctx, address);
    if (last) yield last;
  }
  return reply
    .code(range ? 206 : 200)
    .headers({
      ...(range && { 'content-range': `bytes ${from}-${to - 1}/${size}` }),
      'accept-ranges': 'bytes',
      'content-length': to - from,
      // A browser must neither run nor show files from services.
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'content-security-policy': "sandbox; default-src 'none'",
    })
    .type(file.mediaType)
    .send(Readable.from(content(), { objectMode: false, highWaterMark: 1 }));
}

/** One range of bytes (RFC 9110, section 14.1.2); null for the whole file, also if the header has another form. */
function rangeIn(header: string | undefined, size: number): { from: number; to: number } | null | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  return from < to ? { from, to } : 'unsatisfiable';
}

async function upload(edge: HttpDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { ctx, address, file } = await open(edge, request, reply);
  const { uploadBytes: size } = address;
  if (size === null) throw new AppError('method_not_allowed', 'This address is for a download: use GET');
  const type = mediaTypeOf(request.headers['content-type']);
  // Many clients send a form's type by default.
  if (type !== '' && type !== FORM && type !== file.mediaType.toLowerCase())
    throw new AppError('unsupported_media_type', `Content-Type must be ${file.mediaType}`);
  ctx.whenAnswered?.(await acquireUploadSlot(ctx));
  const body = request.body instanceof Readable ? request.body : Readable.from([]);
  // The body is not destroyed: the sender of a refused one must get the response.
  const chunks = body.iterator({ destroyOnReturn: false });
  const { 'upload-offset': offset = '0' } = request.headers;
  const from = /^\d{1,12}$/.test(String(offset)) ? Number(offset) : Number.NaN;
  const complete = await continueUpload(ctx, file, chunks, { from, size });
  if (complete) await endAddress(ctx, address);
  return reply.code(complete ? 201 : 202).send({ file: handleOf(file.id), complete: complete !== null });
}
