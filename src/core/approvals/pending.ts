import type { Approval, Prisma } from '../../generated/prisma/client.ts';
import type { CheckedCall } from '../decisions/checkedCall.ts';
import type { Refusal } from '../decisions/decide.ts';
import { actorIdOf, tokenRestrictions } from '../kernel/actor.ts';
import type { Ctx } from '../kernel/context.ts';
import { newApprovalId } from '../kernel/ids.ts';
import { sealText } from '../kernel/vault/sealText.ts';
import { write } from '../kernel/write.ts';
import { canonicalDigest } from '../lib/canonicalDigest.ts';
import { canonicalJson } from '../lib/json.ts';
import { sha256 } from '../lib/sha256.ts';
import { requireCapacity } from '../limits/countedBounds.ts';
import type { StackSnapshot } from '../snapshots/snapshot.ts';
import { PENDING_INPUT } from '../webhooks/approvalDetails.ts';
import { notifyWebhooks } from '../webhooks/outbox.ts';
import { approvalAudit, WAITING_MS } from './approval.ts';

/** Maximum bytes of inputs that a person can review. */
export const INPUT_BYTES_MAX = 65_536;

/** A call that needs an approval, with its checked input and the digest of tool and input. */
export type HeldCall = CheckedCall & { readonly digest: Uint8Array<ArrayBuffer> };

export async function toHeldCall({ signal }: Ctx, call: CheckedCall): Promise<HeldCall> {
  const { accountId } = call.snapshot;
  return { ...call, digest: await canonicalDigest([call.tool.toolId, call.input], { accountId, signal }) };
}

export type ApprovalRequired = Extract<Refusal, { kind: 'approval_required' }>;

/** The caller whose calls an approval covers. */
export const callerScope = (ctx: Ctx, { accountId, stackId }: Pick<StackSnapshot, 'accountId' | 'stackId'>) => ({
  ...{ accountId, stackId },
  callerKind: ctx.actor.kind,
  callerId: actorIdOf(ctx.actor),
  endUser: ctx.endUser ?? '',
});

export const approvalScope = (ctx: Ctx, { snapshot, tool }: HeldCall, { ruleId }: ApprovalRequired) => ({
  ...callerScope(ctx, snapshot),
  ruleId,
  toolId: tool.toolId,
  definition: tool.digest,
});
type ApprovalScope = ReturnType<typeof approvalScope>;

/** The decision that applies: an approval wins over a denial, and either wins over a pending approval. */
export function findHeldAnswer(ctx: Ctx, held: HeldCall, refusal: ApprovalRequired): Promise<Approval | null> {
  const state = { in: ['pending', 'approved', 'denied'] };
  return ctx.db.approval.findFirst({
    where: {
      ...approvalScope(ctx, held, refusal),
      ...{ state, programRun: '' },
      expiresAt: { gt: ctx.now() },
      OR: [
        { digest: held.digest, isForSession: false },
        { isForAll: true },
        { isForSession: true, session: callerSession(ctx) },
      ],
    },
    orderBy: [{ state: 'asc' }, { createdAt: 'desc' }],
  });
}

/** A request to a person: `text` is the input that the person sees. */
type ApprovalRequest = {
  readonly of: ApprovalScope;
  readonly digest: Uint8Array<ArrayBuffer>;
  readonly text: string;
  readonly more: Partial<Pick<Prisma.ApprovalUncheckedCreateInput, 'session' | 'programRun' | 'announced'>>;
};

/**
 * Stores a pending approval, and notifies webhooks.
 * @throws a unique violation if the same request is already pending; a foreign key error if the stack is gone
 */
export async function requestApproval(ctx: Ctx, { of, digest, text, more }: ApprovalRequest): Promise<Approval> {
  const id = newApprovalId();
  const now = ctx.now();
  const data = {
    ...{ ...of, ...more, id, digest },
    sealed: sealText(ctx.vault, PENDING_INPUT, id, text),
    state: 'pending',
    waitingKey: sha256(canonicalJson([of, Buffer.from(digest).toString('hex')])),
    createdAt: now,
    expiresAt: new Date(now.getTime() + WAITING_MS),
  };
  const announcedBytes = more.announced === undefined ? 0 : JSON.stringify(more.announced).length;
  return write(ctx, async (tx) => {
    await tx.approval.deleteMany({ where: { accountId: of.accountId, expiresAt: { lte: now } } });
    await requireCapacity(ctx, tx, 'max_approvals');
    // Decided approvals stay until they expire, so their inputs count too, however fast they are decided.
    await requireCapacity(ctx, tx, 'max_approvals_bytes', data.sealed.length + announcedBytes);
    const approval = await tx.approval.create({ data, include: { rule: true } });
    await notifyWebhooks(ctx, tx, 'approval.requested', approval);
    return { value: approval, audit: approvalAudit('approval.request', approval) };
  });
}

const sentences = (first: string, second: string): string => `${first.replace(/\.$/, '')}. ${second}`;

export const tooLargeRefusal = (refusal: ApprovalRequired, subject: string): ApprovalRequired => ({
  ...refusal,
  message: sentences(
    refusal.message,
    `${subject} over ${INPUT_BYTES_MAX} bytes, which is too large to hold for approval`,
  ),
});

export function waitingRefusal(ctx: Ctx, refusal: ApprovalRequired, { id }: Approval): ApprovalRequired {
  const how = `It can be approved at ${ctx.publicUrl()}/inbox/approvals/${id}; then make the same call again`;
  return { ...refusal, message: sentences(refusal.message, how), approvalId: id };
}

export const deniedRefusal = (refusal: ApprovalRequired, { message: note, decidedAt }: Approval): Refusal => ({
  ...refusal,
  kind: 'denied',
  message: `an approval was requested and denied${decidedAt ? ` at ${decidedAt.toISOString()}` : ''}${note === null ? '' : `: ${note}`} (${refusal.message})`,
});

/**
 * Session key for session approvals. For a person, the browser sign-in; for an agent, the last attenuation, which
 * identifies the chain, and the MCP session if any. Empty for API keys and for agents without either, whose token is
 * the session. Tested by `test/core/approvals/callerSession.test.ts`.
 */
export function callerSession({ actor, mcpSession }: Pick<Ctx, 'actor' | 'mcpSession'>): string {
  if (actor.kind === 'user') return actor.sessionId;
  const attenuation = tokenRestrictions(actor)?.attenuations.at(-1)?.id;
  return [attenuation, mcpSession].filter((part) => part !== undefined).join(' ');
}
