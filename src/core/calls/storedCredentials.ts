import type { Prisma } from '../../generated/prisma/client.ts';
import type { Change } from '../changes.ts';
import type { Ctx } from '../context.ts';
import type { StackServerId } from '../ids.ts';
import type { SnapshotCredentials, SnapshotServer } from '../snapshots/snapshot.ts';

/** The columns of a credential that a call needs. */
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

/** The cache key of an owner's credentials; a stack server's id has no space in it. */
const credentialsKey = (stackServerId: StackServerId, endUser: string): string => `${stackServerId} ${endUser}`;

/** The cached credentials that a change voids; null when it voids none. */
export const credentialsKeyOf = (change: Change): string | null =>
  change.kind === 'credentials' ? credentialsKey(change.id, change.endUser) : null;

/** Estimated bytes of memory of one owner's credentials. */
export function credentialsBytes(credentials: SnapshotCredentials): number {
  let bytes = OWNER_BYTES;
  for (const { sealed } of credentials.values()) bytes += CREDENTIAL_BYTES + sealed.byteLength;
  return bytes;
}

const OWNER_BYTES = 256;
/** Of a row, with the key that opens it. */
const CREDENTIAL_BYTES = 640;

/**
 * An owner's stored credentials for a server of a stack, from memory or the database. `endUser` is empty for the
 * stack's own.
 */
export async function getStoredCredentials(
  ctx: Ctx,
  { stackServerId }: Pick<SnapshotServer, 'stackServerId'>,
  endUser: string,
): Promise<SnapshotCredentials> {
  const key = credentialsKey(stackServerId, endUser);
  return ctx.credentials.get(key) ?? ctx.credentials.load(key, () => readCredentials(ctx, stackServerId, endUser));
}

async function readCredentials(ctx: Ctx, stackServerId: StackServerId, endUser: string): Promise<SnapshotCredentials> {
  const rows = await ctx.db.credential.findMany({ where: { stackServerId, endUser }, select: COLUMNS });
  return new Map(rows.map(({ fieldId, ...credential }) => [fieldId, credential]));
}
