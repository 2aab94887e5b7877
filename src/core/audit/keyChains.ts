import { OPERATOR_CHAIN } from '../kernel/audit/audit.ts';
import { accountOfChain } from '../kernel/audit/chain.ts';
import type { Ctx } from '../kernel/context.ts';
import { markChainsKeyed, needsKeyedChains } from '../kernel/vault/keyCheck.ts';
import { write } from '../kernel/write.ts';

/**
 * Ties audit chains of earlier releases to the master key, and records the digests of existing credentials in them.
 * Runs once per database, so that an attacker with write access cannot have a forged chain keyed later (`keyCheck.ts`).
 * If interrupted, the next start resumes. Call it at startup, before any other write.
 * @returns the number of chains keyed
 */
export async function keyChains(ctx: Ctx): Promise<number> {
  if (!(await needsKeyedChains(ctx.db, ctx.vault))) return 0;
  const unkeyed = await ctx.db.auditChain.findMany({ where: { mac: null }, select: { id: true } });
  const hasOperator = (await ctx.db.auditChain.count({ where: { id: OPERATOR_CHAIN } })) > 0;
  const chains = [...unkeyed.map(({ id }) => id), ...(hasOperator ? [] : [OPERATOR_CHAIN])];
  for (const chain of chains) {
    ctx.signal.throwIfAborted();
    await write(ctx, async (tx) => {
      const credentials = await tx.credential.findMany({
        where: { stackServer: { stack: { accountId: accountOfChain(chain) } } },
        select: { stackServerId: true, endUser: true, fieldId: true },
      });
      const details = { credentials: credentials.length };
      return {
        value: undefined,
        audit: { action: 'audit.key', target: { kind: 'audit', id: chain }, chain, details, credentials },
      };
    });
  }
  await markChainsKeyed(ctx.db, ctx.vault);
  return chains.length;
}
