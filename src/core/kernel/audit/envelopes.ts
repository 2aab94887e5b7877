import { z } from 'zod';
import type { Credential } from '../../../generated/prisma/client.ts';
import { isRecord } from '../../lib/json.ts';
import { sha256Text } from '../../lib/sha256.ts';
import type { Tx } from '../context.ts';
import type { AccountId } from '../ids.ts';
import { lengthPrefixed, sealedValueOf } from '../vault/envelope.ts';

/** Identifies a credential row in an event. */
export type CredentialKey = Pick<Credential, 'stackServerId' | 'endUser' | 'fieldId'>;

/** The digest of each credential's row, by the credential's name (`nameOf`); null for a removed credential. */
export type Envelopes = Readonly<Record<string, string | null>>;

/** Maximum credentials named in one event, so that event size does not grow with the account. */
export const ENVELOPES_PER_EVENT = 500;

const ROWS_PER_READ = 1_000;

const COLUMNS = {
  stackServerId: true,
  endUser: true,
  fieldId: true,
  revision: true,
  state: true,
  destination: true,
  sealed: true,
} as const;

type Row = Pick<Credential, keyof typeof COLUMNS>;

const nameSchema = z.tuple([z.string(), z.string(), z.string()]);

const nameOf = ({ stackServerId, endUser, fieldId }: CredentialKey): string =>
  JSON.stringify([stackServerId, endUser, fieldId]);

/**
 * SHA-256 of a credential row, in Base64. Covers the ciphertext, never the plaintext, and omits fields changed by
 * master key rotation or a renewal lease.
 */
const digestOf = ({ stackServerId, endUser, fieldId, revision, state, destination, sealed }: Row): string =>
  sha256Text(
    lengthPrefixed([
      'toolyard-credential-row-1',
      stackServerId,
      endUser,
      fieldId,
      String(revision),
      state,
      destination === null ? 'unbound' : `bound ${destination}`,
      sealedValueOf(sealed),
    ]),
    'base64',
  );

/** Digests of credentials as the transaction sees them. Takes at most `ENVELOPES_PER_EVENT` keys. */
export async function envelopesOf(tx: Tx, keys: readonly CredentialKey[]): Promise<Envelopes> {
  // Use raw SQL, since Prisma needs a tenth of a second to build a condition for each credential.
  const rows = await tx.$queryRaw<Row[]>`
    SELECT stack_server_id AS "stackServerId", end_user AS "endUser", field_id AS "fieldId", revision, state, destination,
      sealed
    FROM unnest(${keys.map((key) => key.stackServerId)}::text[], ${keys.map((key) => key.endUser)}::text[],
      ${keys.map((key) => key.fieldId)}::text[]) AS named (place, owner, field)
    JOIN credential ON stack_server_id = named.place AND end_user = named.owner AND field_id = named.field`;
  const removed = keys.map((key) => [nameOf(key), null] as const);
  return Object.fromEntries([...removed, ...rows.map((row) => [nameOf(row), digestOf(row)] as const)]);
}

/** Latest recorded digest of each credential, collected by walking the chain in order. */
export type RecordedEnvelopes = Map<string, { readonly digest: string; readonly seq: number }>;

/** Records the digests in one event; a null digest removes the credential. */
export function noteEnvelopes(
  recorded: RecordedEnvelopes,
  { seq, envelopes }: { seq: number; envelopes: unknown },
): void {
  for (const [name, digest] of Object.entries(isRecord(envelopes) ? envelopes : {})) {
    if (typeof digest === 'string') recorded.set(name, { digest, seq });
    else recorded.delete(name);
  }
}

/** A credential that does not match its account's chain. `seq` is the event that recorded it, or null if none did. */
type UnrecordedCredential = {
  readonly seq: number | null;
  readonly fieldId: string;
  readonly change: 'replaced' | 'removed';
};

/**
 * First credential of the account that was replaced, rolled back, added or removed without an event; null if there is
 * none. Ignores credentials that were removed with their stack or server, since that removal has its own event.
 */
export async function findUnrecorded(
  tx: Tx,
  accountId: AccountId,
  recorded: RecordedEnvelopes,
): Promise<UnrecordedCredential | null> {
  const unseen = new Map(recorded);
  let after = '';
  for (;;) {
    const rows = await tx.credential.findMany({
      where: { stackServer: { stack: { accountId } }, id: { gt: after } },
      orderBy: { id: 'asc' },
      take: ROWS_PER_READ,
      select: { id: true, ...COLUMNS },
    });
    for (const row of rows) {
      const recordedRow = unseen.get(nameOf(row));
      if (recordedRow?.digest !== digestOf(row))
        return { seq: recordedRow?.seq ?? null, fieldId: row.fieldId, change: 'replaced' };
      unseen.delete(nameOf(row));
      after = row.id;
    }
    if (rows.length < ROWS_PER_READ) break;
  }
  for await (const part of withPlace(tx, unseen)) {
    const [stray] = part;
    if (stray) return { seq: stray.stored.seq, fieldId: placeOf(stray.name)[2], change: 'removed' };
  }
  return null;
}

const placeOf = (name: string) => nameSchema.parse(JSON.parse(name));

type RecordedEnvelope = { readonly name: string; readonly stored: { readonly digest: string; readonly seq: number } };

/** Filters to credentials whose server is still in the stack. */
async function* withPlace(
  db: Pick<Tx, 'stackServer'>,
  recorded: RecordedEnvelopes,
): AsyncGenerator<readonly RecordedEnvelope[]> {
  const all = [...recorded].map(([name, stored]) => ({ name, stored, stackServerId: placeOf(name)[0] }));
  for (let from = 0; from < all.length; from += ROWS_PER_READ) {
    const part = all.slice(from, from + ROWS_PER_READ);
    const where = { id: { in: part.map(({ stackServerId }) => stackServerId) } };
    const rows = await db.stackServer.findMany({ where, select: { id: true } });
    const there = new Set<string>(rows.map(({ id }) => id));
    yield part.filter(({ stackServerId }) => there.has(stackServerId));
  }
}

/** Recorded digests of credentials whose server is still in the stack; they must survive pruning. */
export async function presentEnvelopes(db: Pick<Tx, 'stackServer'>, recorded: RecordedEnvelopes): Promise<Envelopes> {
  const present: Record<string, string> = {};
  for await (const part of withPlace(db, recorded)) for (const { name, stored } of part) present[name] = stored.digest;
  return present;
}
