import type { ToolOutcome } from '../calls/connector.ts';
import { transfer } from '../lib/transfer.ts';

/** In a thread: an outcome that is handed over with its large output (`toLarge`), which the thread reads no more. */
export const transferOutcome = (outcome: ToolOutcome): ToolOutcome =>
  'output' in outcome && outcome.output?.type === 'large' ? transfer(outcome, outcome.output.json) : outcome;
