import type { AccountId } from '../ids.ts';
import type { PublicJwk } from './publicKeys.ts';

/** Where an identity provider publishes its keys, and the account whose connections read them. */
export type KeySource = {
  readonly issuer: string;
  /** Null: the location in the issuer's metadata (RFC 8414, OpenID Connect Discovery 1.0). */
  readonly url: string | null;
  readonly accountId: AccountId;
};

/** Options for reading keys. */
export type ReadingKeys = {
  /** Fetches the keys again, unless that just happened: a key was missing. */
  readonly isStale?: boolean;
  /** Called before a request to the provider, to charge the caller that causes it; its errors propagate. */
  admit?(): Promise<void>;
};

/** Reads the public keys that identity providers publish (RFC 7517), and caches them. */
export type IssuerKeys = {
  /** Reads the keys of a source. @throws unavailable when they cannot be read; the error of `admit` */
  read(source: KeySource, reading?: ReadingKeys): Promise<readonly PublicJwk[]>;
};
