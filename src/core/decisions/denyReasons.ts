import { exhaustedAttenuation } from '../endpoints/attenuatedCalls.ts';
import { mayReach, noCallsLeft, requireReach } from '../endpoints/tokenReach.ts';
import { type Ctx, requesterOf } from '../kernel/context.ts';
import { mayDoIn, missingRightText } from '../kernel/roles.ts';
import { AppError } from '../lib/errors.ts';
import type { JsonObject } from '../lib/json.ts';
import { mayComeFrom } from '../lib/networks.ts';
import { toPolicyTool } from '../policies/toolMatch.ts';
import { heldFailure } from '../reviews/heldTool.ts';
import { checkInput } from '../schemas/inputValidator.ts';
import type { SnapshotTool, StackSnapshot } from '../snapshots/snapshot.ts';
import { conditionProblemOf } from './attenuatedReach.ts';
import type { ExplainedCaller } from './explainedCaller.ts';

/** The reasons to refuse a call, except rules. */
export type DenyReasonName =
  | 'credential_ended'
  | 'other_stack'
  | 'other_network'
  | 'network_unknown'
  | 'other_end_user'
  | 'role_lacks_right'
  | 'out_of_reach'
  | 'attenuated'
  | 'input_invalid'
  | 'held_for_review'
  | 'no_calls_left';

/**
 * A reason to refuse a call regardless of the rules; `network_unknown` means that it is unknown whether the call is
 * refused.
 */
export type DenyReason = { readonly reason: DenyReasonName; readonly problem: string };

/** A call as it would arrive; null for unknown values. */
type CallArrival = {
  readonly snapshot: StackSnapshot;
  readonly tool: SnapshotTool;
  readonly toolName: string;
  readonly input: JsonObject | null;
  readonly address: string | null;
};

/** The input as the rules would see it, and the deny reasons that are checked before and after the rules. */
export type OtherDenyReasons = {
  readonly input: JsonObject | null;
  /** True if there may be further reasons, because the input, the token or the address is unknown. */
  readonly isUnknown: boolean;
  readonly before: readonly DenyReason[];
  readonly after: readonly DenyReason[];
};

/**
 * The reasons to deny a call other than rules, in the order in which `callTool` and the surfaces before it check them.
 * `test/core/decisions/explain.test.ts` compares them with real calls.
 * @throws rate_limited and unavailable when too many inputs wait for validation
 */
export async function otherDenyReasonsOf(
  ctx: Ctx,
  caller: ExplainedCaller,
  call: CallArrival,
): Promise<OtherDenyReasons> {
  const { tool, toolName, snapshot } = call;
  const { input, problem } = await inputOf(ctx, call);
  const { held, standing } = caller;
  const credentialIs = credentialProblems(caller, call);
  const mayInvoke = standing === null || mayDoIn(standing, 'invoke', snapshot.stackId);
  return {
    input,
    // Whether the caller is an endpoint without a given token, so that a token's restrictions are unknown.
    isUnknown:
      input === null ||
      (caller.token === null && caller.stackId !== null) ||
      credentialIs.some(({ reason }) => reason === 'network_unknown'),
    before: [
      ...credentialIs,
      ...denyReasonIf('role_lacks_right', mayInvoke ? null : missingRightText('invoke', standing, snapshot.stackId)),
      ...denyReasonIf(
        'out_of_reach',
        held && !mayReach({ ...held, attenuations: [] }, tool.toolId) ? `Tool ${toolName} not found` : null,
      ),
      ...denyReasonIf('attenuated', attenuatedTools(caller, call)),
      ...denyReasonIf('input_invalid', problem),
      ...denyReasonIf(
        'attenuated',
        input === null || problem !== null ? null : await attenuatedInput(ctx, caller, call, input),
      ),
      ...denyReasonIf('held_for_review', tool.held && heldFailure(tool.held).message),
    ],
    after: denyReasonIf('no_calls_left', await callsUsedUp(ctx, caller)),
  };
}

const denyReasonIf = (reason: DenyReasonName, problem: string | null): readonly DenyReason[] =>
  problem === null ? [] : [{ reason, problem }];

/** The checks of a credential before any call. A real caller only learns that its credential is not valid. */
function credentialProblems(caller: ExplainedCaller, { snapshot, address }: CallArrival): readonly DenyReason[] {
  const { held, stackId, isEnded, isOtherEndUser, attenuations } = caller;
  const networks = held?.networks ?? [];
  const credential = held?.kind ?? 'token';
  const isElsewhere = address !== null && !mayComeFrom(address, networks);
  const isSomewhere = networks.length > 0 && address === null;
  const isOtherStack = stackId !== null && stackId !== snapshot.stackId;
  const end =
    attenuations.length === 0
      ? 'The credential is revoked or expired'
      : 'The token or one of its attenuations is revoked or expired, or they are for different end users';
  return [
    ...denyReasonIf('credential_ended', isEnded ? end : null),
    ...denyReasonIf('other_stack', isOtherStack ? 'The endpoint belongs to another stack' : null),
    ...denyReasonIf('other_network', isElsewhere ? `The ${credential} is not allowed from ${address}` : null),
    ...denyReasonIf(
      'network_unknown',
      isSomewhere ? `The ${credential} is allowed only from ${networks.join(', ')}` : null,
    ),
    ...denyReasonIf('other_end_user', isOtherEndUser ? 'The token is for another end user' : null),
  ];
}

function attenuatedTools({ token, attenuations }: ExplainedCaller, { tool, toolName }: CallArrival): string | null {
  const reach = { tools: [], callsMax: null, attenuations };
  return token && !mayReach(reach, tool.toolId) ? problemOf(() => requireReach(reach, tool.toolId, toolName)) : null;
}

function problemOf(work: () => void): string | null {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  return null;
}

async function attenuatedInput(
  ctx: Ctx,
  caller: ExplainedCaller,
  { tool }: CallArrival,
  input: JsonObject,
): Promise<string | null> {
  const call = { caller, tool: toPolicyTool(tool), input, sources: [], now: ctx.now(), calls: null };
  return (await conditionProblemOf(caller.attenuations, call, requesterOf(ctx)))?.message ?? null;
}

async function callsUsedUp({ db }: Ctx, { held, token, attenuations }: ExplainedCaller): Promise<string | null> {
  if (held !== null && held.callsMax !== null && held.calls >= held.callsMax)
    return noCallsLeft(held.callsMax, held.kind).message;
  return token ? ((await exhaustedAttenuation(db, token.id, attenuations))?.message ?? null) : null;
}

async function inputOf(
  ctx: Ctx,
  { tool, toolName, input }: CallArrival,
): Promise<{ readonly input: JsonObject | null; readonly problem: string | null }> {
  if (input === null) return { input, problem: null };
  try {
    return { input: await checkInput(ctx, tool.inputSchema, toolName, input), problem: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
    const issues = (error.details.issues ?? []).map(({ path, message }) => `${path} ${message}`.trim());
    return { input, problem: [error.message, issues.join('; ')].filter(Boolean).join(': ') };
  }
}
