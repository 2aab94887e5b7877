import type { FastifyRequest } from 'fastify';
import type { AnswerOptions } from '../core/calls/answer.ts';
import { isRecord } from '../core/lib/json.ts';
import type { ListMode } from '../core/search/listMode.ts';
import { listModeOf } from '../wire/listMode.ts';
import { type Body, readBody } from './bodies.ts';
import { ctxOf } from './surface.ts';

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

/** The body that the surface's parser has collected. */
export const bodyOf = (request: FastifyRequest): Body =>
  Buffer.isBuffer(request.body) ? readBody(request.body) : undefined;

/** @throws invalid_input */
export const modeOf = (request: FastifyRequest): ListMode => listModeOf(queryOf(request, 'mode'), ctxOf(request).actor);

/** What a request asks of its tool call beside the call itself. @throws invalid_input */
export function answerOptionsOf(request: FastifyRequest): AnswerOptions {
  const key = request.headers['idempotency-key'];
  const body = bodyOf(request);
  const { select, max_bytes: maxBytes } = isRecord(body) ? body : {};
  return { idempotencyKey: key === undefined ? undefined : String(key), mode: modeOf(request), select, maxBytes };
}
