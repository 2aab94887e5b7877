import type { Ctx } from '../context.ts';
import { STACK_ITSELF } from '../endUser.ts';
import type { SnapshotCredential, SnapshotServer, StackSnapshot } from '../snapshots/snapshot.ts';
import { getUserCredentials } from './userCredentials.ts';

/** Whose credentials one call uses, and which of them are stored. `owner` is null when the call names no end user. */
export type Chosen = { readonly owner: string | null; readonly stored: ReadonlyMap<string, SnapshotCredential> };

const NONE: ReadonlyMap<string, SnapshotCredential> = new Map();

/** As the server's credential mode says. What is chosen is one owner's: a mode never mixes two. */
export async function chooseCredentials(ctx: Ctx, snapshot: StackSnapshot, server: SnapshotServer): Promise<Chosen> {
  const stacks = { owner: STACK_ITSELF, stored: server.credentials };
  const { endUser } = ctx;
  switch (server.credentialMode) {
    case 'stack':
      return stacks;
    case 'user':
      return endUser === null ? { owner: null, stored: NONE } : usersOwn(ctx, snapshot, server, endUser);
    case 'user_then_stack': {
      const own = endUser === null ? null : await usersOwn(ctx, snapshot, server, endUser);
      return own?.hasAny ? own : stacks;
    }
  }
}

/** The end user's own, with the stack's OAuth client: that identifies the application, not a person. */
async function usersOwn(
  ctx: Ctx,
  snapshot: StackSnapshot,
  server: SnapshotServer,
  endUser: string,
): Promise<Chosen & { readonly hasAny: boolean }> {
  const own = await getUserCredentials(ctx, snapshot, server, endUser);
  const stored = new Map(own);
  for (const fieldId of server.clientFields) {
    stored.delete(fieldId);
    const shared = server.credentials.get(fieldId);
    if (shared) stored.set(fieldId, shared);
  }
  return { owner: endUser, stored, hasAny: own.size > 0 };
}

/** Not what a row says: another owner's value does not open, even if its row gets here. */
export const ownerOfField = ({ clientFields }: SnapshotServer, { owner }: Chosen, fieldId: string): string =>
  clientFields.has(fieldId) ? STACK_ITSELF : (owner ?? STACK_ITSELF);
