import type { Tenant } from '../lib/fairQueue.ts';
import { shortWork, WorkerLimit } from '../lib/workerPool.ts';
import type { Condition, ConditionFacts, ConditionResult, HoldsFor } from './condition.ts';

/** A condition and its facts for a worker thread. The facts are JSON text, since exact numbers can't be cloned. */
export type ConditionTask = {
  readonly text: string;
  readonly now: Date;
  readonly facts: string;
  readonly holdsFor: HoldsFor;
};

const WORKER = new URL('./conditionWorker.ts', import.meta.url);

/**
 * Evaluates a condition in a worker thread, because it would block the event loop for too long. Sends only the input
 * members that it reads. Tested by `test/core/conditions/conditionCost.test.ts`.
 * @throws rate_limited, unavailable as `FairQueue`
 */
export async function evaluateInThread(
  { text, members }: Condition,
  { now, input, ...facts }: ConditionFacts,
  holdsFor: HoldsFor,
  requester: Tenant,
): Promise<ConditionResult> {
  const read =
    members === null ? input : Object.fromEntries(Object.entries(input).filter(([name]) => members.has(name)));
  const task = {
    module: WORKER,
    name: 'evaluate',
    input: (): ConditionTask => ({ text, now, holdsFor, facts: JSON.stringify({ ...facts, input: read }) }),
  };
  try {
    return await shortWork.run<ConditionResult>(task, requester);
  } catch (error) {
    if (error instanceof WorkerLimit) return { problem: 'the input takes too long to read' };
    throw error;
  }
}
