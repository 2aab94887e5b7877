import type { Account, Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { accountIdOf } from '../scope.ts';

/** The account that the caller acts for. @throws forbidden for an agent, and for the operator outside any account */
export async function getOwnAccount(
  ctx: Ctx,
  load?: Pick<Prisma.AccountFindManyArgs, 'include' | 'select'>,
): Promise<Account> {
  const account = await ctx.db.account.findUnique({ ...load, where: { id: accountIdOf(ctx.actor) } });
  if (!account) throw new AppError('not_found', 'Account not found');
  return account;
}
