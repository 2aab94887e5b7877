import type { Ctx } from '../context.ts';
import { controlResult, type ResultWish, readControl } from '../results/resultControl.ts';
import type { ListMode } from '../search/listMode.ts';
import { findMetaTool } from '../search/metaTools.ts';
import { runMetaTool } from '../search/runMetaTool.ts';
import type { StackSnapshot } from '../snapshots/snapshot.ts';
import { type CallOptions, callTool } from './call.ts';
import type { ToolOutcome } from './connector.ts';
import { runOnce } from './idempotency.ts';

/** What a caller may ask for beside the call itself. */
export type AnswerOptions = CallOptions &
  ResultWish & {
    /** The caller's name for this call, under which it is made once. */
    readonly idempotencyKey?: string | undefined;
    /** In search mode the names of its tools mean these, whatever the stack's tools are called. */
    readonly mode?: ListMode | undefined;
  };

/**
 * Answers a call as every surface does: made once for its key, its result as it is wished for.
 * @throws not_found, invalid_input (with issues), unavailable
 */
export async function answerCall(
  ctx: Ctx,
  snapshot: StackSnapshot,
  toolName: string,
  input: unknown,
  { idempotencyKey: key, mode = 'full', select, maxBytes, ...options }: AnswerOptions = {},
): Promise<ToolOutcome> {
  const control = readControl({ select, maxBytes });
  const meta = findMetaTool(snapshot, mode, toolName);
  const call = (own: Ctx) =>
    meta ? runMetaTool(own, snapshot, meta, input, options) : callTool(own, snapshot, toolName, input, options);
  const { stackId } = snapshot;
  const asked = [toolName, input, mode, select, maxBytes];
  const outcome = await (key === undefined ? call(ctx) : runOnce(ctx, stackId, { key, asked }, call));
  return controlResult(ctx, stackId, outcome, control);
}
