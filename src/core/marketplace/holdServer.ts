import type { Tx } from '../context.ts';

/**
 * Keeps a server and its tools as they are until the transaction ends: who changes or removes it waits. Called before
 * any stack is locked, in the order in which a change of a server locks them. False when the server is gone.
 */
export async function holdServer(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT id FROM server WHERE id = ${id} FOR SHARE`;
  return rows.length > 0;
}
