import type { FastifyRequest } from 'fastify';
import { AppError } from '../core/errors.ts';

const METHODS_WITH_BODY = new Set(['POST', 'PUT']);

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Only a body that is there has a type: clients name one on every request. @throws unsupported_media_type */
export function refuseForeignBody(request: FastifyRequest): void {
  if (!METHODS_WITH_BODY.has(request.method) || !hasBody(request)) return;
  const mediaType = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new AppError('unsupported_media_type', 'Content-Type must be application/json');
  }
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type', 'Content-Encoding is not supported');
  }
}
