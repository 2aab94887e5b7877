/** The worker-side code of `conditionThread.ts`, run in a thread of `core/lib/workerPool.ts`. */
import { parseJson } from '../lib/json.ts';
import type { ConditionFacts, ConditionResult } from './condition.ts';
import { compileCondition } from './conditionLanguage.ts';
import type { ConditionTask } from './conditionThread.ts';

/** The result of a condition. Tested by `test/core/conditions/conditionCost.test.ts`. */
export const evaluate = ({ text, now, facts, holdsFor }: ConditionTask): ConditionResult =>
  compileCondition(text).evaluate({ ...factsIn(facts), now }, holdsFor);

/** Safe cast: the event loop wrote this text. */
const factsIn = (text: string): Omit<ConditionFacts, 'now'> => parseJson(text) as unknown as ConditionFacts;
