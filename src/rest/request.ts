import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../core/kernel/context.ts';
import { AppError } from '../core/lib/errors.ts';
import { isRecord, readJson, withPlainNumbers } from '../core/lib/json.ts';
import { isResultFormat, type ResultFormat } from '../formats/results.ts';
import { isJsonRequest } from '../wire/gate.ts';

/** A tool call's request, from the framework or from `wire/direct.ts`. */
export type CallRequest = Pick<FastifyRequest, 'headers' | 'query' | 'params' | 'body'>;

/** The context set by the gate. */
export function ctxOf(request: Pick<FastifyRequest, 'ctx'>): Ctx {
  if (!request.ctx) throw new Error('The gate was not passed');
  return request.ctx;
}

/** A path value, percent-decoded once. */
export function paramOf(request: Pick<CallRequest, 'params'>, name: string): string {
  const value = isRecord(request.params) ? request.params[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** The values of the named placeholders. */
export const paramsOf = (request: FastifyRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(request.params ?? {}).map((name) => [name, paramOf(request, name)]));

/** A query value. A repeated parameter is joined, which makes it invalid. */
export function queryOf(request: Pick<CallRequest, 'query'>, name: string): string | undefined {
  const value = isRecord(request.query) ? request.query[name] : undefined;
  return value === undefined ? undefined : String(value);
}

/** Replaces JSON that isn't an object, and text that isn't JSON: operations treat both the same. */
const NOT_AN_OBJECT = 'not an object';

/** The body; undefined when none was sent. */
export type Body = Readonly<Record<string, unknown>> | typeof NOT_AN_OBJECT | undefined;

/** Parses the body that the surface collected. The verb validates its content. */
export function bodyOf({ body: bytes }: Pick<CallRequest, 'body'>): Body {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
  const value = readJson(bytes);
  return isRecord(value) ? value : NOT_AN_OBJECT;
}

/** Parses a body like `bodyOf`, but with plain JavaScript numbers, for operations that store no exact numbers. */
export function plainBodyOf(request: Pick<CallRequest, 'body'>): Body {
  const body = bodyOf(request);
  const plain = withPlainNumbers(body);
  return isRecord(plain) ? plain : body;
}

/**
 * The result format in `?result=`; without it, the default. A repeated parameter is joined, which makes it invalid.
 * @throws invalid_input
 */
export function toResultFormat(value: unknown): ResultFormat {
  const format = String(value);
  if (!isResultFormat(format)) throw new AppError('invalid_input', `Invalid result ${format}`);
  return format;
}

/** The value of a flag such as `?dry_run=`; false without one. @throws invalid_input for a mistyped value */
export function flagOf(name: 'dry_run' | 'defer', value: unknown): boolean {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw new AppError('invalid_input', `Invalid ${name}: use true or false`);
}

const METHODS_WITH_BODY = new Set(['POST', 'PUT']);

/**
 * Refuses a body of another media type. Without a body, the header doesn't matter, because clients send it with every
 * request.
 * @throws unsupported_media_type
 */
export function refuseForeignBody(request: FastifyRequest): void {
  const { method, headers } = request;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || !METHODS_WITH_BODY.has(method)) return;
  if (!isJsonRequest(request)) {
    throw new AppError('unsupported_media_type', 'Content-Type must be application/json');
  }
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type', 'Content-Encoding is not supported');
  }
}
