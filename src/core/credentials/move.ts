import type { Credential, Prisma } from '../../generated/prisma/client.ts';
import { appendAudit, type NewAuditEvent } from '../audit/audit.ts';
import type { Change } from '../changes.ts';
import type { Ctx, Tx } from '../context.ts';
import type { ServerId, ServerKey } from '../ids.ts';
import { openAddressValues, openOrNull } from './addressValues.ts';
import { type Destinations, isInPlace } from './destination.ts';
import { STACK_ITSELF } from './endUser.ts';
import { type CredentialRow, sealedColumns } from './store.ts';

/**
 * Marks the stored credentials of a server whose destination changed, so that they count as missing until entered
 * again, and audits it in the chain of each account that owns them. Runs in the transaction that changes the server.
 * Revisions go up, so that a renewal under way cannot store over the mark.
 * `test/core/credentials/destination.test.ts` tears it down.
 */
export async function markMoved(
  ctx: Ctx,
  tx: Tx,
  server: { readonly id: ServerKey; readonly slug: ServerId },
  destinations: Destinations,
): Promise<readonly Change[]> {
  const fields = await tx.credential.groupBy({
    by: ['fieldId', 'destination'],
    where: { stackServer: { serverId: server.id }, state: { not: 'moved' } },
  });
  const moved = fields.filter((row) => !isInPlace(destinations, { ...row, state: '' }));
  if (moved.length === 0) return [];
  const where: Prisma.CredentialWhereInput = {
    stackServer: { serverId: server.id },
    state: { not: 'moved' },
    OR: moved.map(({ fieldId, destination }) => ({ fieldId, destination })),
  };
  const rows = await tx.credential.findMany({ where, select: MOVED_COLUMNS });
  await tx.credential.updateMany({ where, data: { state: 'moved', revision: { increment: 1 } } });
  for (const [accountId, own] of Map.groupBy(rows, ({ stackServer }) => stackServer.stack.accountId)) {
    await appendAudit(ctx, tx, {
      action: 'credentials.move',
      target: { kind: 'server', id: server.slug },
      chain: accountId,
      details: { serverId: server.slug, fieldIds: [...new Set(own.map(({ fieldId }) => fieldId))], count: own.length },
      credentials: own,
    });
  }
  const owners = new Map(rows.map(({ stackServerId: id, endUser }) => [`${id} ${endUser}`, { id, endUser }]));
  return [...owners.values()].map((owner) => ({ kind: 'credentials', ...owner }));
}

const MOVED_COLUMNS = {
  fieldId: true,
  endUser: true,
  stackServerId: true,
  stackServer: { select: { stack: { select: { accountId: true } } } },
} satisfies Prisma.CredentialSelect;

type Owner = Omit<CredentialRow, 'fieldId'>;

/**
 * Called after an address value was stored: marks the owner's credentials for the old address as moved, and binds those
 * that were stored before there was an address to the new one.
 */
export async function settleAddress(
  ctx: Ctx,
  tx: Tx,
  destinations: Destinations,
  owner: Owner,
  changed: ReadonlySet<string>,
): Promise<Settled> {
  const where = { stackServerId: owner.stackServer.id, endUser: owner.endUser };
  const rows = await tx.credential.findMany({ where });
  const values = openAddressValues(ctx.vault, destinations, rows, (fieldId) => ({ ...owner, fieldId }));
  const before = new Map([...values].filter(([fieldId]) => !changed.has(fieldId)));
  const fields: Record<'kept' | 'bound' | 'moved', string[]> = { kept: [], bound: [], moved: [] };
  for (const row of rows.filter((each) => isInPlace(destinations, each) && !changed.has(each.fieldId))) {
    fields[await settleOne(ctx, tx, { row, owner, destinations, values, before })].push(row.fieldId);
  }
  return fields;
}

/** The fields that were marked, and those that were sealed again for the new address. */
export type Settled = { readonly moved: readonly string[]; readonly bound: readonly string[] };

type AddressChange = {
  readonly row: Credential;
  readonly owner: Owner;
  readonly destinations: Destinations;
  readonly values: ReadonlyMap<string, string>;
  /** The address values without the ones just stored. */
  readonly before: ReadonlyMap<string, string>;
};

async function settleOne(
  ctx: Ctx,
  tx: Tx,
  { row, owner, destinations, values, before }: AddressChange,
): Promise<'kept' | 'bound' | 'moved'> {
  const { id, fieldId, revision, sealed } = row;
  const place = { ...owner, fieldId, destination: destinations.of(fieldId, values) };
  if (openOrNull(ctx.vault, sealed, place, revision) !== null) return 'kept';
  const unaddressed = { ...place, destination: destinations.of(fieldId, before) };
  const plaintext = openOrNull(ctx.vault, sealed, unaddressed, revision);
  if (plaintext === null) {
    await tx.credential.update({ where: { id }, data: { state: 'moved', revision: { increment: 1 } } });
    return 'moved';
  }
  const { sealed: resealed, keyId } = sealedColumns(ctx, place, revision + 1, { kind: 'value', plaintext });
  await tx.credential.update({ where: { id }, data: { sealed: resealed, keyId, revision: revision + 1 } });
  return 'bound';
}

/** The audit event for credentials that have to be entered again because a server's address changed. */
export const movedRecord = (
  { stackServer, endUser }: Owner,
  serverId: ServerId,
  fieldIds: readonly string[],
): NewAuditEvent => ({
  action: 'credentials.move',
  target: { kind: 'stack', id: stackServer.stackId },
  stackId: stackServer.stackId,
  details: { serverId, fieldIds, count: fieldIds.length, ...(endUser !== STACK_ITSELF && { endUser }) },
  credentials: fieldIds.map((fieldId) => ({ stackServerId: stackServer.id, endUser, fieldId })),
});
