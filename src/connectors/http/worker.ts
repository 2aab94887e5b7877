/** Entry points for the threads of `core/lib/workerPool.ts`. */
import type { BoundName } from '../../core/kernel/bounds.ts';
import { AppError } from '../../core/lib/errors.ts';
import { isJsonObject, parseLongJson, textOf } from '../../core/lib/json.ts';
import { transfer } from '../../core/lib/transfer.ts';
import { toLarge } from '../../core/results/largeOutput.ts';
import type { ToolOutcome } from '../../core/results/outcome.ts';
import { createScrubber } from '../../core/results/scrub.ts';
import { transferOutcome } from '../../core/results/transferOutcome.ts';
import type { EgressAnswer } from '../egress/types.ts';
import { type AnswerRules, answerOutcome } from './answer.ts';
import { buildRequest, type RequestSource } from './buildRequest.ts';
import { RequestBytes, RequestTooLarge } from './requestBytes.ts';
import { MissingAddressFields, UnusableInput, type WireRequest } from './wireRequest.ts';

/** A response to read, and the secrets of its call. */
export type LargeAnswer = Pick<AnswerRules, 'failure' | 'headers'> & {
  readonly answer: EgressAnswer;
  readonly secrets: readonly string[];
};

/** Turns a large response into the tool's outcome. */
export function read({ answer, failure, headers, secrets }: LargeAnswer): ToolOutcome {
  const { buffer, byteOffset, length } = answer.body;
  // Buffers arrive from another thread as plain byte arrays.
  const body = Buffer.from(buffer, byteOffset, length);
  const outcome = answerOutcome({ ...answer, body }, { failure, headers, scrub: createScrubber(secrets).text });
  return transferOutcome(toLarge(outcome, secrets));
}

/** A request to write: its input as JSON in UTF-8, and its maximum length in characters. */
export type RequestToBuild = Omit<RequestSource, 'input'> & { readonly json: Uint8Array; readonly max: number };

/** The request, or the error as data: error classes don't survive the transfer between threads. */
export type BuiltRequest =
  | { readonly request: WireRequest }
  | { readonly refusal: string; readonly property: string | null }
  | { readonly missing: readonly string[] }
  | { readonly bound: Extract<BoundName, 'max_request_bytes' | 'max_request_head_bytes'> };

/** Writes a large request. */
export function build({ json, max, ...source }: RequestToBuild): BuiltRequest {
  const input = parseLongJson(textOf(json));
  if (!isJsonObject(input)) throw new Error('an input is an object');
  try {
    const request = buildRequest({ ...source, input }, new RequestBytes(max));
    return requestOf(request, max);
  } catch (error) {
    if (error instanceof UnusableInput) return { refusal: error.message, property: error.property };
    if (error instanceof MissingAddressFields) return { missing: error.fieldIds };
    if (error instanceof RequestTooLarge) return { bound: 'max_request_bytes' };
    if (error instanceof AppError) return { bound: 'max_request_head_bytes' };
    throw error;
  }
}

/** Returns the body as bytes, because bytes are transferred between threads while a string is copied. */
function requestOf(request: WireRequest, max: number): BuiltRequest {
  if (request.body === null) return { request };
  const body = new Uint8Array(Buffer.from(request.body));
  return body.length > max ? { bound: 'max_request_bytes' } : transfer({ request: { ...request, body } }, body);
}
