import type { Ctx, Db, Tx } from '../context.ts';

/** Something that may be used once: a globally unique id, and until when its mark is stored. */
export type OneTimeUse = { readonly id: string; readonly expiresAt: Date };

/** Marks something as used, on all instances: false if it already was. Removes the marks that are too old to matter. */
export async function consumeNonce({ now }: Pick<Ctx, 'now'>, db: Db | Tx, used: OneTimeUse): Promise<boolean> {
  await db.usedChallenge.deleteMany({ where: { expiresAt: { lt: now() } } });
  return (await db.usedChallenge.createMany({ data: used, skipDuplicates: true })).count === 1;
}
