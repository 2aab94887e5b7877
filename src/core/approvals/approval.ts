import { z } from 'zod';
import type { Approval, Prisma } from '../../generated/prisma/client.ts';
import { mayBeSamePerson } from '../accounts/maker.ts';
import { type Actor, actorIdOf } from '../kernel/actor.ts';
import type { AuditAction } from '../kernel/audit/action.ts';
import type { Ctx } from '../kernel/context.ts';
import type { ApprovalId, StackId } from '../kernel/ids.ts';
import { type IdOrder, pageAmong, pageById, type Window } from '../kernel/page.ts';
import { hasRightSomewhere, inStackWhere, requireRightSomewhere } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { containsText, type Search } from '../lib/search.ts';
import { isStorable, shownText } from '../lib/text.ts';
import { notifyWebhooks } from '../webhooks/outbox.ts';
import { entriesOf } from './entries.ts';

/** How long a call waits for a decision. */
export const WAITING_MS = 24 * 60 * 60_000;
/** How long a decision applies, unless the approver chooses a shorter time. */
const ANSWERED_MINUTES_MAX = 60;
/** Maximum lifetime of a session approval: a working day. */
const SESSION_MINUTES_MAX = 480;
const MINUTE_MS = 60_000;
const MESSAGE_CHARS_MAX = 500;

const PENDING = 'pending';
const STATES = [PENDING, 'approved', 'denied', 'used'] as const;

/** `pending` until decided. An approval of one call becomes `used` when that call runs. */
export type ApprovalState = (typeof STATES)[number];

/** Parses a stored state. A state written by a newer version counts as `used`. */
export const toApprovalState = (text: string): ApprovalState => STATES.find((state) => state === text) ?? 'used';

/** The relations and columns that `listApprovals` loads, and the page that it returns. */
type ApprovalLoad = Pick<Prisma.ApprovalFindManyArgs, 'include' | 'select'> & Window;

type ApprovalFilter = {
  readonly stackId?: StackId | null | undefined;
  readonly state?: ApprovalState | null | undefined;
  /** True selects undecided approvals. */
  readonly isPending?: boolean | null | undefined;
  /** Text in the tool’s id, end user, rule name or stack name, ignoring case; or the caller’s id. */
  readonly search?: Search;
};

/** Requires a caller that may see and decide others' calls. @throws forbidden without the right `approve` */
const requireApprover = (actor: Actor): void => requireRightSomewhere(actor, 'approve');

/** Selects approvals that are pending, or whose decision still applies. */
const unexpired = ({ now }: Pick<Ctx, 'now'>) => ({ expiresAt: { gt: now() } });

const filterWhere = ({ stackId, state, isPending, search }: ApprovalFilter): Prisma.ApprovalWhereInput => ({
  AND: [
    stackId ? { stackId } : {},
    state ? { state } : {},
    typeof isPending === 'boolean' ? { state: isPending ? PENDING : { not: PENDING } } : {},
    search ? searchWhere(search) : {},
  ],
});

function searchWhere(search: string): Prisma.ApprovalWhereInput {
  const text = containsText(search);
  const name = { name: text };
  const caller = isStorable(search) ? [{ callerId: search }] : [];
  return { OR: [{ toolId: text }, { endUser: text }, { rule: name }, { stack: name }, ...caller] };
}

/** One of the account's approvals; null if unknown or another account's. @throws forbidden */
export async function findApproval(
  ctx: Ctx,
  id: ApprovalId,
  load: Pick<ApprovalLoad, 'include' | 'select'> = {},
): Promise<Approval | null> {
  requireApprover(ctx.actor);
  return ctx.db.approval.findFirst({
    ...load,
    where: { id, ...inStackWhere(ctx.actor, 'approve'), ...unexpired(ctx) },
  });
}

/** The approvals with these ids that the caller may decide, keyed by id. Empty without the right `approve`. */
export async function listApprovalsById(
  ctx: Ctx,
  ids: readonly ApprovalId[],
): Promise<ReadonlyMap<ApprovalId, Approval>> {
  if (!hasRightSomewhere(ctx.actor, 'approve')) return new Map();
  const where = { id: { in: [...ids] }, ...inStackWhere(ctx.actor, 'approve'), ...unexpired(ctx) };
  const approvals = await ctx.db.approval.findMany({ where });
  return new Map(approvals.map((approval) => [approval.id, approval]));
}

/**
 * Pending approvals of the account and decided ones still in effect, newest first by default.
 * @throws forbidden without the right `approve`, since approvals reveal others' calls
 */
export async function listApprovals(
  ctx: Ctx,
  filter: ApprovalFilter = {},
  load: ApprovalLoad = {},
  direction: IdOrder = 'desc',
): Promise<Approval[]> {
  requireApprover(ctx.actor);
  const page = pageById(direction, pageAmong('approval', load));
  const own = { ...unexpired(ctx), ...inStackWhere(ctx.actor, 'approve') };
  return ctx.db.approval.findMany({ ...page, where: { AND: [page.where, filterWhere(filter), own] } });
}

/** Number of approvals that `listApprovals` returns. @throws forbidden */
export async function countApprovals(ctx: Ctx, filter: ApprovalFilter = {}): Promise<number> {
  requireApprover(ctx.actor);
  const own = { ...unexpired(ctx), ...inStackWhere(ctx.actor, 'approve') };
  return ctx.db.approval.count({ where: { AND: [filterWhere(filter), own] } });
}

const message = shownText
  .max(MESSAGE_CHARS_MAX)
  .nullish()
  .transform((input) => input?.trim() || null);
const approveInput = z
  .object({ minutes: z.int().min(1).max(SESSION_MINUTES_MAX).nullish(), isForSession: z.boolean().nullish(), message })
  .refine(({ minutes, isForSession }) => isForSession || (minutes ?? 1) <= ANSWERED_MINUTES_MAX, {
    path: ['minutes'],
    message: `must be at most ${ANSWERED_MINUTES_MAX} outside a session`,
  });
const denyInput = z.object({ message });

/**
 * Approves a held call. The input is `{ minutes?, isForSession?, message? }`. By default, the approval covers one call
 * with exactly the same input, for an hour. `minutes` covers all calls of the tool by the same caller and end user
 * under the same rule, for that time. `isForSession` covers only calls in the caller's session, for up to eight hours.
 * @throws forbidden without the right `approve`, or for the caller's own call if the rule needs another approver
 * @throws not_found; invalid_input if already decided, or for a session that an older release did not store
 */
export async function approveCall(ctx: Ctx, id: ApprovalId, input: unknown): Promise<Approval> {
  requireApprover(ctx.actor);
  const { minutes, isForSession, message: note } = parseInput(approveInput, input, 'Invalid request parameters');
  const isSession = isForSession === true;
  const isForAll = !isSession && typeof minutes === 'number';
  const decision = { state: 'approved', isForAll, isForSession: isSession, message: note } as const;
  const most = isSession ? SESSION_MINUTES_MAX : ANSWERED_MINUTES_MAX;
  return decide(ctx, id, { action: 'approval.approve', decision, minutes: minutes ?? most });
}

/**
 * Denies a held call, and identical calls for an hour. The input is `{ message? }`; the agent receives the message.
 * @throws as `approveCall`
 */
export async function denyCall(ctx: Ctx, id: ApprovalId, input: unknown): Promise<Approval> {
  requireApprover(ctx.actor);
  const { message: reason } = parseInput(denyInput, input, 'Invalid request parameters');
  const decision = { state: 'denied', isForAll: false, isForSession: false, message: reason } as const;
  return decide(ctx, id, { action: 'approval.deny', decision, minutes: ANSWERED_MINUTES_MAX });
}

type Answer = {
  readonly action: AuditAction;
  readonly decision: Pick<Approval, 'isForAll' | 'isForSession' | 'message'> & { readonly state: ApprovalState };
  readonly minutes: number;
};

async function decide(ctx: Ctx, id: ApprovalId, { action, decision, minutes }: Answer): Promise<Approval> {
  const own = { id, ...inStackWhere(ctx.actor, 'approve'), ...unexpired(ctx) };
  const row = await ctx.db.approval.findFirst({ where: own, include: { rule: true } });
  if (!row) throw new AppError('not_found', 'Approval not found');
  const decider = { deciderKind: ctx.actor.kind, deciderId: actorIdOf(ctx.actor) };
  if (row.programRun !== '' && (decision.isForAll || decision.isForSession))
    throw new AppError('invalid_input', 'This approval can cover only the calls that the program announced');
  if (row.rule.needsAnother || (await announcedNeedAnother(ctx, row))) {
    const caller = { kind: row.callerKind, id: row.callerId };
    if (await mayBeSamePerson(ctx.db, caller, { kind: decider.deciderKind, id: decider.deciderId }))
      throw new AppError('forbidden', 'Another user must decide on your own calls and those of your keys and tokens');
  }
  // An empty session would match other callers, so an approval for it would cover them too.
  if (decision.isForSession && row.session === null) {
    const message =
      'An older release held this call without its session: approve only this call, or approve for minutes';
    throw new AppError('invalid_input', message, { issues: [{ path: '/isForSession', message }] });
  }
  const now = ctx.now();
  const times = { decidedAt: now, expiresAt: new Date(now.getTime() + minutes * MINUTE_MS) };
  return write(ctx, async (tx) => {
    const [value] = await tx.approval.updateManyAndReturn({
      where: { ...own, state: 'pending' },
      data: { ...decision, ...decider, ...times, waitingKey: null },
    });
    if (!value) throw new AppError('invalid_input', 'This call no longer waits for an approval');
    await notifyWebhooks(ctx, tx, 'approval.decided', { ...value, rule: row.rule });
    const { isForAll, isForSession } = decision;
    // Audit details of an approval for more than one call.
    const grant = { ...((isForAll || isForSession) && { minutes }), ...(isForSession && { isForSession }) };
    return { value, audit: approvalAudit(action, value, grant) };
  });
}

/** Whether another rule that holds an announced call requires another approver. */
async function announcedNeedAnother(ctx: Ctx, row: Approval): Promise<boolean> {
  const ids = (entriesOf(row) ?? []).map(({ ruleId }) => ruleId);
  if (ids.length === 0) return false;
  return (
    (await ctx.db.policyRule.count({ where: { id: { in: ids }, accountId: row.accountId, needsAnother: true } })) > 0
  );
}

/** Audit event for an approval step: names the caller and the approver, and never contains input. */
export const approvalAudit = (
  action: AuditAction,
  { id, accountId, stackId, toolId, callerKind, callerId, endUser }: Approval,
  more: Readonly<Record<string, number | boolean>> = {},
) => ({
  action,
  target: { kind: 'approval' as const, id },
  stackId,
  chain: accountId,
  details: { toolId, caller: callerId || callerKind, ...(endUser !== '' && { endUser }), ...more },
});
