import { LRUCache } from 'lru-cache';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import type { SnapshotCredential, SnapshotServer, StackSnapshot } from '../snapshots/snapshot.ts';

type Credentials = ReadonlyMap<string, SnapshotCredential>;
type Kept = LRUCache<string, Promise<Credentials>>;

// Per snapshot: whoever may name end users may name any number of them.
const USERS_MAX = 1_000;

/** The columns of a credential that a call needs. */
export const CREDENTIAL_COLUMNS = {
  id: true,
  fieldId: true,
  sealed: true,
  revision: true,
  kind: true,
  state: true,
  expiresAt: true,
  isRenewable: true,
} satisfies Prisma.CredentialSelect;

type Row = Prisma.CredentialGetPayload<{ select: typeof CREDENTIAL_COLUMNS }>;

export const toCredentials = (rows: readonly Row[]): Credentials =>
  new Map(rows.map(({ fieldId, ...credential }) => [fieldId, credential]));

/** One end user's own credentials for a server: read once, then from memory until the stack changes. */
export function getUserCredentials(
  ctx: Ctx,
  snapshot: StackSnapshot,
  { stackServerId }: SnapshotServer,
  endUser: string,
): Promise<Credentials> {
  const kept = snapshot.memo<Kept>('credentials of end users', () => new LRUCache({ max: USERS_MAX }));
  const key = `${stackServerId} ${endUser}`;
  const known = kept.get(key);
  if (known) return known;
  const reading = ctx.db.credential
    .findMany({ where: { stackServerId, endUser }, select: CREDENTIAL_COLUMNS })
    .then(toCredentials);
  kept.set(key, reading);
  reading.catch(() => kept.delete(key));
  return reading;
}
