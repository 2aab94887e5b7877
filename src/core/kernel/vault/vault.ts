import type { AccountId, StackId } from '../ids.ts';

/**
 * The row that an encrypted value belongs to. It is authenticated with the value (additional data), so that the value
 * decrypts in no other row.
 */
export type Binding = {
  readonly accountId: AccountId | 'operator';
  /** Empty for values that don't belong to a stack. */
  readonly stackId: StackId | '';
  /** The server's row; for values that don't belong to a server, their purpose. */
  readonly serverId: string;
  /** The owner: an end user's id, or empty for the stack's own value. */
  readonly endUser: string;
  readonly fieldId: string;
  readonly revision: number;
  /**
   * Where a credential is sent (`core/credentials/destination.ts`); null for a value that is not sent, such as a key.
   */
  readonly destination: string | null;
};

/** An encrypted value: the envelope (see `envelope.ts`) and the id of the key that wraps its data key. */
export type Sealed = { readonly bytes: Uint8Array<ArrayBuffer>; readonly keyId: string };

/**
 * Encrypts and decrypts values. Never logs, and returns nothing for an envelope that does not verify. Tested by
 * `test/core/kernel/vault/vault.test.ts`.
 */
export type Vault = {
  /** The id of the key that encrypts new values. */
  readonly currentKeyId: string;
  /** The ids of all keys that it can decrypt with, the current one first. */
  readonly keyIds: readonly string[];
  seal(plaintext: string, binding: Binding): Sealed;
  /** @throws VaultError if the envelope is damaged or was moved to another row, or its key is not in the ring */
  open(bytes: Uint8Array, binding: Binding): string;
  /** Wraps the value's data key with the current key; the ciphertext is unchanged. @throws VaultError */
  rewrap(bytes: Uint8Array): Sealed;
  /**
   * Derives 32 bytes with HKDF-SHA-256 (RFC 5869) for one purpose other than the vault itself. Uses the current key
   * unless another of `keyIds` is given.
   * @throws VaultError for an unknown key
   */
  deriveKey(purpose: string, keyId?: string): Uint8Array;
};

/** An encrypted value does not decrypt. It carries no reason, which would only help an attacker. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
  constructor() {
    super('The sealed value cannot be decrypted');
  }
}

/** The value that `open` decrypts; null if it can't be decrypted, for example without its master key. */
export function openedOrNull<T>(open: () => T): T | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}
