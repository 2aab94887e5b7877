import type { ToolOutcome } from '../calls/connector.ts';
import { handOver } from '../lib/handOver.ts';

/** In a thread: an outcome that is handed over with its large output (`toLarge`), which the thread reads no more. */
export const handOverOutcome = (outcome: ToolOutcome): ToolOutcome =>
  'output' in outcome && outcome.output?.type === 'large' ? handOver(outcome, outcome.output.json) : outcome;
