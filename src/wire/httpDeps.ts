import type { ClientDocuments } from '../core/authorization/clientDocument.ts';
import type { CallSurface } from '../core/callRecords/decision.ts';
import type { AgentActor, ApiKeyActor, UserActor } from '../core/kernel/actor.ts';
import type { Deps, Log } from '../core/kernel/context.ts';
import type { TraceContext } from '../core/lib/traceContext.ts';
import type { WhenAnswered } from '../core/limits/answerBytes.ts';
import type { IssuerKeys } from '../core/machines/issuerKeys.ts';
import type { IdentityProvider } from '../core/people/identityProvider.ts';
import type { MetricsPage } from './metrics.ts';
import type { WriteFaults } from './writeFaults.ts';

/** Finds the actor behind a credential; null for anything invalid. @throws unavailable */
type Authenticators = {
  apiKey(text: string, from: string): Promise<ApiKeyActor | null>;
  session(secret: string): Promise<UserActor | null>;
  /** `from` is the caller's network address. */
  stackToken(text: string, clientId: string, from: string): Promise<AgentActor | null>;
};

/** Finds the actor of a credential whose record is in memory; null for any other, which `Authenticators` check. */
type CachedActors = {
  apiKey(text: string): ApiKeyActor | null;
  stackToken(text: string, clientId: string): AgentActor | null;
};

/** How often the embedded database has crashed, and since when it runs. `runsSince` is null while it is down. */
type DatabaseRestarts = { readonly count: number; readonly runsSince: Date | null };

/** The dependencies of every edge. */
export type HttpDeps = WriteFaults & {
  readonly deps: Deps;
  readonly authenticate: Authenticators;
  readonly known: CachedActors;
  /** Whether changes of other instances arrive. */
  readonly heartbeat: {
    /** `lost`: changes may not arrive, for example while the database is unavailable. */
    readonly hearing: 'live' | 'lost';
    /** The source of changes: PostgreSQL notifications, Redis, or only the change log. */
    readonly carrier: 'listen' | 'redis' | 'log';
  };
  /** The address clients use, without a trailing slash; known once the server listens. */
  publicUrl(): string;
  readonly bodyBytesMax: number;
  /** Null: no metrics are collected. */
  readonly metrics: MetricsPage | null;
  /** Reads the metadata documents of clients that sign in. */
  readonly clientDocuments: ClientDocuments;
  /** Reads the keys of identity providers that accounts trust. */
  readonly issuerKeys: IssuerKeys;
  /** Crashes of the embedded PostgreSQL; null with an external database. */
  readonly databaseRestarts: (() => DatabaseRestarts) | null;
  /** How many workers serve requests, and how many should; null in a single process. */
  readonly workers: (() => { readonly running: number; readonly wanted: number }) | null;
  /** Null without single sign-on. */
  readonly identityProvider: IdentityProvider | null;
};

/** A request's data for verbs. */
export type RequestScope = {
  readonly requestId: string;
  readonly surface?: CallSurface;
  /** When the request arrived, by `performance.now()`. */
  readonly receivedAt?: number;
  readonly trace?: TraceContext | null;
  readonly endUser: string | null;
  readonly signal: AbortSignal;
  readonly whenAnswered: WhenAnswered;
  /** Ends the request as if its caller had disconnected. */
  leave?(): void;
  readonly log: Log;
};

/** The paths where single sign-on starts and where the provider returns the browser. */
export const SINGLE_SIGN_ON_PATHS = {
  begin: '/signin/oidc',
  callback: '/signin/oidc/callback',
  claim: '/signin/oidc/claim',
} as const;
