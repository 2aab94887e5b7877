import type { FastifyReply } from 'fastify';
import type { ToolFailure, ToolOutcome } from '../core/calls/connector.ts';
import type { JsonObject } from '../core/lib/json.ts';
import { toResult } from '../core/results/result.ts';

/** A tool's answer as HTTP surfaces send it. */
export type ToolAnswer = { readonly result: JsonObject } | { readonly failure: ToolFailure };

export const toAnswer = (outcome: ToolOutcome): ToolAnswer =>
  outcome.kind === 'ok' ? { result: toResult(outcome.output) } : { failure: outcome };

const FAILED = 'Tool execution failed';

/** A failed call in the words of the HTTP surfaces; a tool's own text gets the same beginning as ours has. */
export const failureText = ({ message }: ToolFailure): string =>
  message.startsWith(FAILED) ? message : `${FAILED}: ${message}`;

/** Its status on the account API: a sign-in is for the caller to arrange, nothing has failed on our side or the service's. */
export const failureStatus = (failure: ToolFailure): 400 | 500 => ('connectUrl' in failure ? 400 : 500);

/** A result as the body of an answer, written here: the framework would look for a serialiser first. */
export const sendResult = (reply: FastifyReply, result: JsonObject): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(`{"result":${JSON.stringify(result)}}`);
