import { z } from 'zod';
import type { CredentialField } from '../../generated/prisma/client.ts';
import type { Ctx, Tx } from '../context.ts';
import { AppError } from '../errors.ts';
import { newRowId } from '../ids.ts';
import { isRecord } from '../json.ts';
import { parseInput } from '../parse.ts';
import { accountWhere } from '../scope.ts';
import { bumpStack, findStackServer, getStackServer, type PlacedServer } from '../stacks/stackServer.ts';
import { write } from '../write.ts';
import type { Binding } from './vault.ts';

export const CREDENTIAL_BYTES_MAX = 16_384;

export type FieldState = 'added' | 'missing';

/** Which fields of a server hold a value: never the value, nor a part of it. */
export type CredentialStatus = {
  readonly required: Readonly<Record<string, FieldState>>;
  readonly optional: Readonly<Record<string, FieldState>>;
  readonly allAdded: boolean;
  readonly requiredAdded: boolean;
};

/** What a change of credentials touched. */
export type CredentialChange = { readonly serverId: string; readonly fieldIds: readonly string[] };

/** The status of a server's fields, given the field ids that hold a value. */
export function credentialStatusOf(
  fields: readonly Pick<CredentialField, 'fieldId' | 'required'>[],
  stored: ReadonlySet<string>,
): CredentialStatus {
  const states = (isRequired: boolean): Record<string, FieldState> =>
    Object.fromEntries(
      fields
        .filter((field) => field.required === isRequired)
        .map(({ fieldId }) => [fieldId, stored.has(fieldId) ? 'added' : 'missing']),
    );
  const areAdded = (list: readonly Pick<CredentialField, 'fieldId'>[]) =>
    list.every(({ fieldId }) => stored.has(fieldId));
  return {
    required: states(true),
    optional: states(false),
    allAdded: areAdded(fields),
    requiredAdded: areAdded(fields.filter((field) => field.required)),
  };
}

/** Which credentials of a server in a stack are there. @throws not_found */
export async function getCredentialStatus(ctx: Ctx, stackId: string, server: string): Promise<CredentialStatus> {
  const placed = await getStackServer(ctx, stackId, server);
  const where = { stackServerId: placed.id, stackServer: { stack: accountWhere(ctx.actor) } };
  const rows = await ctx.db.credential.findMany({ where, select: { fieldId: true } });
  return credentialStatusOf(placed.server.fields, new Set(rows.map((row) => row.fieldId)));
}

const serverNotFound = (server: string): AppError => new AppError('not_found', `Server ${server} not found`);

const value = z
  .string()
  .min(1)
  .refine((text) => Buffer.byteLength(text) <= CREDENTIAL_BYTES_MAX, `must be at most ${CREDENTIAL_BYTES_MAX} bytes`);

function credentialsInput(fields: readonly CredentialField[]) {
  const known = new Set(fields.map((field) => field.fieldId));
  // Keys are checked on what was sent: a parsed record has lost `__proto__`.
  const credentials = z
    .custom<Record<string, unknown>>(isRecord, 'must be an object')
    .refine((given) => Object.keys(given).length > 0, 'must name at least one field')
    .refine(
      (given) => Object.keys(given).every((fieldId) => known.has(fieldId)),
      'names a field the server does not define',
    )
    .pipe(z.record(z.string(), value));
  return z.object({ credentials });
}

/**
 * Seals and stores the given fields, all or none; others stay: `{ credentials: { [fieldId]: value } }`.
 * @throws not_found, invalid_input
 */
export async function setCredentials(
  ctx: Ctx,
  stackId: string,
  server: string,
  input: unknown,
): Promise<CredentialChange> {
  const placed = await findStackServer(ctx, stackId, server);
  if (!placed) throw serverNotFound(server);
  const { credentials } = parseInput(credentialsInput(placed.server.fields), input, 'Invalid credential format');
  const serverId = placed.server.slug;
  const fieldIds = Object.keys(credentials);
  return write(ctx, async (tx) => {
    await bumpStack(ctx, tx, stackId);
    const accountId = await accountOfStack(tx, stackId);
    for (const [fieldId, plaintext] of Object.entries(credentials)) {
      await storeCredential(ctx, tx, { accountId, placed, fieldId, plaintext });
    }
    return {
      value: { serverId, fieldIds },
      audit: {
        action: 'credentials.set',
        target: { kind: 'stack', id: stackId },
        stackId,
        details: { serverId, fieldIds },
      },
      changes: [{ kind: 'stack', id: stackId }],
    };
  });
}

async function accountOfStack(tx: Tx, stackId: string): Promise<string> {
  const stack = await tx.stack.findUniqueOrThrow({ where: { id: stackId }, select: { accountId: true } });
  return stack.accountId;
}

type Stored = { accountId: string; placed: PlacedServer; fieldId: string; plaintext: string };

// The stack's row is locked by bumpStack, so no other write takes the same revision.
async function storeCredential(ctx: Ctx, tx: Tx, { accountId, placed, fieldId, plaintext }: Stored): Promise<void> {
  const where = { stackServerId_fieldId: { stackServerId: placed.id, fieldId } };
  const before = await tx.credential.findUnique({ where, select: { revision: true } });
  const revision = (before?.revision ?? 0) + 1;
  const binding: Binding = { accountId, stackId: placed.stackId, serverId: placed.serverId, fieldId, revision };
  const sealed = ctx.vault.seal(plaintext, binding);
  const data = { sealed: sealed.bytes, keyId: sealed.keyId, revision, updatedAt: ctx.now() };
  const key = { id: newRowId(), stackServerId: placed.id, fieldId };
  await tx.credential.upsert({ where, update: data, create: { ...key, ...data } });
}

/** Removes one stored value. @throws not_found when the server is not in the stack or defines no such field */
export async function removeCredential(
  ctx: Ctx,
  stackId: string,
  server: string,
  fieldId: string,
): Promise<CredentialChange> {
  const placed = await getStackServer(ctx, stackId, server);
  const serverId = placed.server.slug;
  if (!placed.server.fields.some((field) => field.fieldId === fieldId)) {
    throw new AppError('not_found', `Credential ${fieldId} not found in server ${serverId}`);
  }
  return write(ctx, async (tx) => {
    await bumpStack(ctx, tx, stackId);
    await tx.credential.deleteMany({ where: { stackServerId: placed.id, fieldId } });
    const details = { serverId, fieldIds: [fieldId] };
    return {
      value: details,
      audit: { action: 'credentials.remove', target: { kind: 'stack', id: stackId }, stackId, details },
      changes: [{ kind: 'stack', id: stackId }],
    };
  });
}
