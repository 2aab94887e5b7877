import { type Binding, openedOrNull, type Vault } from './vault/vault.ts';

/** The purpose of an encrypted text, which does not decrypt for another purpose. */
type SealedPurpose =
  | 'oauth-client'
  | 'authorization-request'
  | 'login-request'
  | 'login-code'
  | 'single-sign-on'
  | 'claimed-address'
  | 'alert-mail'
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

/**
 * Encrypts a JSON object as text for a browser or client, which can neither read nor change it. Stores nothing. Tested
 * by `test/oauth/consent.test.ts`.
 */
export const sealJson = (vault: Vault, purpose: SealedPurpose, value: object): string =>
  Buffer.from(vault.seal(JSON.stringify(value), bindingOf(purpose)).bytes).toString('base64url');

/** Decrypts text from `sealJson` for the purpose; null for any other text. */
export function openJson(vault: Vault, purpose: SealedPurpose, text: string): unknown {
  return openedOrNull<unknown>(() => JSON.parse(vault.open(Buffer.from(text, 'base64url'), bindingOf(purpose))));
}
