import type { AccountId } from '../kernel/ids.ts';
import type { PublicJwk } from './publicKeys.ts';

/** Where an identity provider publishes its keys, and the account on whose behalf they are read. */
export type KeySource = {
  readonly issuer: string;
  /** Address of the keys; null to find it in the issuer's metadata (RFC 8414, OpenID Connect Discovery 1.0). */
  readonly url: string | null;
  readonly accountId: AccountId;
};

/** Options for reading keys. */
export type ReadingKeys = {
  /** True if a key was missing: fetches the keys again, unless they were fetched just before. */
  readonly isStale?: boolean;
  /** Called before each request to the provider, to charge the caller that causes it. Its errors propagate. */
  admit?(): Promise<void>;
};

/** Reads the public keys that identity providers publish (RFC 7517), and caches them. */
export type IssuerKeys = {
  /** Reads the keys of a source. @throws unavailable when they cannot be read; the error of `admit` */
  read(source: KeySource, reading?: ReadingKeys): Promise<readonly PublicJwk[]>;
};
