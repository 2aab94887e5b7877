import { consumeApproval } from '../approvals/heldCall.ts';
import type { AnsweredCall, CheckedCall } from '../decisions/checkedCall.ts';
import { type Decision, decide, type Refusal } from '../decisions/decide.ts';
import { consumeCallQuota } from '../endpoints/tokenReach.ts';
import { rehearsalOf } from '../kernel/actor.ts';
import { type Ctx, requesterOf } from '../kernel/context.ts';
import type { RuleId } from '../kernel/ids.ts';
import { requireRightIn } from '../kernel/scope.ts';
import { AppError } from '../lib/errors.ts';
import type { JsonObject } from '../lib/json.ts';
import { requestedFailure } from '../rehearsal/failures.ts';
import { rehearseCall } from '../rehearsal/rehearse.ts';
import { inThread } from '../results/largeOutput.ts';
import { exposeOutput, isPassed } from '../results/namespacing.ts';
import type { ToolFailure, ToolOutcome } from '../results/outcome.ts';
import type { Scrubber } from '../results/scrub.ts';
import { joinSources, type ResultSource, sourceOf } from '../results/source.ts';
import { findKnownTool } from '../snapshots/findTool.ts';
import type { SnapshotServer, StackSnapshot } from '../snapshots/snapshot.ts';
import { explainUnknown } from '../snapshots/unknownOutcome.ts';
import { callFilesOf } from './callFiles.ts';
import { callUpstream } from './callUpstream.ts';
import { checkCall } from './checkCall.ts';
import type { CallFiles, ToolCall, UpstreamCall } from './connector.ts';
import { type CallDiagnostics, newDiagnostics, noteMessage } from './diagnostics.ts';
import { dryRunCall } from './dryRunCall.ts';
import {
  type AllowedCall,
  type AnsweredElicitation,
  approvedBy,
  type ElicitationContext,
  isAskable,
  openAnswer,
  sealElicitation,
} from './elicitation.ts';
import { inputHeaders } from './headerInputs.ts';
import { boundedLogging, boundedProgress } from './notifications.ts';
import { boundElicitations } from './openElicitation.ts';
import { withApprovalElicitation, withSignInElicitation } from './ownElicitation.ts';
import { carrying, ownKeyOf, reconcile } from './reconcile.ts';
import { recordOutcome, refuseCall } from './recordOutcome.ts';
import { routeCall } from './routeCall.ts';
import type { CallingJob } from './serviceKey.ts';

export type CallOptions = Pick<ToolCall, 'onProgress' | 'logging' | 'meta'> & {
  /** Whether the caller supports elicitation, and its answers to the previous one. */
  readonly dialogue?: ElicitationContext;
  /** The caller's own `Idempotency-Key`, from which the service's key is derived. */
  readonly callKey?: string | undefined;
  /** The job that makes the call, in which a call without a caller's key may be repeated. */
  readonly job?: CallingJob | undefined;
  /** Check the call and describe its request, but don't make it (`dryRunCall.ts`). */
  readonly isDryRun?: boolean | undefined;
  /** The failure that the caller of a rehearsal requests, as it sent it. */
  readonly failure?: unknown;
  /** The sources of the results that the calling program has received: it may pass them on without a handle. */
  readonly earlierSources?: readonly ResultSource[] | undefined;
  /** Gets the sources of the call's result, before the request is sent. */
  readonly noteSources?: ((sources: readonly ResultSource[]) => void) | undefined;
};

/**
 * Runs one tool of a snapshot with the stack's credentials. A failing tool is an outcome, not an exception. The caller
 * is already authenticated and charged. An endpoint's canary serves its share of the calls (`routeCall.ts`). The
 * remaining checks run in this order:
 *
 * 1. the stack has enabled the tool (`findKnownTool`), and the caller's token reaches it (`checkCall.ts`);
 * 2. the input matches the tool's schema and the token's attenuations (`checkCall.ts`);
 * 3. the account's rules (`decisions/decide.ts`), or an approver, allow the call (`approvals/`); then a token with
 *    a call quota has a call left;
 * 4. all credentials belong to one owner, are complete, and are decrypted for this call only (`callUpstream` →
 *    `openCredentials`);
 * 5. the deadline and the caller's disconnect cancel everything below (`callUpstream`);
 * 6. an upstream that is down or slow is not called (`connectors/breaker.ts`);
 * 7. only allowed addresses are dialled, and responses are bounded (`connectors/egress/`);
 * 8. secrets used by the call are scrubbed from the result (`results/scrub.ts`).
 *
 * After step 3, `rehearsal/rehearse.ts` answers the calls of a rehearsal endpoint.
 *
 * @throws not_found, invalid_input (with issues), forbidden, before anything is sent upstream
 */
export async function callTool(
  ctx: Ctx,
  main: StackSnapshot,
  toolName: string,
  input: unknown,
  options: CallOptions = {},
): Promise<ToolOutcome> {
  requireRightIn(ctx.actor, 'invoke', main.stackId);
  const listed = main.tools.get(toolName) ?? findKnownTool(main, toolName);
  if (!listed) throw new AppError('not_found', `Tool ${toolName} not found`);
  const { dialogue, isDryRun } = options;
  const ofMain = { snapshot: main, tool: listed, toolName };
  const { actor } = ctx;
  const called = actor.kind === 'agent' && actor.canary ? await routeCall(ctx, ofMain, actor, options.callKey) : ofMain;
  const rehearsal = rehearsalOf(actor);
  const failure = options.failure === undefined ? null : requestedFailure(rehearsal, options.failure);
  if (isDryRun) return dryRunCall(ctx, called, input, options);
  const { snapshot, tool } = called;
  const diagnostics = newDiagnostics(ctx);
  const started = { snapshot, tool, input, answers: dialogue?.answers?.inputResponses, diagnostics };
  try {
    const { call, givenKey, reach, sent, files } = await checkCall(ctx, called, input, options.earlierSources);
    const { permit, ruleId, answered } = await permitOf(ctx, call, dialogue);
    if ('kind' in permit) {
      recordOutcome(ctx, started, permit);
      // Elicit only once: a caller that repeats the call before it is approved gets a refusal as text.
      return withApprovalElicitation(ctx, call, permit, answered ? undefined : dialogue);
    }
    diagnostics.permit = permit;
    options.noteSources?.(joinSources([sourceOf(tool)], call.sources));
    if (reach) await consumeCallQuota(ctx, reach);
    const outcome = rehearsal
      ? await beforeSending(ctx, answered).then(() => rehearseCall(ctx, rehearsal, call, failure))
      : await makeCall(ctx, call, options, {
          ...{ permit, ruleId, answered, diagnostics, givenKey, sent },
          files: callFilesOf(ctx, call, files),
        });
    recordOutcome(ctx, started, outcome);
    return dialogue ? withSignInElicitation(ctx, call, outcome, { ruleId, permit, answered }, dialogue) : outcome;
  } catch (error) {
    refuseCall(ctx, started, error);
    throw error;
  }
}

type PermitAndRule = { readonly permit: Decision; readonly ruleId: RuleId | null };
type ApprovalRequired = Extract<Refusal, { kind: 'approval_required' }>;

/** The decision about a call, the rule whose approval it consumed, and the earlier elicitation that it answers. */
async function permitOf(
  ctx: Ctx,
  call: CheckedCall,
  dialogue: ElicitationContext | undefined,
): Promise<PermitAndRule & { readonly answered: AnsweredElicitation | null }> {
  const answered = dialogue ? await openAnswer(ctx, call, dialogue) : null;
  const decided = decide(ctx, call);
  const first = decided instanceof Promise ? await decided : decided;
  const isHeld = 'kind' in first && first.kind === 'approval_required';
  return isHeld
    ? { ...(await permitOfApproval(ctx, call, first, answered)), answered }
    : { permit: first, ruleId: null, answered };
}

/** Decides a call that needs approval. Consumes an approval, unless that happened before the upstream's elicitation. */
async function permitOfApproval(
  ctx: Ctx,
  call: CheckedCall,
  held: ApprovalRequired,
  answered: AnsweredElicitation | null,
): Promise<PermitAndRule> {
  const { ruleId } = held;
  if (answered?.ruleId !== ruleId) return { permit: await consumeApproval(ctx, call, held), ruleId };
  const permit = await decide(ctx, call, { isApproved: true });
  const used = answered.approvalId && { approvalId: answered.approvalId };
  return { permit: 'kind' in permit ? permit : { ...permit, ...used }, ruleId };
}

type PermittedCall = AllowedCall & {
  readonly diagnostics: CallDiagnostics;
  /** An idempotency key for the service, taken from the input. */
  readonly givenKey: string | null;
  /** The input for the connector. */
  readonly sent: JsonObject;
  readonly files: CallFiles;
};

/** Adds its sources to a result, which may then be stored under a handle. */
export async function withSources(
  options: CallOptions,
  run: (options: CallOptions) => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  let sources: readonly ResultSource[] = [];
  const noteSources = (noted: readonly ResultSource[]): void => {
    sources = noted;
    options.noteSources?.(noted);
  };
  const outcome = await run({ ...options, noteSources });
  return outcome.kind === 'ok' ? { ...outcome, sources } : outcome;
}

/**
 * Sends a call through its server's connector; rewrites links and elicitations in the response to go through the
 * stack.
 */
async function makeCall(
  ctx: Ctx,
  call: AnsweredCall,
  { onProgress, logging, dialogue, meta, callKey, job }: CallOptions,
  { permit, ruleId, answered, diagnostics, givenKey, sent, files }: PermittedCall,
): Promise<ToolOutcome> {
  const { snapshot, tool } = call;
  const { server } = tool;
  const dialogueOption = dialogue && {
    dialogue: {
      capabilities: dialogue.capabilities,
      answers: answered?.answers ?? {},
      ...(dialogue.askNow && { askNow: dialogue.askNow }),
    },
  };
  const keyed = { ...call, callKey, job };
  const ownKey = ownKeyOf(ctx, keyed, givenKey);
  const key = ownKey instanceof Promise ? await ownKey : ownKey;
  const carried = carrying({ ...keyed, input: sent }, key);
  const answer = await callUpstream<ToolOutcome>(ctx, {
    snapshot,
    server,
    tool,
    timeoutMs: ctx.callTimeoutMs,
    diagnostics,
    send(upstream) {
      const toolCall = {
        ...upstream,
        permit,
        files,
        meta,
        toolName: tool.name,
        request: tool.request,
        isSafe: tool.isSafe,
        task: ctx.upstreamTask,
        inputHeaders: () => inputHeaders(tool.inputSchema, sent),
        ...carried,
        ...dialogueOption,
        ...(onProgress || logging || dialogueOption
          ? listeners(upstream, { onProgress, logging, ...dialogueOption })
          : null),
      };
      const make = () => ctx.connectors[server.connector.kind].call(toolCall);
      return answered || ctx.beforeSend ? beforeSending(ctx, answered).then(make) : make();
    },
    scrub: async (scrubber, unscrubbed) => {
      const outcome = await scrubber.outcome(
        unscrubbed.kind === 'ok' ? unscrubbed : await scrubRpc(scrubber, unscrubbed),
      );
      if (outcome.kind !== 'bad_answer' || !outcome.elicitation) return outcome;
      const { inputRequests, ...state } = outcome.elicitation;
      return { ...outcome, elicitation: { ...state, inputRequests: await scrubber.object(inputRequests) } };
    },
  });
  const mayLink = 'passThrough' in server.connector && isPassed(server, 'resources');
  const outcome = mayLink ? await withExposedResources(ctx, server, answer) : answer;
  if (outcome.kind === 'outcome_unknown')
    return (await reconcile(ctx, keyed, key, permit)) ?? explainUnknown(tool, outcome, diagnostics.status);
  if (outcome.kind !== 'bad_answer' || !outcome.elicitation) return outcome;
  const { elicitation, ...failure } = outcome;
  const canElicit = dialogue && isAskable(elicitation, dialogue);
  return canElicit
    ? { ...failure, elicitation: await sealElicitation(ctx, call, elicitation, approvedBy({ ruleId, permit })) }
    : failure;
}

/** Consumes the answer to an earlier elicitation right before the request it permits. */
async function beforeSending(ctx: Ctx, answered: AnsweredElicitation | null): Promise<void> {
  if (answered) await answered.use();
  await ctx.beforeSend?.();
}

type Listeners = Pick<ToolCall, 'dialogue'> & { readonly [Key in 'onProgress' | 'logging']: ToolCall[Key] | undefined };

/** The caller's listeners for progress and log messages, bounded and scrubbed. */
function listeners(upstream: UpstreamCall, { onProgress, logging, dialogue }: Listeners) {
  const { scrub, diagnostics } = upstream;
  return {
    ...(onProgress && { onProgress: boundedProgress(countingMessages(diagnostics, onProgress), scrub) }),
    ...(logging && {
      logging: boundedLogging({ level: logging.level, send: countingMessages(diagnostics, logging.send) }, scrub),
    }),
    ...(dialogue?.askNow && {
      dialogue: { ...dialogue, askNow: boundElicitations(dialogue, dialogue.askNow, upstream) },
    }),
  };
}

/** Wraps a listener so that its messages count towards byte quotas. */
const countingMessages =
  <M extends object>(diagnostics: CallDiagnostics | undefined, send: (message: M) => void) =>
  (message: M): void => {
    noteMessage(diagnostics, message);
    send(message);
  };

/** Scrubs secrets from the failure's RPC data, but not from its message. */
export async function scrubRpc(scrubber: Scrubber, failure: ToolFailure): Promise<ToolFailure> {
  if (!('rpc' in failure) || failure.rpc?.data === undefined) return failure;
  const { code, data } = failure.rpc;
  const clean = await scrubber.object({ data });
  return { ...failure, rpc: { code, data: clean['data'] ?? null } };
}

/** Rewrites links to passed-through resources so that they lead to the stack. */
async function withExposedResources(ctx: Ctx, server: SnapshotServer, outcome: ToolOutcome): Promise<ToolOutcome> {
  if (!('output' in outcome) || !outcome.output) return outcome;
  const { output } = outcome;
  if (output.type === 'large') {
    const { slug, isPrefixed } = server;
    const json = await inThread<Uint8Array>('exposed', { json: output.json, slug, isPrefixed }, requesterOf(ctx));
    return { ...outcome, output: { type: 'large', json } };
  }
  if (output.type !== 'mcp') return outcome;
  return { ...outcome, output: exposeOutput(server, output) };
}
