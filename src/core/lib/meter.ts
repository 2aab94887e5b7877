import type { ToolOutcome } from '../calls/connector.ts';
import type { LimitClass } from '../limits/classes.ts';

/** Counts what the operator watches. Nothing of it may name an account, a stack, a server or a tool. */
export type Meter = {
  toolCalled(outcome: ToolOutcome['kind'], latencyMs: number): void;
  limitRefused(limitClass: LimitClass): void;
  /** Whether a stack's snapshot was in memory when it was needed. */
  snapshotSought(isKept: boolean): void;
};

export const NO_METER: Meter = {
  toolCalled: () => undefined,
  limitRefused: () => undefined,
  snapshotSought: () => undefined,
};
