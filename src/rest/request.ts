import type { FastifyRequest } from 'fastify';
import type { AnswerOptions } from '../core/calls/answer.ts';
import type { Ctx } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { isRecord } from '../core/lib/json.ts';
import type { ListMode } from '../core/search/listMode.ts';
import { listModeOf } from '../wire/edge.ts';
import { isJsonRequest, readJson } from '../wire/json.ts';

/** The context that the gate has set. */
export function ctxOf(request: FastifyRequest): Ctx {
  if (!request.ctx) throw new Error('The gate was not passed');
  return request.ctx;
}

/** A path value, percent-decoded once. */
export function paramOf(request: FastifyRequest, name: string): string {
  const value = isRecord(request.params) ? request.params[name] : undefined;
  return typeof value === 'string' ? value : '';
}

/** The values of the named placeholders. */
export const paramsOf = (request: FastifyRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(request.params ?? {}).map((name) => [name, paramOf(request, name)]));

/** A query value; one that is given twice is joined, so that it is no value that anything documents. */
export function queryOf(request: FastifyRequest, name: string): string | undefined {
  const value = isRecord(request.query) ? request.query[name] : undefined;
  return value === undefined ? undefined : String(value);
}

/** What stands for every body that is JSON but no object, or no JSON at all: no operation tells them apart. */
const NOT_AN_OBJECT = 'not an object';

/** The body of a request; undefined when none was sent. */
export type Body = Readonly<Record<string, unknown>> | typeof NOT_AN_OBJECT | undefined;

/** The body that the surface's parser has collected, parsed. What it means is for the verb to say. */
export function bodyOf({ body: bytes }: FastifyRequest): Body {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
  const value = readJson(bytes);
  return isRecord(value) ? value : NOT_AN_OBJECT;
}

/** The input of `callTool`. */
export const toolInput = (body: unknown): unknown => (isRecord(body) ? body['tool_input'] : undefined);

/** @throws invalid_input */
export const modeOf = (request: FastifyRequest): ListMode => listModeOf(queryOf(request, 'mode'), ctxOf(request).actor);

/** What a request asks of its tool call beside the call itself. @throws invalid_input */
export function answerOptionsOf(request: FastifyRequest, body: Body): AnswerOptions {
  const key = request.headers['idempotency-key'];
  const { select, max_bytes: maxBytes } = isRecord(body) ? body : {};
  return { idempotencyKey: key === undefined ? undefined : String(key), mode: modeOf(request), select, maxBytes };
}

const METHODS_WITH_BODY = new Set(['POST', 'PUT']);

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Only a body that is there has a type: clients name one on every request. @throws unsupported_media_type */
export function refuseForeignBody(request: FastifyRequest): void {
  if (!METHODS_WITH_BODY.has(request.method) || !hasBody(request)) return;
  if (!isJsonRequest(request)) {
    throw new AppError('unsupported_media_type', 'Content-Type must be application/json');
  }
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type', 'Content-Encoding is not supported');
  }
}
