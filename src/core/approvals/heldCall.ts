import type { Approval } from '../../generated/prisma/client.ts';
import type { CheckedCall } from '../decisions/checkedCall.ts';
import { type Decision, decide } from '../decisions/decide.ts';
import type { Ctx } from '../kernel/context.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { charsIn } from '../lib/jsonSize.ts';
import { isUniqueViolation, mapForeignKeyError } from '../lib/unique.ts';
import { consumeAnnounced } from './announcement.ts';
import { approvalAudit, toApprovalState } from './approval.ts';
import {
  type ApprovalRequired,
  approvalScope,
  callerSession,
  deniedRefusal,
  findHeldAnswer,
  type HeldCall,
  INPUT_BYTES_MAX,
  requestApproval,
  toHeldCall,
  tooLargeRefusal,
  waitingRefusal,
} from './pending.ts';

/** `charsIn` counts up to four characters for each that JSON has. */
const COUNTED_CHARS_MAX = 4 * INPUT_BYTES_MAX;

/**
 * Decides a call that needs approval: a permit if approved, otherwise a refusal naming the pending approval. Stateless,
 * so a retry on any instance continues. An approval is bound to account, stack, caller, end user, tool definition,
 * input and rule. By default, it covers one call. A program's announced calls come first. Deny rules still apply.
 * Tested by `test/core/approvals/approvals.test.ts`.
 * @throws unavailable when the database does not answer
 */
export const consumeApproval = async (ctx: Ctx, call: CheckedCall, refusal: ApprovalRequired): Promise<Decision> =>
  consumeFor(ctx, await toHeldCall(ctx, call), refusal);

async function consumeFor(ctx: Ctx, held: HeldCall, refusal: ApprovalRequired): Promise<Decision> {
  const announced = ctx.programRun === undefined ? null : await consumeAnnounced(ctx, ctx.programRun, held, refusal);
  if (announced) return announced;
  const answer = await findHeldAnswer(ctx, held, refusal);
  if (!answer) return hold(ctx, held, refusal);
  switch (toApprovalState(answer.state)) {
    case 'approved':
      return useApproval(ctx, held, refusal, answer);
    case 'denied':
      return deniedRefusal(refusal, answer);
    case 'pending':
    case 'used':
      return waitingRefusal(ctx, refusal, answer);
  }
}

/** Decides again as if the rules that require approval allowed the call, and consumes a single-call approval. */
async function useApproval(ctx: Ctx, held: HeldCall, refusal: ApprovalRequired, approval: Approval): Promise<Decision> {
  const decision = await decide(ctx, held, { isApproved: true });
  if ('kind' in decision) return decision;
  const isForMore = approval.isForAll || approval.isForSession;
  if (isForMore || (await claimApproval(ctx, approval))) return { ...decision, approvalId: approval.id };
  // Another call consumed it in the meantime.
  return consumeFor(ctx, held, refusal);
}

async function claimApproval(ctx: Ctx, approval: Approval): Promise<boolean> {
  const { id, accountId } = approval;
  try {
    return await write(ctx, async (tx) => {
      const where = { id, accountId, state: 'approved', expiresAt: { gt: ctx.now() } };
      const { count } = await tx.approval.updateMany({ where, data: { state: 'used' } });
      if (count === 0) throw new AlreadyRequested();
      return { value: true, audit: approvalAudit('approval.use', approval) };
    });
  } catch (error) {
    if (error instanceof AlreadyRequested) return false;
    throw error;
  }
}

/** Ends the transaction without an audit event. */
class AlreadyRequested extends Error {}

/** Holds the call, unless its input is too large for a person to review. */
async function hold(ctx: Ctx, held: HeldCall, refusal: ApprovalRequired): Promise<Decision> {
  const isLong = charsIn(held.input, COUNTED_CHARS_MAX) > COUNTED_CHARS_MAX;
  const text = isLong ? '' : JSON.stringify(held.input);
  if (isLong || Buffer.byteLength(text) > INPUT_BYTES_MAX) return tooLargeRefusal(refusal, 'Its input is');
  const requested = requestApproval(ctx, {
    of: approvalScope(ctx, held, refusal),
    digest: held.digest,
    text,
    more: { session: callerSession(ctx) },
  });
  try {
    const { toolId } = held.tool;
    const approval = await mapForeignKeyError(requested, () => new AppError('not_found', `Tool ${toolId} not found`));
    return waitingRefusal(ctx, refusal, approval);
  } catch (error) {
    // A concurrent request has just held the same call. Use its approval, which may already be decided.
    if (isUniqueViolation(error)) return consumeFor(ctx, held, refusal);
    throw error;
  }
}
