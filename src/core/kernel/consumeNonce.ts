import type { Ctx, Db, Tx } from './context.ts';

/** A single-use item: a globally unique id, and how long its mark is stored. */
type OneTimeUse = { readonly id: string; readonly expiresAt: Date };

/** Marks an item as used on all instances; false if it already was. Deletes expired marks. */
export async function consumeNonce({ now }: Pick<Ctx, 'now'>, db: Db | Tx, used: OneTimeUse): Promise<boolean> {
  await db.usedChallenge.deleteMany({ where: { expiresAt: { lt: now() } } });
  return (await db.usedChallenge.createMany({ data: used, skipDuplicates: true })).count === 1;
}
