import type { ToolOutcome } from '../results/outcome.ts';

const STATES = ['waiting', 'running', 'succeeded', 'failed', 'cancelled', 'outcome_unknown'] as const;

/** `waiting` for its turn or an approval, `running`, or how it ended. */
export type JobState = (typeof STATES)[number];

/** Every state of a job. */
export const jobStates: readonly JobState[] = STATES;

/** Parses a stored state. A state written by a newer version counts as `running`. */
export const toJobState = (text: string): JobState => STATES.find((state) => state === text) ?? 'running';

/** The states of a job that has not ended. */
export const OPEN_STATES: readonly JobState[] = ['waiting', 'running'];

/** How a job ends with an outcome of its call. */
export function stateAfter(outcome: Pick<ToolOutcome, 'kind'>): JobState {
  switch (outcome.kind) {
    case 'ok':
      return 'succeeded';
    case 'outcome_unknown':
      return 'outcome_unknown';
    case 'cancelled':
      return 'cancelled';
    default:
      return 'failed';
  }
}
