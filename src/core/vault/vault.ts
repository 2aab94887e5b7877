/** The row that a sealed value belongs to; bound as additional authenticated data, so that it opens nowhere else. */
export type Binding = {
  readonly accountId: string;
  readonly stackId: string;
  readonly serverId: string;
  /** Whose value it is: an end user's id, or empty for the stack's own. */
  readonly endUser: string;
  readonly fieldId: string;
  readonly revision: number;
  /** Where a credential goes and how (`core/credentials/destination.ts`); null for what goes nowhere, such as a key. */
  readonly destination: string | null;
};

/** A sealed value: the envelope (see envelope.ts) and the id of the key that wraps its data key. */
export type Sealed = { readonly bytes: Uint8Array<ArrayBuffer>; readonly keyId: string };

/** Seals and opens values. Never logs, never returns anything for an envelope that does not verify. */
export type Vault = {
  /** Id of the key that new values are sealed with. */
  readonly currentKeyId: string;
  /** Ids of all keys that it opens with, the current one first. */
  readonly keyIds: readonly string[];
  seal(plaintext: string, binding: Binding): Sealed;
  /** @throws VaultError when the envelope is damaged, was moved to another row, or its key is not in the ring. */
  open(bytes: Uint8Array, binding: Binding): string;
  /** The same value under the current key; the data key is wrapped again, the ciphertext is not touched. */
  rewrap(bytes: Uint8Array): Sealed;
  /**
   * 32 bytes derived with HKDF-SHA-256 (RFC 5869) for one purpose other than the vault itself, from the current key
   * unless another of `keyIds` is named. @throws VaultError for a key that is not among them
   */
  deriveKey(purpose: string, keyId?: string): Uint8Array;
};

/** A sealed value that does not open. Carries no detail: why is of use only to an attacker. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
  constructor() {
    super('The sealed value does not open');
  }
}
