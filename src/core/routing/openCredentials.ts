import type { Ctx } from '../context.ts';
import { VaultError } from '../credentials/vault.ts';
import { STACK_ITSELF } from '../endUser.ts';
import type { OpenCredential, ToolFailure } from './connector.ts';
import type { SnapshotCredential, SnapshotField, SnapshotServer, StackSnapshot } from './snapshot.ts';
import { getUserCredentials } from './userCredentials.ts';

export type Opened = { readonly credentials: readonly OpenCredential[] };

/** Whose credentials one call uses, and which of them are stored. `owner` is null when the call names no end user. */
type Chosen = { readonly owner: string | null; readonly stored: ReadonlyMap<string, SnapshotCredential> };

const NONE: ReadonlyMap<string, SnapshotCredential> = new Map();

/** The credentials for one call, opened; or why they cannot be. They are one owner's: a mode never mixes two. */
export async function openCredentials(
  ctx: Ctx,
  snapshot: StackSnapshot,
  server: SnapshotServer,
): Promise<Opened | ToolFailure> {
  const chosen = await choose(ctx, snapshot, server);
  const missing = server.fields.filter((field) => field.required && !chosen.stored.has(field.fieldId));
  if (missing.length > 0) return missingCredentials(whatIsMissing(chosen), missing);
  const opened = server.fields.flatMap((field) => {
    const stored = chosen.stored.get(field.fieldId);
    return stored ? [openOne(ctx, snapshot, server, field, chosen, stored)] : [];
  });
  const unreadable = opened.filter((each) => each.value === null);
  if (unreadable.length > 0) return missingCredentials('unreadable credentials, set again', unreadable);
  return { credentials: opened.flatMap(({ value, ...rest }) => (value === null ? [] : [{ ...rest, value }])) };
}

async function choose(ctx: Ctx, snapshot: StackSnapshot, server: SnapshotServer): Promise<Chosen> {
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

type MaybeOpen = Omit<OpenCredential, 'value'> & { readonly value: string | null };

function openOne(
  ctx: Ctx,
  { accountId, stackId }: StackSnapshot,
  { id: serverId, clientFields }: SnapshotServer,
  { fieldId, placement }: SnapshotField,
  { owner }: Chosen,
  { sealed, revision }: SnapshotCredential,
): MaybeOpen {
  // The owner that was chosen, not the one that the row names: another's value does not open even if it gets here.
  const endUser = clientFields.has(fieldId) ? STACK_ITSELF : (owner ?? STACK_ITSELF);
  try {
    const value = ctx.vault.open(sealed, { accountId, stackId, serverId, endUser, fieldId, revision });
    return { fieldId, placement, value };
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    return { fieldId, placement, value: null };
  }
}

const whatIsMissing = ({ owner }: Chosen): string =>
  owner === null ? 'the call does not say for which end user it is; missing credentials' : 'missing credentials';

function missingCredentials(what: string, fields: readonly { readonly fieldId: string }[]): ToolFailure {
  const fieldIds = fields.map((field) => field.fieldId);
  return { kind: 'missing_credentials', message: `Tool execution failed: ${what}: ${fieldIds.join(', ')}`, fieldIds };
}
