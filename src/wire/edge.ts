import type { AgentActor, ApiKeyActor, UserActor } from '../core/actor.ts';
import type { ClientDocuments } from '../core/authorization/clientDocument.ts';
import type { Deps, Log } from '../core/context.ts';
import type { ClientId } from '../core/ids.ts';
import type { IdentityProvider } from '../core/people/identityProvider.ts';
import type { MetricsPage } from './metrics.ts';

/** Turns what a caller sends into who it is; null for anything that does not hold. @throws unavailable */
export type Authenticators = {
  apiKey(text: string): Promise<ApiKeyActor | null>;
  session(secret: string): Promise<UserActor | null>;
  stackToken(text: string, clientId: ClientId): Promise<AgentActor | null>;
};

/** What every edge is built from. */
export type Edge = {
  readonly deps: Deps;
  readonly authenticate: Authenticators;
  /** True for an error that only says that the database is out of reach. */
  isUnavailable(error: unknown): boolean;
  /** The address clients use, without a trailing slash; known once the server listens. */
  publicUrl(): string;
  readonly bodyBytesMax: number;
  /** Null: nothing is counted. */
  readonly metrics: MetricsPage | null;
  /** What clients that sign in publish of themselves. */
  readonly clientDocuments: ClientDocuments;
  /** Null: there is no single sign-on. */
  readonly identityProvider: IdentityProvider | null;
};

/** One request, as far as verbs care. */
export type RequestScope = {
  readonly requestId: string;
  readonly endUser: string | null;
  readonly signal: AbortSignal;
  readonly log: Log;
};

/** Where a browser starts single sign-on, and where the provider sends it back to. */
export const SINGLE_SIGN_ON_PATHS = { begin: '/signin/oidc', callback: '/signin/oidc/callback' } as const;
