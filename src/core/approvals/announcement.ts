import type { Approval } from '../../generated/prisma/client.ts';
import type { CheckedCall } from '../decisions/checkedCall.ts';
import { type Decision, decide, type Refusal } from '../decisions/decide.ts';
import type { Ctx } from '../kernel/context.ts';
import { toToolId } from '../kernel/ids.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { canonicalJson } from '../lib/json.ts';
import { sha256 } from '../lib/sha256.ts';
import { mapForeignKeyError } from '../lib/unique.ts';
import type { StackSnapshot } from '../snapshots/snapshot.ts';
import { approvalAudit, toApprovalState } from './approval.ts';
import { type Entry, entriesOf } from './entries.ts';
import {
  type ApprovalRequired,
  callerScope,
  deniedRefusal,
  findHeldAnswer,
  type HeldCall,
  INPUT_BYTES_MAX,
  requestApproval,
  toHeldCall,
  tooLargeRefusal,
  waitingRefusal,
} from './pending.ts';

/* One approval for calls that a program announces. It is bound to that run of the program. */

/** The tool id of such approvals. */
const RUN_CODE = toToolId('run_code');

/** A call that a program announces and a rule holds. */
export type AnnouncedCall = CheckedCall & { readonly refusal: ApprovalRequired };

const entryOf = ({ tool, digest }: HeldCall, { ruleId }: ApprovalRequired): Entry => ({
  ruleId,
  toolId: tool.toolId,
  definition: tool.digest,
  digest: Buffer.from(digest).toString('hex'),
});

/** The approvals of a run that still apply, oldest first. */
const approvalsOf = (ctx: Ctx, run: string, snapshot: StackSnapshot): Promise<Approval[]> =>
  ctx.db.approval.findMany({
    where: { ...callerScope(ctx, snapshot), programRun: run, expiresAt: { gt: ctx.now() } },
    orderBy: { createdAt: 'asc' },
  });

/**
 * Requests one approval for calls that a program announces, at its call `callId`. Null if they are approved. Otherwise
 * a refusal that names the pending approval, or says that a person has denied the calls.
 * @throws unavailable when the database does not answer
 */
export async function requestAnnounced(
  ctx: Ctx,
  run: string,
  callId: number,
  calls: readonly [AnnouncedCall, ...AnnouncedCall[]],
): Promise<Refusal | null> {
  const [{ snapshot, refusal }] = calls;
  const earlier = await approvalsOf(ctx, run, snapshot);
  // A resumed program makes the same announcement at the same place.
  const digest = sha256(canonicalJson([run, callId]));
  const own = earlier.find((row) => Buffer.from(digest).equals(row.digest));
  if (own) return refusalOf(ctx, refusal, own);
  const entries: Entry[] = [];
  const shown: object[] = [];
  for (const { refusal, ...call } of calls) {
    const held = await toHeldCall(ctx, call);
    const answer = await findHeldAnswer(ctx, held, refusal);
    const entry = entryOf(held, refusal);
    const denied =
      answer?.state === 'denied'
        ? answer
        : earlier.find((row) => row.state === 'denied' && indexesOf(row, entry).length > 0);
    if (denied) return deniedRefusal(refusal, denied);
    // An approval for any input covers this call, too.
    if (answer?.state === 'approved' && (answer.isForAll || answer.isForSession)) continue;
    entries.push(entry);
    shown.push({ tool: held.tool.exposedName, input: held.input });
  }
  if (entries.length === 0) return null;
  const text = JSON.stringify({ calls: shown });
  if (Buffer.byteLength(text) > INPUT_BYTES_MAX) return tooLargeRefusal(refusal, 'The announced inputs are');
  const of = { ...callerScope(ctx, snapshot), ruleId: refusal.ruleId, toolId: RUN_CODE, definition: '' };
  const requested = requestApproval(ctx, { of, digest, text, more: { programRun: run, announced: entries } });
  const approval = await mapForeignKeyError(requested, () => new AppError('not_found', 'The stack was deleted'));
  return waitingRefusal(ctx, refusal, approval);
}

function refusalOf(ctx: Ctx, refusal: ApprovalRequired, row: Approval): Refusal | null {
  switch (toApprovalState(row.state)) {
    case 'approved':
    case 'used':
      return null;
    case 'denied':
      return deniedRefusal(refusal, row);
    case 'pending':
      return waitingRefusal(ctx, refusal, row);
  }
}

/**
 * The decision about a call by its program's approvals; null if the program did not announce it, or has made all calls
 * that it announced. Each announced call is made once.
 */
export async function consumeAnnounced(
  ctx: Ctx,
  run: string,
  held: HeldCall,
  refusal: ApprovalRequired,
): Promise<Decision | null> {
  const entry = entryOf(held, refusal);
  const announced = (await approvalsOf(ctx, run, held.snapshot)).flatMap((row) => indexesOf(row, entry));
  const denied = announced.find(({ row }) => row.state === 'denied');
  if (denied) return deniedRefusal(refusal, denied.row);
  const left = announced.filter(({ row, index }) => row.state === 'approved' && !row.usedCalls.includes(index));
  if (left.length === 0) return null;
  const decision = await decide(ctx, held, { isApproved: true });
  if ('kind' in decision) return decision;
  for (const { row, index } of left)
    if (await claimCall(ctx, row, index, held)) return { ...decision, approvalId: row.id };
  return null;
}

/** The places of a call in an approval. */
const indexesOf = (row: Approval, entry: Entry) =>
  (entriesOf(row) ?? []).flatMap(({ digest, definition, ruleId }, index) => {
    const isSame = digest === entry.digest && definition === entry.definition && ruleId === entry.ruleId;
    return isSame ? [{ row, index }] : [];
  });

/** Consumes one announced call. False if another call consumed it, or the approval ended. */
async function claimCall(ctx: Ctx, row: Approval, index: number, { tool }: HeldCall): Promise<boolean> {
  const { id, accountId } = row;
  try {
    return await write(ctx, async (tx) => {
      const count = await tx.$executeRaw`
        UPDATE approval SET used_calls = array_append(used_calls, ${index}::int),
          state = CASE WHEN cardinality(used_calls) + 1 >= jsonb_array_length(announced) THEN 'used' ELSE state END
        WHERE id = ${id} AND account_id = ${accountId} AND state = 'approved' AND expires_at > ${ctx.now()}
          AND NOT ${index}::int = ANY(used_calls)`;
      if (count === 0) throw new AlreadyMade();
      return { value: true, audit: approvalAudit('approval.use', { ...row, toolId: tool.toolId }) };
    });
  } catch (error) {
    if (error instanceof AlreadyMade) return false;
    throw error;
  }
}

/** Ends the transaction without an audit event. */
class AlreadyMade extends Error {}
