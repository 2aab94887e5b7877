import type { AccountId } from '../ids.ts';
import type { PublicJwk } from './publicKeys.ts';

/** Where an identity provider publishes its keys, and whose connections are used to read them. */
export type KeySource = {
  readonly issuer: string;
  /** Null for where the issuer says, in its metadata (RFC 8414, OpenID Connect Discovery 1.0). */
  readonly url: string | null;
  readonly accountId: AccountId;
};

/** How keys are read. */
export type ReadingKeys = {
  /** Read anew unless that was just done: a key was not among them. */
  readonly isStale?: boolean;
  /** Asked before the provider is, on behalf of whoever is the reason for it: what it throws is thrown. */
  admit?(): Promise<void>;
};

/** Reads the public keys that identity providers publish (RFC 7517), and keeps them for a while. */
export type IssuerKeys = {
  /** The keys of a source. @throws unavailable where they cannot be read; what `admit` throws */
  read(source: KeySource, reading?: ReadingKeys): Promise<readonly PublicJwk[]>;
};
