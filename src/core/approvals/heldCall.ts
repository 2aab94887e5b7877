import type { Approval } from '../../generated/prisma/client.ts';
import { actorIdOf, tokenRestrictions } from '../actor.ts';
import type { CheckedCall } from '../calls/checkCall.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { newApprovalId } from '../ids.ts';
import { canonicalDigest } from '../lib/canonicalDigest.ts';
import { canonicalJson } from '../lib/json.ts';
import { charsIn } from '../lib/jsonSize.ts';
import { sha256 } from '../lib/sha256.ts';
import { isUniqueViolation, mapForeignKeyError } from '../lib/unique.ts';
import { requireCapacity } from '../limits/countedBounds.ts';
import { type Decision, decide, type Refusal } from '../policies/decide.ts';
import { sealText } from '../vault/sealText.ts';
import { notifyWebhooks } from '../webhooks/outbox.ts';
import { write } from '../write.ts';
import { approvalAudit, PENDING_INPUT, toApprovalState, WAITING_MS } from './approval.ts';

/** Maximum bytes of an input that a person can review. */
const INPUT_BYTES_MAX = 65_536;
/** `charsIn` counts up to four characters for each that JSON has. */
const COUNTED_CHARS_MAX = 4 * INPUT_BYTES_MAX;

/** A call that needs an approval, with its checked input. */
type HeldCall = CheckedCall;

type ApprovalRequired = Extract<Refusal, { kind: 'approval_required' }>;

/**
 * Decides a call that needs approval: a permit if approved, otherwise a refusal naming the pending approval. Stateless,
 * so a retry on any instance continues. An approval is bound to account, stack, caller, end user, tool definition,
 * input and rule. By default, it covers one call. Deny rules still apply. Tested by
 * `test/core/approvals/approvals.test.ts`.
 * @throws unavailable when the database does not answer
 */
export async function consumeApproval(ctx: Ctx, held: HeldCall, refusal: ApprovalRequired): Promise<Decision> {
  const answer = await findAnswer(ctx, held, refusal);
  if (!answer) return hold(ctx, held, refusal);
  switch (toApprovalState(answer.state)) {
    case 'approved':
      return useApproval(ctx, held, refusal, answer);
    case 'denied': {
      const { message: note, decidedAt } = answer;
      return {
        ...refusal,
        kind: 'denied',
        message: `an approval was requested and denied${decidedAt ? ` at ${decidedAt.toISOString()}` : ''}${note === null ? '' : `: ${note}`} (${refusal.message})`,
      };
    }
    case 'pending':
    case 'used':
      return waitingRefusal(ctx, refusal, answer);
  }
}

const approvalScope = (ctx: Ctx, { snapshot, tool }: HeldCall, { ruleId }: ApprovalRequired) => ({
  accountId: snapshot.accountId,
  stackId: snapshot.stackId,
  ruleId,
  toolId: tool.toolId,
  definition: tool.digest,
  callerKind: ctx.actor.kind,
  callerId: actorIdOf(ctx.actor),
  endUser: ctx.endUser ?? '',
});

const digestOf = ({ signal }: Ctx, { tool, input, snapshot: { accountId } }: HeldCall) =>
  canonicalDigest([tool.toolId, input], { accountId, signal });

/** The decision that applies: an approval wins over a denial, and either wins over a pending approval. */
async function findAnswer(ctx: Ctx, held: HeldCall, refusal: ApprovalRequired): Promise<Approval | null> {
  const state = { in: ['pending', 'approved', 'denied'] };
  return ctx.db.approval.findFirst({
    where: {
      ...approvalScope(ctx, held, refusal),
      state,
      expiresAt: { gt: ctx.now() },
      OR: [
        { digest: await digestOf(ctx, held), isForSession: false },
        { isForAll: true },
        { isForSession: true, session: callerSession(ctx) },
      ],
    },
    orderBy: [{ state: 'asc' }, { createdAt: 'desc' }],
  });
}

/** Decides again as if the rules that require approval allowed the call, and consumes a single-call approval. */
async function useApproval(ctx: Ctx, held: HeldCall, refusal: ApprovalRequired, approval: Approval): Promise<Decision> {
  const decision = await decide(ctx, held, { isApproved: true });
  if ('kind' in decision) return decision;
  const isForMore = approval.isForAll || approval.isForSession;
  if (isForMore || (await claimApproval(ctx, approval))) return { ...decision, approvalId: approval.id };
  // Another call consumed it in the meantime.
  return consumeApproval(ctx, held, refusal);
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
  if (isLong || Buffer.byteLength(text) > INPUT_BYTES_MAX) {
    const tooLarge = `Its input is over ${INPUT_BYTES_MAX} bytes, which is too large to hold for approval`;
    return { ...refusal, message: sentences(refusal.message, tooLarge) };
  }
  const of = approvalScope(ctx, held, refusal);
  const id = newApprovalId();
  const now = ctx.now();
  const digest = await digestOf(ctx, held);
  const waitingKey = sha256(canonicalJson([of, Buffer.from(digest).toString('hex')]));
  const data = {
    ...of,
    id,
    digest,
    session: callerSession(ctx),
    sealed: sealText(ctx.vault, PENDING_INPUT, id, text),
    state: 'pending',
    waitingKey,
    createdAt: now,
    expiresAt: new Date(now.getTime() + WAITING_MS),
  };
  const writing = write(ctx, async (tx) => {
    await tx.approval.deleteMany({ where: { accountId: of.accountId, expiresAt: { lte: now } } });
    await requireCapacity(ctx, tx, 'max_approvals');
    // Decided approvals stay until they expire, so their inputs count too, however fast they are decided.
    await requireCapacity(ctx, tx, 'max_approvals_bytes', data.sealed.length);
    const approval = await tx.approval.create({ data, include: { rule: true } });
    await notifyWebhooks(ctx, tx, 'approval.requested', approval);
    return { value: approval, audit: approvalAudit('approval.request', approval) };
  });
  try {
    const gone = () => new AppError('not_found', `Tool ${held.tool.toolId} not found`);
    return waitingRefusal(ctx, refusal, await mapForeignKeyError(writing, gone));
  } catch (error) {
    // A concurrent request has just held the same call. Use its approval, which may already be decided.
    if (isUniqueViolation(error)) return consumeApproval(ctx, held, refusal);
    throw error;
  }
}

const sentences = (first: string, second: string): string => `${first.replace(/\.$/, '')}. ${second}`;

function waitingRefusal(ctx: Ctx, refusal: ApprovalRequired, { id }: Approval): Refusal {
  const how = `It can be approved at ${ctx.publicUrl()}/inbox/approvals/${id}; then make the same call again`;
  return { ...refusal, message: sentences(refusal.message, how), approvalId: id };
}

/**
 * Session key for session approvals. For a person, the browser sign-in; for an agent, the last attenuation, which
 * identifies the chain, and the MCP session if any. Empty for API keys and for agents without either, whose token is
 * the session. Tested by `test/core/approvals/callerSession.test.ts`.
 */
function callerSession({ actor, mcpSession }: Pick<Ctx, 'actor' | 'mcpSession'>): string {
  if (actor.kind === 'user') return actor.sessionId;
  const attenuation = tokenRestrictions(actor)?.attenuations.at(-1)?.id;
  return [attenuation, mcpSession].filter((part) => part !== undefined).join(' ');
}
