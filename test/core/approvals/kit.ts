import type { Ctx } from '../../../src/core/kernel/context.ts';
import {
  type ApprovalId,
  newApprovalId,
  newRowId,
  type RuleId,
  type StackId,
  toToolId,
} from '../../../src/core/kernel/ids.ts';
import { accountIdOf } from '../../../src/core/kernel/scope.ts';
import { sealText } from '../../../src/core/kernel/vault/sealText.ts';
import { sha256 } from '../../../src/core/lib/sha256.ts';
import { PENDING_INPUT } from '../../../src/core/webhooks/approvalDetails.ts';

/** A call that waits for an approval, as if just made by a caller. */
export async function makeHeldCall(ctx: Ctx, stackId: StackId, ruleId: RuleId): Promise<ApprovalId> {
  const [id, now] = [newApprovalId(), ctx.now()];
  const of = { accountId: accountIdOf(ctx.actor), stackId, ruleId, toolId: toToolId('x_y'), endUser: '' };
  const caller = { callerKind: 'agent', callerId: newRowId() };
  const held = { digest: sha256(id), waitingKey: sha256(id), sealed: sealText(ctx.vault, PENDING_INPUT, id, '{}') };
  const times = { createdAt: now, expiresAt: new Date(now.getTime() + 60_000) };
  await ctx.db.approval.create({ data: { id, ...of, ...caller, ...held, state: 'pending', ...times } });
  return id;
}
