import type { Credential, Prisma } from '../../generated/prisma/client.ts';
import type { Ctx, Db, Tx } from '../kernel/context.ts';
import type { ServerKey } from '../kernel/ids.ts';
import { openedOrNull, type Vault } from '../kernel/vault/vault.ts';
import {
  type Destination,
  type Destinations,
  destinationsOf,
  matchesDestination,
  toDestinationServer,
} from './destination.ts';
import { bindingOf, type CredentialPlace, type CredentialRow } from './store.ts';

type SealedValue = Pick<Credential, 'fieldId' | 'revision' | 'destination' | 'state'> & { readonly sealed: Uint8Array };

/**
 * One owner's values for the fields that make up a server's address. A value that does not decrypt counts as not
 * stored. Tested by `test/core/credentials/destination.test.ts`.
 */
export function openAddressValues(
  vault: Vault,
  destinations: Destinations,
  rows: readonly SealedValue[],
  rowOf: (fieldId: string) => CredentialRow,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const row of rows) {
    const { fieldId, sealed, revision } = row;
    if (!destinations.addressFields.has(fieldId) || !matchesDestination(destinations, row)) continue;
    const place = { ...rowOf(fieldId), destination: destinations.of(fieldId, values) };
    const value = openOrNull(vault, sealed, place, revision);
    if (value !== null) values.set(fieldId, value);
  }
  return values;
}

/** Decrypts a credential; null if it was encrypted for another destination. */
export function openOrNull(vault: Vault, sealed: Uint8Array, place: CredentialPlace, revision: number): string | null {
  return openedOrNull(() => vault.open(sealed, bindingOf(place, revision)));
}

const include = { fields: true } satisfies Prisma.ServerInclude;

/** The destination of each field of a server, by its current document; null if the server was removed. */
export async function readDestinations(db: Db | Tx, serverId: ServerKey): Promise<Destinations | null> {
  const server = await db.server.findUnique({ where: { id: serverId }, include });
  return server && destinationsOf(toDestinationServer(server));
}

/** A credential's current destination, given the owner's stored address values. */
export async function readDestination(
  ctx: Pick<Ctx, 'vault'>,
  db: Db | Tx,
  destinations: Destinations,
  row: CredentialRow,
): Promise<Destination> {
  const { stackServer, endUser, fieldId } = row;
  if (destinations.addressFields.size === 0) return destinations.of(fieldId, new Map());
  const rows = await db.credential.findMany({ where: { stackServerId: stackServer.id, endUser } });
  return destinations.of(
    fieldId,
    openAddressValues(ctx.vault, destinations, rows, (id) => ({ ...row, fieldId: id })),
  );
}
