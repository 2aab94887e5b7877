import type { Ctx } from '../context.ts';
import { markChainsKeyed, needsKeyedChains } from '../vault/keyCheck.ts';
import { write } from '../write.ts';
import { OPERATOR_CHAIN } from './audit.ts';
import { accountOfChain } from './chain.ts';

/**
 * Ties each chain that was begun before chains were keyed to the master key, and the account's credentials to the
 * chain. Done once in the life of a database, so that whoever can write to it cannot have a forged chain tied later
 * (`keyCheck.ts`). If it is interrupted, the next start does the rest. Called at the start, before any other write.
 * @returns how many chains were tied
 */
export async function keyChains(ctx: Ctx): Promise<number> {
  if (!(await needsKeyedChains(ctx.db, ctx.vault))) return 0;
  const unkeyed = await ctx.db.auditChain.findMany({ where: { mac: null }, select: { id: true } });
  const hasOperator = (await ctx.db.auditChain.count({ where: { id: OPERATOR_CHAIN } })) > 0;
  const chains = [...unkeyed.map(({ id }) => id), ...(hasOperator ? [] : [OPERATOR_CHAIN])];
  for (const chain of chains) {
    ctx.signal.throwIfAborted();
    await keyChain(ctx, chain);
  }
  await markChainsKeyed(ctx.db, ctx.vault);
  return chains.length;
}

const keyChain = (ctx: Ctx, chain: string): Promise<void> =>
  write(ctx, async (tx) => {
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
