import type { Credential, CredentialField, Server } from '../../generated/prisma/client.ts';
import type { CredentialKey } from '../kernel/audit/envelopes.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { STACK_ITSELF } from '../kernel/endUser.ts';
import type { AccountId, StackServerId } from '../kernel/ids.ts';
import { openOrNull } from './addressValues.ts';
import { clientFieldsOf } from './clientFields.ts';
import { type Destinations, destinationsOf, isSent, matchesDestination, toDestinationServer } from './destination.ts';
import { accountOfStack, type CredentialPlace, type CredentialRow, storeCredential } from './store.ts';

/** A server's place in a stack. */
export type ApplicationPlace = CredentialRow['stackServer'];

/** Columns of a stack's own, unshared credentials. */
export const NOT_SHARED = { isShared: false, isCopied: false } as const;
const NO_VALUES: ReadonlyMap<string, string> = new Map();

type ServerOf = Pick<Server, 'connector'> & { readonly fields: readonly CredentialField[] };

/**
 * The fields of a server's OAuth application. Empty if stacks cannot share it, because a part of it forms, or is sent
 * to, an address that each stack enters itself.
 */
export function sharableFields(stored: ServerOf): string[] {
  const fieldIds = [...clientFieldsOf(stored.fields)];
  const server = toDestinationServer(stored);
  const destinations = destinationsOf(server);
  const elsewhere = new Map([...destinations.addressFields].map((fieldId) => [fieldId, 'elsewhere']));
  const isTied = fieldIds.some((fieldId) => {
    const { digest, bound } = destinations.of(fieldId, elsewhere);
    return digest !== bound || destinations.addressFields.has(fieldId);
  });
  // A member of one stack may set the address there, but may not read another stack's credentials.
  const mayLeak =
    destinations.addressFields.size > 0 &&
    server.fields.some((field) => fieldIds.includes(field.fieldId) && isSent(server, field));
  return mayLeak || isTied ? [] : fieldIds;
}

/**
 * Copies the account's shared OAuth application to a server in a stack. The source is `from`, otherwise the stack that
 * shares an application, otherwise the newest copy. A stack with its own application keeps it. The caller must hold the
 * stack's row lock. Tested by `test/core/credentials/sharedApplication.test.ts`.
 * @returns the credentials stored or removed; empty if unchanged
 */
export async function copySharedApplication(
  ctx: Ctx,
  tx: Tx,
  place: ApplicationPlace,
  from?: ApplicationPlace,
): Promise<readonly CredentialKey[]> {
  const { changed, gone } = await compare(ctx, tx, place, from);
  const ofPlace = { stackServerId: place.id, endUser: STACK_ITSELF };
  if (gone.length > 0) await tx.credential.deleteMany({ where: { ...ofPlace, fieldId: { in: gone } } });
  for (const { row, plaintext } of changed)
    await storeCredential(ctx, tx, row, { kind: 'value', plaintext, isCopied: true });
  return applicationKeys(place, [...changed.map(({ row }) => row.fieldId), ...gone]);
}

/** Whether `copySharedApplication` would change anything; takes no lock. */
export async function isOutOfDate(ctx: Ctx, place: ApplicationPlace, from: ApplicationPlace): Promise<boolean> {
  const { changed, gone } = await compare(ctx, ctx.db, place, from);
  return changed.length + gone.length > 0;
}

/** Changes that make a stack match the shared application. */
type Difference = {
  readonly changed: readonly { readonly row: CredentialPlace; readonly plaintext: string }[];
  /** Ids of the removed fields. */
  readonly gone: string[];
};
const SAME: Difference = { changed: [], gone: [] };

async function compare(ctx: Ctx, tx: Tx, place: ApplicationPlace, from?: ApplicationPlace): Promise<Difference> {
  const source = from ?? (await findSource(tx, place));
  const server = source && (await tx.server.findUnique({ where: { id: place.serverId }, include: { fields: true } }));
  if (!source || !server) return SAME;
  const accountId = await accountOfStack(tx, place.stackId);
  const application = { accountId, destinations: destinationsOf(toDestinationServer(server)) };
  const fieldIds = sharableFields(server);
  const own = await readRows(tx, place.id, fieldIds);
  const shared = (await readRows(tx, source.id, fieldIds)).filter(({ isShared }) => isShared);
  const desired = openAll(ctx, application, source, shared);
  if (desired.size === 0 || own.some(({ isCopied }) => !isCopied)) return SAME;
  const current = openAll(ctx, application, place, own);
  const gone = own.map(({ fieldId }) => fieldId).filter((fieldId) => !desired.has(fieldId));
  const changed = [...desired]
    .filter(([fieldId, plaintext]) => current.get(fieldId) !== plaintext)
    .map(([fieldId, plaintext]) => ({ row: rowAt(application, place, fieldId), plaintext }));
  return { changed, gone };
}

/** Keys of the credentials of a stack's OAuth application. */
export const applicationKeys = ({ id }: Pick<ApplicationPlace, 'id'>, fieldIds: readonly string[]): CredentialKey[] =>
  fieldIds.map((fieldId) => ({ stackServerId: id, endUser: STACK_ITSELF, fieldId }));

/**
 * Turns a stack's copy of an OAuth application into its own, so that changing one part does not change the shared one.
 */
export async function detachApplication(
  tx: Tx,
  { id: stackServerId, server }: { readonly id: StackServerId; readonly server: ServerOf },
  changed: readonly string[],
): Promise<void> {
  const clientFields = clientFieldsOf(server.fields);
  if (!changed.some((fieldId) => clientFields.has(fieldId))) return;
  await tx.credential.updateMany({ where: { stackServerId, isShared: true }, data: NOT_SHARED });
}

type Application = { readonly accountId: AccountId; readonly destinations: Destinations };

async function findSource(tx: Tx, { serverId, stackId }: ApplicationPlace): Promise<ApplicationPlace | null> {
  const account = { stacks: { some: { id: stackId } } };
  const newest = await tx.credential.findFirst({
    where: { isShared: true, stackServer: { serverId, stack: { account } } },
    orderBy: [{ isCopied: 'asc' }, { updatedAt: 'desc' }, { id: 'asc' }],
    select: { stackServerId: true },
  });
  // In a separate query, which is rarely needed.
  return newest && tx.stackServer.findUnique({ where: { id: newest.stackServerId } });
}

const readRows = (tx: Tx, stackServerId: StackServerId, fieldIds: string[]): Promise<Credential[]> =>
  tx.credential.findMany({ where: { stackServerId, endUser: STACK_ITSELF, fieldId: { in: fieldIds } } });

function openAll(
  ctx: Ctx,
  application: Application,
  place: ApplicationPlace,
  rows: readonly Credential[],
): ReadonlyMap<string, string> {
  const opened = rows
    .filter((row) => matchesDestination(application.destinations, row))
    .map(({ fieldId, sealed, revision }) => {
      const value = openOrNull(ctx.vault, sealed, rowAt(application, place, fieldId), revision);
      return [fieldId, value] as const;
    });
  return new Map(opened.flatMap(([fieldId, value]) => (value === null ? [] : [[fieldId, value] as const])));
}

const rowAt = ({ accountId, destinations }: Application, stackServer: ApplicationPlace, fieldId: string) => ({
  accountId,
  stackServer,
  endUser: STACK_ITSELF,
  fieldId,
  destination: destinations.of(fieldId, NO_VALUES),
});
