import { randomInt } from 'node:crypto';
import type { Ctx, Tx } from '../kernel/context.ts';
import { STACK_ITSELF } from '../kernel/endUser.ts';
import { type AccountId, newCredentialId, type ServerKey, type StackId, type StackServerId } from '../kernel/ids.ts';
import type { Binding } from '../kernel/vault/vault.ts';
import { requireCapacity } from '../limits/countedBounds.ts';
import type { Destination } from './destination.ts';

/**
 * Identifies a credential: `stackServer` is the server's place in the stack, `endUser` is empty for the stack's own.
 */
export type CredentialRow = {
  readonly accountId: AccountId;
  readonly stackServer: { readonly id: StackServerId; readonly stackId: StackId; readonly serverId: ServerKey };
  readonly endUser: string;
  readonly fieldId: string;
};

/** A credential's row with its destination: everything that encryption binds the value to. */
export type CredentialPlace = CredentialRow & { readonly destination: Destination };

/**
 * The plaintext to store: pasted text, or a sign-in's token set as JSON, with the columns that are readable without
 * decryption.
 */
export type CredentialContent =
  | {
      readonly kind: 'value';
      readonly plaintext: string;
      /** Set for a part of an OAuth application that another stack shares. */
      readonly isCopied?: true;
    }
  | {
      readonly kind: 'oauth2';
      readonly plaintext: string;
      readonly expiresAt: Date | null;
      readonly isRenewable: boolean;
    };

// A new row starts at a random revision, so that ciphertext of a deleted row does not decrypt in its replacement.
const FIRST_REVISION_MAX = 2 ** 30;

/**
 * Additional authenticated data of a credential: its value decrypts only in this row, at this revision and for this
 * destination.
 */
export const bindingOf = (
  { accountId, stackServer: { stackId, serverId }, endUser, fieldId, destination }: CredentialPlace,
  revision: number,
): Binding => ({ accountId, stackId, serverId, endUser, fieldId, revision, destination: destination.bound });

/** The account that owns a stack. @throws if the stack was removed */
export async function accountOfStack(tx: Tx, stackId: StackId): Promise<AccountId> {
  const stack = await tx.stack.findUniqueOrThrow({ where: { id: stackId }, select: { accountId: true } });
  return stack.accountId;
}

/**
 * Encrypts and stores one credential, replacing the old value. The caller must hold the stack's row lock, so that
 * revisions increase one by one. Tested by `test/core/credentials/storing.test.ts`.
 */
export async function storeCredential(
  ctx: Ctx,
  tx: Tx,
  place: CredentialPlace,
  content: CredentialContent,
): Promise<void> {
  const key = { stackServerId: place.stackServer.id, endUser: place.endUser, fieldId: place.fieldId };
  const where = { stackServerId_endUser_fieldId: key };
  const before = await tx.credential.findUnique({ where, select: { revision: true } });
  if (!before) await requireCapacity(ctx, tx, 'max_credentials');
  const revision = before ? before.revision + 1 : randomInt(1, FIRST_REVISION_MAX);
  const data = { ...sealedColumns(ctx, place, revision, content), updatedAt: ctx.now() };
  await tx.credential.upsert({ where, update: data, create: { id: newCredentialId(), ...key, ...data } });
}

export function sealedColumns(ctx: Ctx, place: CredentialPlace, revision: number, content: CredentialContent) {
  const { bytes: sealed, keyId } = ctx.vault.seal(content.plaintext, bindingOf(place, revision));
  const { expiresAt, isRenewable } = content.kind === 'oauth2' ? content : { expiresAt: null, isRenewable: false };
  const { kind } = content;
  const isCopied = content.kind === 'value' && content.isCopied === true;
  const times = { expiresAt, isRenewable, leasedUntil: null };
  const destination = place.destination.digest;
  return { sealed, keyId, revision, destination, kind, ...times, isShared: isCopied, isCopied, state: 'connected' };
}

/**
 * Locks the stack's row, so that changes of its credentials run one after another. To avoid deadlocks, call it after
 * locking the stack's servers and before locking its account (`test/core/lockOrder.test.ts`). Other transactions can
 * still create rows that refer to the stack.
 */
export async function lockStack(tx: Tx, stackId: StackId): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM stack WHERE id = ${stackId} FOR NO KEY UPDATE`;
}

type SignInAction = 'credentials.connect' | 'credentials.renew' | 'credentials.reconnect_required';

/** Audit event of a sign-in change, with its cache invalidations. */
export function signInRecord(action: SignInAction, { accountId, stackServer, endUser, fieldId }: CredentialRow) {
  const { stackId } = stackServer;
  return {
    audit: {
      action,
      target: { kind: 'stack' as const, id: stackId },
      stackId,
      chain: accountId,
      details: { fieldId, ...(endUser !== STACK_ITSELF && { endUser }) },
      credentials: [{ stackServerId: stackServer.id, endUser, fieldId }],
    },
    changes: [{ kind: 'credentials' as const, id: stackServer.id, endUser }],
  };
}
