import { reachOf } from '../actor.ts';
import { settleHeldCall } from '../approvals/heldCall.ts';
import { type Ctx, requesterOf } from '../context.ts';
import { requireConditions } from '../endpoints/narrowedReach.ts';
import { requireReach, takeCall } from '../endpoints/tokenReach.ts';
import { AppError } from '../errors.ts';
import type { RuleId } from '../ids.ts';
import { type Decision, decide, type Permit, type Refusal } from '../policies/decide.ts';
import { inThread } from '../results/largeOutput.ts';
import type { Scrubber } from '../results/scrub.ts';
import { checkInput } from '../schemas/inputValidator.ts';
import { requireRightIn } from '../scope.ts';
import type { SnapshotServer, SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { askUpstream } from './askUpstream.ts';
import type { ToolCall, ToolOutcome, UpstreamCall } from './connector.ts';
import { type CallDiagnostics, newDiagnostics, noteTold } from './diagnostics.ts';
import { endCall, refuseCall } from './endOfCall.ts';
import { findKnownTool } from './findTool.ts';
import { boundedLogging, boundedProgress } from './notifications.ts';
import { boundedQuestions } from './openQuestion.ts';
import { exposeBlock, isPassed } from './passedName.ts';
import {
  type Answered,
  type AnsweredCall,
  type Approved,
  type Dialogue,
  isAskable,
  mayAskToSignIn,
  openAnswer,
  type Question,
  sealQuestion,
  withApprovalQuestion,
  withSignInQuestion,
} from './question.ts';

/** What a caller may add to a call. */
export type CallOptions = Pick<ToolCall, 'onProgress' | 'logging'> & {
  /** Whether its caller can be asked something, and the answers to the question before. */
  readonly dialogue?: Dialogue;
};

/**
 * Runs one tool of a snapshot with the stack's credentials. A tool that fails is an outcome, not an exception. The
 * caller is authenticated and charged already; what remains is checked in this order:
 *
 * 1. the stack has enabled the tool (`findKnownTool`), and the caller's token reaches it (`endpoints/tokenReach.ts`);
 * 2. the input is valid against the tool's schema (`schemas/inputValidator.ts`), and is what a narrowed token allows
 *    (`endpoints/narrowedReach.ts`);
 * 3. the account's rules let the call through (`policies/decide.ts`), or a person whom they ask (`approvals/`); then a
 *    token that may make a number of calls has one left;
 * 4. all credentials belong to one owner, are complete, and are opened for this call alone (`askUpstream` →
 *    `openCredentials`);
 * 5. the deadline, and the caller's leaving, end everything below (`askUpstream`);
 * 6. an upstream that is down or slow is left alone (`connectors/breaker.ts`);
 * 7. only allowed addresses are dialled, and answers are bounded (`connectors/egress/`);
 * 8. no secret that was used comes back (`results/scrub.ts`).
 *
 * @throws not_found, invalid_input (with issues), forbidden, before anything is sent upstream
 */
export async function callTool(
  ctx: Ctx,
  snapshot: StackSnapshot,
  toolName: string,
  input: unknown,
  { onProgress, logging, dialogue }: CallOptions = {},
): Promise<ToolOutcome> {
  requireRightIn(ctx.actor, 'invoke', snapshot.stackId);
  const reach = reachOf(ctx.actor);
  const tool = requireTool(snapshot, toolName);
  const { server } = tool;
  const diagnostics = newDiagnostics(ctx);
  const started = { snapshot, tool, input, answers: dialogue?.inputResponses, diagnostics };
  try {
    if (reach) requireReach(reach, tool.toolId, toolName);
    const checked = await checkInput(ctx, tool.inputSchema, toolName, input);
    if (reach) await requireConditions(ctx, reach.narrowings, tool, checked);
    const call = { snapshot, tool, input: checked };
    const { permit, ruleId, answered } = await permitOf(ctx, call, dialogue);
    if ('kind' in permit) {
      endCall(ctx, started, permit);
      // Asked once: whoever comes back before it is approved is told in words, and does not go round.
      return withApprovalQuestion(ctx, call, permit, answered ? undefined : dialogue);
    }
    diagnostics.permit = permit;
    if (reach) await takeCall(ctx, reach);
    const asked = dialogue && { dialogue: dialogueWith(dialogue, answered) };
    const own = { permit, toolName: tool.name, request: tool.request, input: checked, ...asked };
    const answer = await askUpstream<ToolOutcome>(ctx, {
      snapshot,
      server,
      tool,
      timeoutMs: ctx.callTimeoutMs,
      diagnostics,
      ask: sendThrough(ctx, server, own, { onProgress, logging, answered }),
      scrub: scrubOutcome,
    });
    const told = mayLink(server) ? await withExposedResources(ctx, server, answer) : answer;
    const outcome = withQuestion(told, (question) =>
      questionForCaller(ctx, call, question, { dialogue, ruleId, permit }),
    );
    endCall(ctx, started, outcome);
    return withSignInQuestion(ctx, call, outcome, approvedBy({ ruleId, permit }), mayAskToSignIn(answered) && dialogue);
  } catch (error) {
    refuseCall(ctx, started, error);
    throw error;
  }
}

type PermitAndRule = { readonly permit: Decision; readonly ruleId: RuleId | null };
type ApprovalRequired = Extract<Refusal, { kind: 'approval_required' }>;

/** The decision about a call, the rule whose approval it has used, and the question before that it answers. */
async function permitOf(
  ctx: Ctx,
  call: AnsweredCall,
  dialogue: Dialogue | undefined,
): Promise<PermitAndRule & { readonly answered: Answered | null }> {
  const answered = dialogue ? await openAnswer(ctx, call, dialogue) : null;
  const first = await decide(ctx, call.snapshot, call.tool, call.input);
  const isHeld = 'kind' in first && first.kind === 'approval_required';
  return isHeld
    ? { ...(await permitOfApproval(ctx, call, first, answered)), answered }
    : { permit: first, ruleId: null, answered };
}

/** The same for a call that needs an approval: one that is used now, or was before the call was asked something. */
async function permitOfApproval(
  ctx: Ctx,
  call: AnsweredCall,
  held: ApprovalRequired,
  answered: Answered | null,
): Promise<PermitAndRule> {
  const { ruleId } = held;
  if (answered?.ruleId !== ruleId) return { permit: await settleHeldCall(ctx, call, held), ruleId };
  const permit = await decide(ctx, call.snapshot, call.tool, call.input, { isApproved: true });
  const used = answered.approvalId && { approvalId: answered.approvalId };
  return { permit: 'kind' in permit ? permit : { ...permit, ...used }, ruleId };
}

type ConnectorRequest = Pick<ToolCall, 'permit' | 'toolName' | 'request' | 'input' | 'dialogue'>;
type SendOptions = {
  readonly onProgress: ToolCall['onProgress'] | undefined;
  readonly logging: ToolCall['logging'] | undefined;
  readonly answered: Answered | null;
};

/** Sends the call through the server's connector; an answer to an earlier question is used up right before. */
function sendThrough(
  { connectors }: Ctx,
  { connector }: SnapshotServer,
  own: ConnectorRequest,
  { onProgress, logging, answered }: SendOptions,
) {
  return (upstream: UpstreamCall): Promise<ToolOutcome> => {
    const { scrub, diagnostics } = upstream;
    const progress = onProgress && { onProgress: boundedProgress(noting(diagnostics, onProgress), scrub) };
    const log = logging && {
      logging: boundedLogging({ level: logging.level, tell: noting(diagnostics, logging.tell) }, scrub),
    };
    const asking = askingIn(own.dialogue, upstream);
    const send = () => connectors[connector.kind].call({ ...upstream, ...own, ...asking, ...progress, ...log });
    return answered ? answered.use().then(send) : send();
  };
}

/** The same listener; what it is told counts for quotas of bytes. */
const noting =
  <M extends object>(diagnostics: CallDiagnostics | undefined, tell: (message: M) => void) =>
  (message: M): void => {
    noteTold(diagnostics, message);
    tell(message);
  };

/** What the connector is told of who can be asked, with the answers to the upstream's question. */
function dialogueWith({ capabilities, askNow }: Dialogue, answered: Answered | null): Dialogue {
  return { capabilities, ...answered?.answers, ...(askNow && { askNow }) };
}

const askingIn = (dialogue: Dialogue | undefined, call: UpstreamCall): Pick<ToolCall, 'dialogue'> =>
  dialogue?.askNow ? { dialogue: { ...dialogue, askNow: boundedQuestions(dialogue, dialogue.askNow, call) } } : {};

type QuestionContext = {
  readonly dialogue: Dialogue | undefined;
  readonly ruleId: RuleId | null;
  readonly permit: Permit;
};

function questionForCaller(
  ctx: Ctx,
  call: AnsweredCall,
  question: Question,
  { dialogue, ruleId, permit }: QuestionContext,
): Question | null {
  if (!dialogue || !isAskable(question, dialogue)) return null;
  return sealQuestion(ctx, call, question, approvedBy({ ruleId, permit }));
}

const approvedBy = ({ ruleId, permit }: Omit<QuestionContext, 'dialogue'>): Approved => ({
  ruleId,
  approvalId: permit.approvalId ?? null,
});

/** The outcome with its question as the caller gets it, or without one. */
function withQuestion(outcome: ToolOutcome, ask: (question: Question) => Question | null): ToolOutcome {
  if (outcome.kind !== 'bad_answer' || !outcome.question) return outcome;
  const { question: given, ...failure } = outcome;
  const question = ask(given);
  return question ? { ...failure, question } : failure;
}

async function scrubOutcome(scrubber: Scrubber, given: ToolOutcome): Promise<ToolOutcome> {
  const outcome = await scrubber.outcome(given);
  if (outcome.kind !== 'bad_answer' || !outcome.question) return outcome;
  const { inputRequests, ...state } = outcome.question;
  return { ...outcome, question: { ...state, inputRequests: await scrubber.object(inputRequests) } };
}

/** @throws not_found */
function requireTool(snapshot: StackSnapshot, name: string): SnapshotTool {
  const tool = snapshot.tools.get(name) ?? findKnownTool(snapshot, name);
  if (!tool) throw new AppError('not_found', `Tool ${name} not found`);
  return tool;
}

const mayLink = (server: SnapshotServer): boolean => 'passThrough' in server.connector && isPassed(server, 'resources');

/** Rewrites links to resources that the stack passes through, so that they lead to the stack. */
async function withExposedResources(ctx: Ctx, server: SnapshotServer, outcome: ToolOutcome): Promise<ToolOutcome> {
  if (!('output' in outcome) || !outcome.output) return outcome;
  const { output } = outcome;
  if (output.type === 'large') {
    const { slug, isPrefixed } = server;
    const json = await inThread<Uint8Array>('exposed', { json: output.json, slug, isPrefixed }, requesterOf(ctx));
    return { ...outcome, output: { type: 'large', json } };
  }
  if (output.type !== 'mcp') return outcome;
  return { ...outcome, output: { ...output, content: output.content.map((block) => exposeBlock(server, block)) } };
}
