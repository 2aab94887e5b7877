import type { Ctx } from '../context.ts';
import type { Refusal } from '../policies/decide.ts';
import type { ToolOutcome } from './connector.ts';
import {
  type AllowedCall,
  type AnsweredCall,
  type Approved,
  approvedBy,
  type Elicitation,
  type ElicitationContext,
  isAskable,
  NOT_APPROVED,
  SIGN_IN,
  sealElicitation,
} from './elicitation.ts';

// What the service itself asks of a caller's person: to open one of its pages.

/** A refusal that waits for an approval, with a question that leads there if the caller can be asked. */
export function withApprovalQuestion(
  ctx: Ctx,
  call: AnsweredCall,
  refusal: Refusal,
  dialogue?: ElicitationContext,
): Refusal {
  if (!dialogue || refusal.kind !== 'approval_required' || refusal.approvalId === undefined) return refusal;
  const { message, approvalId } = refusal;
  const url = `${ctx.publicUrl()}/approvals/${approvalId}`;
  const question = pageQuestion(ctx, call, { key: 'approval', message, url }, NOT_APPROVED, dialogue);
  return question ? { ...refusal, question } : refusal;
}

/**
 * A call that lacks a sign-in alone, with the question for it where the caller can be asked. Nothing was sent. Asked
 * once: whoever comes back before the sign-in is told in words. So is whoever answers a question with an approval in
 * it: that one is still good, and a second one would make two calls of the approval.
 */
export function withSignInQuestion(
  ctx: Ctx,
  call: AnsweredCall,
  outcome: ToolOutcome,
  allowed: AllowedCall,
  dialogue: ElicitationContext,
): ToolOutcome {
  if (outcome.kind !== 'missing_credentials' || outcome.connectUrl === undefined) return outcome;
  if (allowed.answered?.isSignIn || allowed.answered?.ruleId) return outcome;
  const { message, connectUrl: url } = outcome;
  const question = pageQuestion(ctx, call, { key: SIGN_IN, message, url }, approvedBy(allowed), dialogue);
  return question ? { ...outcome, question } : outcome;
}

type Page = { readonly key: string; readonly message: string; readonly url: string };

/** Asks a person to open a page of ours; null where nobody can be shown one. */
function pageQuestion(
  ctx: Ctx,
  call: AnsweredCall,
  { key, ...page }: Page,
  approved: Approved,
  dialogue: ElicitationContext,
): Elicitation | null {
  const question = { inputRequests: { [key]: { method: 'elicitation/create', params: { mode: 'url', ...page } } } };
  return isAskable(question, dialogue) ? sealElicitation(ctx, call, question, approved, true) : null;
}
