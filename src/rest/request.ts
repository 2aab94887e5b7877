import type { FastifyRequest } from 'fastify';
import { isRecord } from '../core/json.ts';
import type { AnswerOptions } from '../core/routing/answer.ts';
import { type Body, readBody } from './bodies.ts';

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

/** What a request asks of its tool call beside the call itself. */
export function answerOptionsOf({ headers }: FastifyRequest): AnswerOptions {
  const key = headers['idempotency-key'];
  return { idempotencyKey: key === undefined ? undefined : String(key) };
}
