import type { AccountId } from '../ids.ts';
import type { PublicJwk } from './publicKeys.ts';

/** Where an identity provider publishes its keys, and whose connections are used to read them. */
export type KeySource = { readonly url: string; readonly accountId: AccountId };

/** Reads the public keys that identity providers publish (RFC 7517), and keeps them for a while. */
export type IssuerKeys = {
  /**
   * The keys of a source. With `isStale`, for a key that was not among them, reads them anew unless that was just done.
   */
  read(source: KeySource, options?: { readonly isStale: boolean }): Promise<readonly PublicJwk[]>;
};
