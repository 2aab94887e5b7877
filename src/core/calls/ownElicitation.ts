import type { AnsweredCall } from '../decisions/checkedCall.ts';
import type { Refusal } from '../decisions/decide.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Elicitation, ToolOutcome } from '../results/outcome.ts';
import {
  type AllowedCall,
  type Approved,
  approvedBy,
  type ElicitationContext,
  isAskable,
  NOT_APPROVED,
  SIGN_IN,
  sealElicitation,
} from './elicitation.ts';

// Elicitations by the service itself, which ask the user to open one of its pages.

/** A refusal that awaits approval, with an elicitation to approve it if the caller supports it. */
export async function withApprovalElicitation(
  ctx: Ctx,
  call: AnsweredCall,
  refusal: Refusal,
  dialogue?: ElicitationContext,
): Promise<Refusal> {
  if (!dialogue || refusal.kind !== 'approval_required' || refusal.approvalId === undefined) return refusal;
  const { message, approvalId } = refusal;
  const url = `${ctx.publicUrl()}/inbox/approvals/${approvalId}`;
  const elicitation = await pageElicitation(ctx, call, { key: 'approval', message, url }, NOT_APPROVED, dialogue);
  return elicitation ? { ...refusal, elicitation } : refusal;
}

/**
 * Adds an elicitation to a call that lacks only a sign-in, if the caller supports it. Nothing was sent. Elicits only
 * once: a caller that repeats the call before signing in gets text. So does a caller whose answer contains an approval,
 * since a second elicitation would use that approval for two calls.
 */
export async function withSignInElicitation(
  ctx: Ctx,
  call: AnsweredCall,
  outcome: ToolOutcome,
  allowed: AllowedCall,
  dialogue: ElicitationContext,
): Promise<ToolOutcome> {
  if (outcome.kind !== 'missing_credentials' || outcome.connectUrl === undefined) return outcome;
  if (allowed.answered?.isSignIn || allowed.answered?.ruleId) return outcome;
  const { message, connectUrl: url } = outcome;
  const elicitation = await pageElicitation(ctx, call, { key: SIGN_IN, message, url }, approvedBy(allowed), dialogue);
  return elicitation ? { ...outcome, elicitation } : outcome;
}

type Page = { readonly key: string; readonly message: string; readonly url: string };

/** Asks the user to open a service page; null if the caller cannot show one. */
async function pageElicitation(
  ctx: Ctx,
  call: AnsweredCall,
  { key, ...page }: Page,
  approved: Approved,
  dialogue: ElicitationContext,
): Promise<Elicitation | null> {
  const elicitation = { inputRequests: { [key]: { method: 'elicitation/create', params: { mode: 'url', ...page } } } };
  return isAskable(elicitation, dialogue) ? sealElicitation(ctx, call, elicitation, approved, true) : null;
}
