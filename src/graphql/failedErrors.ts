import type { ModelFailure } from '../core/chat/modelPort.ts';
import type { ToolFailure } from '../core/results/outcome.ts';
import type { CallRecord } from '../generated/prisma/client.ts';
import { failureMessage } from '../wire/toolCall.ts';

/** A failed tool. Thrown only at this edge, where the outcome becomes a member of a result union. */
export class ToolFailedError extends Error {
  readonly code = 'tool_failed';
  readonly outcome: ToolFailure;
  readonly record: CallRecord | null;

  constructor(outcome: ToolFailure, record: CallRecord | null) {
    super(failureMessage(outcome));
    this.outcome = outcome;
    this.record = record;
  }
}

/** A model's failure, converted from the port only at this edge. */
export class ModelFailedError extends Error {
  readonly code = 'model_failed';
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure) {
    super(failure.message);
    this.failure = failure;
  }
}
