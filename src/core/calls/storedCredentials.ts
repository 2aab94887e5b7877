import type { Prisma } from '../../generated/prisma/client.ts';
import type { Change } from '../kernel/changes.ts';
import type { Ctx } from '../kernel/context.ts';
import { STACK_ITSELF } from '../kernel/endUser.ts';
import type { StackServerId } from '../kernel/ids.ts';
import type { SnapshotCredentials, SnapshotServer } from '../snapshots/snapshot.ts';

const COLUMNS = {
  id: true,
  fieldId: true,
  sealed: true,
  revision: true,
  kind: true,
  state: true,
  destination: true,
  expiresAt: true,
  isRenewable: true,
} satisfies Prisma.CredentialSelect;

/** The cache key of an owner's credentials; a stack server's id contains no space. */
const credentialsKey = (stackServerId: StackServerId, endUser: string): string => `${stackServerId} ${endUser}`;

/** Cache key of the credentials that a change invalidates; null if there are none. */
export const credentialsKeyOf = (change: Change): string | null =>
  change.kind === 'credentials' ? credentialsKey(change.id, change.endUser) : null;

/** Estimated bytes of memory of one owner's credentials. */
export function credentialsBytes(credentials: SnapshotCredentials): number {
  let bytes = OWNER_BYTES;
  for (const { sealed } of credentials.values()) bytes += CREDENTIAL_BYTES + sealed.byteLength;
  return bytes;
}

const OWNER_BYTES = 256;
/** The estimated memory of one row, including its decryption key. */
const CREDENTIAL_BYTES = 640;

/**
 * An owner's stored credentials for a stack's server, immediately from the cache or from the database. `endUser` is
 * empty for the stack's own.
 */
export function getStoredCredentials(
  ctx: Ctx,
  { stackServerId }: Pick<SnapshotServer, 'stackServerId'>,
  endUser: string,
): SnapshotCredentials | Promise<SnapshotCredentials> {
  const key = credentialsKey(stackServerId, endUser);
  return (
    ctx.credentials.get(key) ??
    ctx.credentials.load(key, async () => {
      const rows = await ctx.db.credential.findMany({ where: { stackServerId, endUser }, select: COLUMNS });
      return new Map(rows.map(({ fieldId, ...credential }) => [fieldId, credential]));
    })
  );
}

/** Owner of a call's credentials, and which of them are stored. `owner` is null if the call names no end user. */
export type CredentialChoice = { readonly owner: string | null; readonly stored: SnapshotCredentials };

const NONE: SnapshotCredentials = new Map();

/** Chooses the owner by the server's credential mode. All chosen credentials belong to one owner: no mode mixes two. */
export function chooseCredentials(ctx: Ctx, server: SnapshotServer): CredentialChoice | Promise<CredentialChoice> {
  const { endUser } = ctx;
  switch (server.credentialMode) {
    case 'stack':
      return stacksOwn(ctx, server);
    case 'user':
      return endUser === null ? { owner: null, stored: NONE } : usersOwn(ctx, server, endUser);
    case 'user_then_stack':
      return endUser === null
        ? stacksOwn(ctx, server)
        : usersOwn(ctx, server, endUser).then((own) => (own.hasAny ? own : stacksOwn(ctx, server)));
  }
}

function stacksOwn(ctx: Ctx, server: SnapshotServer): CredentialChoice | Promise<CredentialChoice> {
  const credentials = getStoredCredentials(ctx, server, STACK_ITSELF);
  return credentials instanceof Promise
    ? credentials.then((stored) => ({ owner: STACK_ITSELF, stored }))
    : { owner: STACK_ITSELF, stored: credentials };
}

/** The end user's credentials, with the stack's OAuth client, which identifies the application and not a person. */
async function usersOwn(
  ctx: Ctx,
  server: SnapshotServer,
  endUser: string,
): Promise<CredentialChoice & { readonly hasAny: boolean }> {
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
