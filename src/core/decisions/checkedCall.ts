import type { JsonObject } from '../lib/json.ts';
import type { ResultSource } from '../results/source.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';

/** A tool that the stack has enabled, and the name by which the caller called it. */
export type CalledTool = { readonly snapshot: StackSnapshot; readonly tool: SnapshotTool; readonly toolName: string };

/** A call that passed `checkCall` (`calls/checkCall.ts`). */
export type CheckedCall = AnsweredCall & {
  /** The sources of the results and files that it passes by their handles. */
  readonly sources: readonly ResultSource[];
};

/** The call that an elicitation is about, with its validated input. */
export type AnsweredCall = {
  readonly snapshot: StackSnapshot;
  readonly tool: SnapshotTool;
  readonly input: JsonObject;
};
