import { type CallOptions, callTool, withSources } from '../calls/call.ts';
import { runOnce } from '../calls/idempotency.ts';
import { withProgressEvents } from '../calls/progressEvents.ts';
import { reconcileEarlier } from '../calls/reconcile.ts';
import type { Ctx } from '../kernel/context.ts';
import type { StackId } from '../kernel/ids.ts';
import type { ListMode } from '../kernel/listMode.ts';
import { requireRightIn } from '../kernel/scope.ts';
import { AppError } from '../lib/errors.ts';
import type { ToolOutcome } from '../results/outcome.ts';
import { controlResult, type ResultOptions, readControl } from '../results/resultControl.ts';
import { findMetaTool, type MetaToolName } from '../search/metaTools.ts';
import { runMetaTool } from '../search/runMetaTool.ts';
import { findKnownTool } from '../snapshots/findTool.ts';
import { getSnapshot } from '../snapshots/readSnapshot.ts';
import type { StackSnapshot } from '../snapshots/snapshot.ts';
import { isRepeatableTool } from '../snapshots/unknownOutcome.ts';

export type AnswerOptions = CallOptions &
  ResultOptions & {
    /** Identifies the call, so that a retry does not run the tool again. */
    readonly idempotencyKey?: string | undefined;
    /** In search and code mode, their tools take precedence over the stack's own tools of the same name. */
    readonly mode?: ListMode | undefined;
    /** The result may be stored under a handle later. */
    readonly keepsSources?: boolean | undefined;
  };

/**
 * Runs a call and shapes its result identically on every surface. The call runs once per idempotency key; the caller's
 * selection and size limit apply.
 * @throws not_found, invalid_input (with issues), unavailable
 */
export function answerCall(
  ctx: Ctx,
  snapshot: StackSnapshot,
  toolName: string,
  input: unknown,
  options: AnswerOptions = {},
): Promise<ToolOutcome> {
  const { mode = 'full', idempotencyKey: key, select, maxBytes, keepsSources = false } = options;
  // In full mode, the stack's own tool takes precedence.
  const isOwn = mode === 'full' && snapshot.tools.has(toolName);
  const meta = isOwn ? null : findMetaTool(snapshot, mode, toolName);
  const run: Run = (own, callOptions) =>
    meta ? runMetaTool(own, snapshot, meta, input, callOptions) : callTool(own, snapshot, toolName, input, callOptions);
  // Nearly all callers want the result unchanged.
  const isPlain = key === undefined && select === undefined && maxBytes === undefined && !keepsSources;
  return isPlain ? run(ctx, options) : runControlled(ctx, snapshot, { toolName, input, meta }, options, run);
}

type NamedCall = { readonly toolName: string; readonly input: unknown; readonly meta: MetaToolName | null };
type Run = (ctx: Ctx, options: CallOptions & Pick<AnswerOptions, 'mode'>) => Promise<ToolOutcome>;

/** Runs a call once per idempotency key, and selects and limits its result. */
async function runControlled(
  ctx: Ctx,
  snapshot: StackSnapshot,
  { toolName, input, meta }: NamedCall,
  { idempotencyKey: key, select, maxBytes, keepsSources = false, ...callOptions }: AnswerOptions,
  runCall: Run,
): Promise<ToolOutcome> {
  const { stackId } = snapshot;
  const options = { ...callOptions, callKey: key ?? callOptions.callKey };
  // A dry run makes no call to remember, and its description is returned whole.
  if (options.isDryRun) return runCall(ctx, options);
  const control = select === undefined && maxBytes === undefined ? null : readControl({ select, maxBytes });
  const mayBeKept = keepsSources || control?.maxBytes != null;
  const run: Run = (own, given) =>
    mayBeKept ? withSources(given, (sourced) => runCall(own, sourced)) : runCall(own, given);
  let outcome: ToolOutcome;
  if (key === undefined) {
    outcome = await run(ctx, options);
  } else {
    const requestParts = [toolName, input, callOptions.mode ?? 'full', select, maxBytes];
    const tool = meta ? null : findKnownTool(snapshot, toolName);
    const isRepeatable = tool !== null && isRepeatableTool(tool);
    const search = tool?.request?.reconcile && (() => reconcileEarlier(ctx, snapshot, tool, { input, callKey: key }));
    const request = { key, request: requestParts, isRepeatable, search };
    outcome = await runOnce(ctx, stackId, request, (own) => run(own, options));
  }
  return control ? controlResult(ctx, stackId, outcome, control) : outcome;
}

/**
 * Calls an enabled tool of one of the caller's stacks, by any name that `findKnownTool` resolves. Progress is
 * published under `progressId` (`progressEvents.ts`).
 * @throws not_found (stack, tool), invalid_input, unavailable
 */
export async function invokeTool(
  ctx: Ctx,
  stackId: StackId,
  toolName: string,
  input: unknown,
  options: AnswerOptions & { readonly progressId?: string | undefined } = {},
): Promise<ToolOutcome> {
  requireRightIn(ctx.actor, 'invoke', stackId);
  const cached = getSnapshot(ctx, stackId);
  const snapshot = cached instanceof Promise ? await cached : cached;
  const isKnown =
    findMetaTool(snapshot, options.mode ?? 'full', toolName) !== null || findKnownTool(snapshot, toolName) !== null;
  if (!isKnown) throw new AppError('not_found', `Tool ${toolName} not found in stack`);
  const { progressId } = options;
  if (progressId === undefined) return await answerCall(ctx, snapshot, toolName, input, options);
  return withProgressEvents(ctx, progressId, (progress) =>
    answerCall(ctx, snapshot, toolName, input, { ...options, ...progress }),
  );
}
