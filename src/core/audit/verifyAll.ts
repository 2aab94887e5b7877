import type { Ctx } from '../context.ts';
import { requireOperator } from '../scope.ts';
import { type AuditVerdict, verifyAuditChain } from './verify.ts';

export type ChainVerdict = { readonly chain: string; readonly verdict: AuditVerdict };

/** Walks every chain there is, and every chain there must be: an account's starts when the account is made. @throws forbidden */
export async function verifyAllChains(ctx: Ctx): Promise<readonly ChainVerdict[]> {
  requireOperator(ctx.actor);
  const accounts = new Set((await ctx.db.account.findMany({ select: { id: true } })).map(({ id }) => id));
  const heads = (await ctx.db.auditChain.findMany({ select: { id: true } })).map(({ id }) => id);
  const written = await ctx.db.auditEvent.findMany({ distinct: ['chain'], select: { chain: true } });
  const chains = new Set([...heads, ...written.map(({ chain }) => chain), ...accounts]);
  const verdicts: ChainVerdict[] = [];
  for (const chain of [...chains].toSorted()) {
    ctx.signal.throwIfAborted();
    const verdict = await verifyAuditChain(ctx.db, chain);
    verdicts.push({ chain, verdict: verdict.ok && verdict.count === 0 && accounts.has(chain) ? GONE : verdict });
  }
  return verdicts;
}

const GONE: AuditVerdict = { ok: false, seq: 1, reason: 'the event is missing' };
