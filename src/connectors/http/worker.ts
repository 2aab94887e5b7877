/** What runs in the threads of `core/lib/workerPool.ts`. */
import type { ToolOutcome } from '../../core/calls/connector.ts';
import { toLarge } from '../../core/results/largeOutput.ts';
import { createScrubber } from '../../core/results/scrub.ts';
import { transferOutcome } from '../../core/results/transferOutcome.ts';
import type { EgressAnswer } from '../egress/types.ts';
import { type AnswerRules, answerOutcome } from './answer.ts';

/** An answer to read, and the secrets of its call. */
export type LargeAnswer = Pick<AnswerRules, 'failure'> & {
  readonly answer: EgressAnswer;
  readonly secrets: readonly string[];
};

/** Turns a large answer into the tool's outcome. */
export function read({ answer, failure, secrets }: LargeAnswer): ToolOutcome {
  const { buffer, byteOffset, length } = answer.body;
  // What comes from another thread is a plain array of bytes.
  const body = Buffer.from(buffer, byteOffset, length);
  const outcome = answerOutcome({ ...answer, body }, { failure, scrub: createScrubber(secrets).text });
  return transferOutcome(toLarge(outcome, secrets));
}
