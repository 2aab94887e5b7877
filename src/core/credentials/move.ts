import type { Credential } from '../../generated/prisma/client.ts';
import { appendAudit, type NewAuditEvent } from '../kernel/audit/audit.ts';
import type { Change } from '../kernel/changes.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { STACK_ITSELF } from '../kernel/endUser.ts';
import type { AccountId, ServerId, ServerKey } from '../kernel/ids.ts';
import { openAddressValues, openOrNull } from './addressValues.ts';
import { type Destinations, matchesDestination } from './destination.ts';
import { type CredentialRow, sealedColumns } from './store.ts';

/**
 * Invalidates a server's stored credentials after its destination changed: they count as missing until re-entered.
 * Audits this in each owning account's chain, in the transaction that changes the server. Increments revisions, so
 * that a concurrent renewal cannot overwrite the mark. Tested by `test/core/credentials/destination.test.ts`.
 */
export async function invalidateForNewDestination(
  ctx: Ctx,
  tx: Tx,
  server: { readonly id: ServerKey; readonly slug: ServerId },
  destinations: Destinations,
): Promise<readonly Change[]> {
  const stored = await tx.$queryRaw<FieldDestination[]>`
    SELECT DISTINCT field_id AS "fieldId", destination FROM credential JOIN stack_server placed ON placed.id = stack_server_id
    WHERE placed.server_id = ${server.id} AND state <> 'moved'`;
  const left = stored.filter((row) => !matchesDestination(destinations, { ...row, state: '' }));
  if (left.length === 0) return [];
  // One statement for any number of rows. Each end user may have a different address, and so a different destination.
  const moved = await tx.$queryRaw<MovedRow[]>`
    UPDATE credential SET state = 'moved', revision = revision + 1
    FROM unnest(${left.map(({ fieldId }) => fieldId)}::text[], ${left.map(({ destination }) => destination ?? '')}::text[],
        ${left.map(({ destination }) => destination === null)}::boolean[]) AS gone (field_id, destination, is_null),
      stack_server placed, stack
    WHERE placed.id = stack_server_id AND stack.id = placed.stack_id AND placed.server_id = ${server.id} AND state <> 'moved'
      AND credential.field_id = gone.field_id AND coalesce(credential.destination, '') = gone.destination
      AND (credential.destination IS NULL) = gone.is_null
    RETURNING credential.field_id AS "fieldId", end_user AS "endUser", stack_server_id AS "stackServerId",
      account_id AS "accountId"`;
  for (const [accountId, own] of Map.groupBy(moved, (row) => row.accountId)) {
    await appendAudit(ctx, tx, {
      action: 'credentials.move',
      target: { kind: 'server', id: server.slug },
      chain: accountId,
      details: { serverId: server.slug, fieldIds: [...new Set(own.map(({ fieldId }) => fieldId))], count: own.length },
      credentials: own,
    });
  }
  const owners = new Map(moved.map(({ stackServerId: id, endUser }) => [`${id} ${endUser}`, { id, endUser }]));
  return [...owners.values()].map((owner) => ({ kind: 'credentials', ...owner }));
}

type FieldDestination = Pick<Credential, 'fieldId' | 'destination'>;
type MovedRow = Pick<Credential, 'fieldId' | 'endUser' | 'stackServerId'> & { readonly accountId: AccountId };

type Owner = Omit<CredentialRow, 'fieldId'>;

/**
 * Updates the owner's credentials after an address value was stored. Invalidates those for the old address, and binds
 * those stored before any address to the new one.
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
  for (const row of rows.filter((each) => matchesDestination(destinations, each) && !changed.has(each.fieldId))) {
    fields[await settleOne(ctx, tx, { row, owner, destinations, values, before })].push(row.fieldId);
  }
  return fields;
}

/** The fields that were invalidated, and those encrypted again for the new address. */
export type Settled = { readonly moved: readonly string[]; readonly bound: readonly string[] };

type AddressChange = {
  readonly row: Credential;
  readonly owner: Owner;
  readonly destinations: Destinations;
  readonly values: ReadonlyMap<string, string>;
  /** The address values before this change. */
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
