import type { FastifyReply } from 'fastify';
import type { Actor } from '../core/actor.ts';
import type { ToolFailure, ToolOutput } from '../core/calls/connector.ts';
import { AppError } from '../core/errors.ts';
import { isRecord } from '../core/lib/json.ts';
import { toResult } from '../core/results/result.ts';
import { isListMode, type ListMode } from '../core/search/listMode.ts';

/** The mode that a request's `?mode=` asks for; else its endpoint's, or `full`. @throws invalid_input */
export function listModeOf(query: unknown, actor: Actor): ListMode {
  const given = isRecord(query) ? query['mode'] : undefined;
  if (given === undefined) return actor.kind === 'agent' ? actor.listMode : 'full';
  // One that is given twice is joined, so that it is no mode.
  const mode = String(given);
  if (!isListMode(mode)) throw new AppError('invalid_input', `Invalid mode ${mode}`);
  return mode;
}

/** A result as the body of an answer, written here: the framework would look for a serialiser first. */
export const sendResult = (reply: FastifyReply, output: ToolOutput): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(`{"result":${JSON.stringify(toResult(output))}}`);

export const TOOL_FAILED = 'Tool execution failed';

/** A failed call in the words of the documented interface; a tool's own text gets the same beginning as ours has. */
export const failureText = ({ message }: ToolFailure): string =>
  message.startsWith(TOOL_FAILED) ? message : `${TOOL_FAILED}: ${message}`;

/** The same, but what an MCP tool says of itself is left in its own words. */
export const failureMessage = (failure: ToolFailure): string =>
  failure.kind === 'tool_error' && failure.output?.type === 'mcp' ? failure.message : failureText(failure);

/** Its status on the account API: a sign-in is for the caller to arrange, nothing has failed on our side or the service's. */
export const failureStatus = (failure: ToolFailure): 400 | 500 => ('connectUrl' in failure ? 400 : 500);
