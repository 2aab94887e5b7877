import { fillFile } from '../../../src/core/files/content.ts';
import { createFile } from '../../../src/core/files/storedFile.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { type AccountId, type StackId, toServerId, toToolId } from '../../../src/core/kernel/ids.ts';
import type { StoredFile } from '../../../src/generated/prisma/client.ts';

async function* only(content: string | Buffer): AsyncGenerator<Buffer> {
  yield Buffer.from(content);
}

/** Stores a file of a stack, as a call does. */
export async function storeFile(
  ctx: Ctx,
  place: { readonly accountId: AccountId; readonly stackId: StackId },
  content: string | Buffer = 'x',
): Promise<StoredFile> {
  const origin = { server: toServerId('s'), toolId: toToolId('t') };
  return fillFile(
    ctx,
    await createFile(ctx, place, { name: 'f', mediaType: 'text/plain', origin, sources: [] }),
    only(content),
  );
}
