import { z } from 'zod';
import { appendAudit } from '../kernel/audit/audit.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { credentialOwner, endUserSchema, STACK_ITSELF } from '../kernel/endUser.ts';
import { bumpStack } from '../kernel/findStack.ts';
import type { PlacedServer } from '../kernel/findStackServer.ts';
import { findStackServer, getStackServer } from '../kernel/findStackServer.ts';
import type { ServerId, StackId } from '../kernel/ids.ts';
import { requireRightIn } from '../kernel/scope.ts';
import { write, writeUnlessDone } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { isRecord } from '../lib/json.ts';
import { mapOf, parseInput } from '../lib/parse.ts';
import { mapForeignKeyError } from '../lib/unique.ts';
import { readDestination } from './addressValues.ts';
import { clientFieldsOf } from './clientFields.ts';
import { type DestinationServer, destinationsOf, toDestinationServer } from './destination.ts';
import { movedRecord, type Settled, settleAddress } from './move.ts';
import { basicHalves, normalizePasted, templatesOf } from './pasted.ts';
import { detachApplication } from './sharedApplication.ts';
import { accountOfStack, type CredentialRow, storeCredential } from './store.ts';

/** Maximum bytes of one stored value, in UTF-8. */
export const CREDENTIAL_BYTES_MAX = 16_384;

const BAD_FORMAT = 'Invalid credential format';

/** A changed credential. `endUser` is empty for the stack's own credentials. */
export type CredentialChange = {
  readonly serverId: ServerId;
  readonly fieldIds: readonly string[];
  readonly endUser: string;
  /** Describes where the stored values differ from the given ones, without the values. */
  readonly notes: readonly string[];
};

const serverNotFound = (server: ServerId): AppError => new AppError('not_found', `Server ${server} not found`);

const value = z
  .string()
  .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
  .refine((text) => Buffer.byteLength(text) <= CREDENTIAL_BYTES_MAX, `must be at most ${CREDENTIAL_BYTES_MAX} bytes`);

type GivenValue = { readonly fieldId: string; readonly value: string };

function credentialsInput({ connector, fields }: DestinationServer) {
  const known = new Map(fields.map((field) => [field.fieldId, field]));
  const mayBeEmpty = basicHalves(templatesOf({ connector, fields }));
  // Keys are checked on the raw input: parsing drops `__proto__` silently.
  const credentials = z
    .custom<Record<string, unknown>>(isRecord, 'must be an object')
    .refine((input) => Object.keys(input).length > 0, 'must name at least one field')
    .refine(
      (input) => Object.keys(input).every((fieldId) => known.has(fieldId)),
      'names a field the server does not define',
    )
    .pipe(mapOf(z.string(), value))
    .transform((input) =>
      Object.entries(input).flatMap(([fieldId, text]) => {
        const field = known.get(fieldId);
        return field ? [{ fieldId, ...normalizePasted({ connector, fields }, field, text) }] : [];
      }),
    )
    .refine(
      (all) => all.every(({ fieldId, value: text }) => text !== '' || mayBeEmpty.has(fieldId)),
      'must not be empty',
    );
  return z.object({ credentials, endUser: endUserSchema.nullish() });
}

/**
 * Encrypts and stores the given fields, all or none. The input is `{ credentials: { [fieldId]: value }, endUser? }`.
 * Other fields stay unchanged. Without an end user, the values are the stack's own. Tested by
 * `test/core/credentials/endUsers.test.ts`.
 * @throws not_found, invalid_input
 */
export async function setCredentials(
  ctx: Ctx,
  stackId: StackId,
  server: ServerId,
  input: unknown,
): Promise<CredentialChange> {
  requireRightIn(ctx.actor, 'write', stackId);
  const placed = await findStackServer(ctx, stackId, server);
  if (!placed) throw serverNotFound(server);
  const allowed = credentialsInput(toDestinationServer(placed.server));
  const { credentials, endUser } = parseInput(allowed, input, BAD_FORMAT);
  const owner = credentialOwner(ctx, endUser);
  const fieldIds = credentials.map(({ fieldId }) => fieldId);
  const notes = credentials.flatMap((each) => each.notes);
  if (owner !== STACK_ITSELF) {
    // An OAuth client always belongs to the stack: an end user's value would look stored but never be used.
    const clientFields = clientFieldsOf(placed.server.fields);
    const issues = fieldIds
      .filter((fieldId) => clientFields.has(fieldId))
      .map((fieldId) => ({ path: `/credentials/${fieldId}`, message: 'belongs to the stack, not to an end user' }));
    if (issues.length > 0) throw new AppError('invalid_input', BAD_FORMAT, { issues });
  }
  const change = { serverId: placed.server.slug, fieldIds, endUser: owner, notes };
  const writing = write(ctx, async (tx) => {
    await bumpStack(ctx, tx, stackId);
    const place = { accountId: await accountOfStack(tx, stackId), stackServer: placed, endUser: owner };
    const { moved, bound } = await storeAll(ctx, tx, place, placed, credentials);
    await detachApplication(tx, placed, fieldIds);
    if (moved.length > 0) await appendAudit(ctx, tx, movedRecord(place, change.serverId, moved));
    return { value: change, ...recordOf('credentials.set', placed, change, bound) };
  });
  return mapForeignKeyError(writing, () => serverNotFound(server));
}

/** Stores address fields first, because the other values are bound to the address. */
async function storeAll(
  ctx: Ctx,
  tx: Tx,
  owner: Omit<CredentialRow, 'fieldId'>,
  { server }: PlacedServer,
  values: readonly GivenValue[],
): Promise<Settled> {
  const destinations = destinationsOf(toDestinationServer(server));
  const isAddress = ({ fieldId }: GivenValue): boolean => destinations.addressFields.has(fieldId);
  for (const { fieldId, value: plaintext } of [
    ...values.filter(isAddress),
    ...values.filter((each) => !isAddress(each)),
  ]) {
    const row = { ...owner, fieldId };
    const destination = await readDestination(ctx, tx, destinations, row);
    await storeCredential(ctx, tx, { ...row, destination }, { kind: 'value', plaintext });
  }
  if (!values.some(isAddress)) return { moved: [], bound: [] };
  return settleAddress(ctx, tx, destinations, owner, new Set(values.map(({ fieldId }) => fieldId)));
}

/**
 * Removes one stored value; writes nothing if there is none.
 * @throws not_found when the server is not in the stack or defines no such field; invalid_input
 */
export async function removeCredential(
  ctx: Ctx,
  stackId: StackId,
  server: ServerId,
  fieldId: string,
  endUser?: string | null,
): Promise<CredentialChange> {
  requireRightIn(ctx.actor, 'write', stackId);
  const placed = await getStackServer(ctx, stackId, server);
  const serverId = placed.server.slug;
  if (!placed.server.fields.some((field) => field.fieldId === fieldId)) {
    throw new AppError('not_found', `Credential ${fieldId} not found in server ${serverId}`);
  }
  const change = { serverId, fieldIds: [fieldId], endUser: credentialOwner(ctx, endUser), notes: [] };
  const where = { stackServerId: placed.id, endUser: change.endUser, fieldId };
  await writeUnlessDone(ctx, async (tx) => {
    await bumpStack(ctx, tx, stackId);
    const { count } = await tx.credential.deleteMany({ where });
    await detachApplication(tx, placed, [fieldId]);
    return count > 0 ? { value: change, ...recordOf('credentials.remove', placed, change) } : null;
  });
  return change;
}

function recordOf(
  action: 'credentials.set' | 'credentials.remove',
  { id, stackId }: Pick<PlacedServer, 'id' | 'stackId'>,
  { serverId, fieldIds, endUser }: CredentialChange,
  bound: readonly string[] = [],
) {
  return {
    audit: {
      action,
      target: { kind: 'stack' as const, id: stackId },
      stackId,
      details: { serverId, fieldIds, ...(endUser !== STACK_ITSELF && { endUser }) },
      credentials: [...fieldIds, ...bound].map((fieldId) => ({ stackServerId: id, endUser, fieldId })),
    },
    changes: [{ kind: 'credentials' as const, id, endUser }],
  };
}
