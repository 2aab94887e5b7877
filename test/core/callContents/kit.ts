import { contentBinding } from '../../../src/core/callContents/seal.ts';
import type { Ctx } from '../../../src/core/context.ts';
import { type CallId, newCallId, type StackId } from '../../../src/core/ids.ts';
import { accountIdOf } from '../../../src/core/scope.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';

/** Keeps an input of a call of the stack, as the recorder does, and returns the call’s id. */
export async function storeContents(
  ctx: Ctx,
  stackId: StackId,
  input: string,
  vault: Vault = ctx.vault,
): Promise<CallId> {
  const id = newCallId();
  const accountId = accountIdOf(ctx.actor);
  const { bytes, keyId } = vault.seal(JSON.stringify({ input, output: null }), contentBinding(id, accountId, stackId));
  const expiresAt = new Date(ctx.now().getTime() + 86_400_000);
  const row = { id, accountId, stackId, keyId, sealed: bytes, bytes: bytes.length, expiresAt };
  await ctx.db.callContent.create({ data: row });
  return id;
}
