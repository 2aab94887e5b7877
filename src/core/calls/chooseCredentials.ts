import type { Ctx } from '../context.ts';
import { STACK_ITSELF } from '../endUser.ts';
import type { SnapshotCredentials, SnapshotServer } from '../snapshots/snapshot.ts';
import { getStoredCredentials } from './storedCredentials.ts';

/** Whose credentials one call uses, and which of them are stored. `owner` is null when the call names no end user. */
export type Chosen = { readonly owner: string | null; readonly stored: SnapshotCredentials };

const NONE: SnapshotCredentials = new Map();

/** As the server's credential mode says. What is chosen is one owner's: a mode never mixes two. */
export async function chooseCredentials(ctx: Ctx, server: SnapshotServer): Promise<Chosen> {
  const { endUser } = ctx;
  switch (server.credentialMode) {
    case 'stack':
      return stacksOwn(ctx, server);
    case 'user':
      return endUser === null ? { owner: null, stored: NONE } : usersOwn(ctx, server, endUser);
    case 'user_then_stack': {
      const own = endUser === null ? null : await usersOwn(ctx, server, endUser);
      return own?.hasAny ? own : stacksOwn(ctx, server);
    }
  }
}

const stacksOwn = async (ctx: Ctx, server: SnapshotServer): Promise<Chosen> => ({
  owner: STACK_ITSELF,
  stored: await getStoredCredentials(ctx, server, STACK_ITSELF),
});

/** The end user's own, with the stack's OAuth client: that identifies the application, not a person. */
async function usersOwn(
  ctx: Ctx,
  server: SnapshotServer,
  endUser: string,
): Promise<Chosen & { readonly hasAny: boolean }> {
  const own = await getStoredCredentials(ctx, server, endUser);
  const hasAny = own.size > 0;
  if (server.clientFields.size === 0) return { owner: endUser, stored: own, hasAny };
  const shared = await getStoredCredentials(ctx, server, STACK_ITSELF);
  const stored = new Map(own);
  for (const fieldId of server.clientFields) {
    stored.delete(fieldId);
    const value = shared.get(fieldId);
    if (value) stored.set(fieldId, value);
  }
  return { owner: endUser, stored, hasAny };
}

/** Not what a row says: another owner's value does not open, even if its row gets here. */
export const ownerOfField = ({ clientFields }: SnapshotServer, { owner }: Chosen, fieldId: string): string =>
  clientFields.has(fieldId) ? STACK_ITSELF : (owner ?? STACK_ITSELF);
