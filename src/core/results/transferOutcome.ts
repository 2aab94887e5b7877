import { transfer } from '../lib/transfer.ts';
import type { ToolOutcome } from './outcome.ts';

/** In a thread: transfers an outcome with its large output (`toLarge`); the thread must not read it afterwards. */
export const transferOutcome = (outcome: ToolOutcome): ToolOutcome =>
  'output' in outcome && outcome.output?.type === 'large' ? transfer(outcome, outcome.output.json) : outcome;
