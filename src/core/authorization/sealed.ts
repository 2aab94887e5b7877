import type { Binding, Vault } from '../vault/vault.ts';
import { VaultError } from '../vault/vault.ts';

/** What a text is for: one made for one thing does not pass for another. */
export type SealedPurpose =
  | 'oauth-client'
  | 'authorization-request'
  | 'single-sign-on'
  | 'passkey-registration'
  | 'passkey-sign-in';

const bindingOf = (purpose: SealedPurpose): Binding => ({
  accountId: 'operator',
  stackId: '',
  serverId: purpose,
  endUser: '',
  fieldId: '',
  revision: 1,
  destination: null,
});

/** A text that others carry for us: they can neither read nor change it, and we keep nothing. */
export const sealJson = (vault: Vault, purpose: SealedPurpose, value: object): string =>
  Buffer.from(vault.seal(JSON.stringify(value), bindingOf(purpose)).bytes).toString('base64url');

/** What was sealed; null for any other text. */
export function openJson(vault: Vault, purpose: SealedPurpose, text: string): unknown {
  try {
    return JSON.parse(vault.open(Buffer.from(text, 'base64url'), bindingOf(purpose)));
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}
