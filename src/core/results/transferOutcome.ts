import type { ToolOutcome } from '../calls/connector.ts';
import { transfer } from '../lib/transfer.ts';

/** In a thread: an outcome transferred with its large output (`toLarge`), which the thread no longer reads. */
export const transferOutcome = (outcome: ToolOutcome): ToolOutcome =>
  'output' in outcome && outcome.output?.type === 'large' ? transfer(outcome, outcome.output.json) : outcome;
