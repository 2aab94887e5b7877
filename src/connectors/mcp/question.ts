import type { ToolCall } from '../../core/calls/connector.ts';
import type { Question } from '../../core/calls/question.ts';
import { isJsonObject, isRecord, type JsonObject } from '../../core/lib/json.ts';

/** Of one question; a person is to read it. */
const REQUESTS_MAX = 8;
const QUESTION_CHARS_MAX = 16_384;
const STATE_CHARS_MAX = 16_384;

/** Whether a request asks the person in a way that the caller of a tool may have said to know. */
const isElicitation = (request: unknown): boolean =>
  isRecord(request) && request['method'] === 'elicitation/create' && isRecord(request['params']);

/**
 * The question in a result with `resultType: input_required`; null for one that cannot be passed on: it asks for more
 * than a person (sampling, roots), for nothing, or at too great a length.
 */
export function questionIn({ inputRequests, requestState }: Record<string, unknown>): Question | null {
  if (!isJsonObject(inputRequests)) return null;
  const requests = Object.values(inputRequests);
  if (requests.length === 0 || requests.length > REQUESTS_MAX || !requests.every(isElicitation)) return null;
  if (JSON.stringify(inputRequests).length > QUESTION_CHARS_MAX) return null;
  if (requestState === undefined) return { inputRequests };
  if (typeof requestState !== 'string' || requestState.length > STATE_CHARS_MAX) return null;
  return { inputRequests, requestState };
}

/** The parameters of `tools/call`, with the answers to the question before. */
export const callParams = ({ toolName: name, input, dialogue }: ToolCall): JsonObject => ({
  name,
  arguments: input,
  ...(dialogue?.inputResponses && { inputResponses: dialogue.inputResponses }),
  ...(dialogue?.requestState !== undefined && { requestState: dialogue.requestState }),
});
