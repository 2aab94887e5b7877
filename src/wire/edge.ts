import type { FastifyReply } from 'fastify';
import type { Actor, AgentActor, ApiKeyActor, UserActor } from '../core/actor.ts';
import type { ClientDocuments } from '../core/authorization/clientDocument.ts';
import type { Ctx, Deps, Log } from '../core/context.ts';
import { checkEndUser } from '../core/endUser.ts';
import { AppError } from '../core/errors.ts';
import type { IdentityProvider } from '../core/people/identityProvider.ts';
import { isListMode, type ListMode } from '../core/search/listMode.ts';
import type { MetricsPage } from './metrics.ts';

/** Turns what a caller sends into who it is; null for anything that does not hold. @throws unavailable */
export type Authenticators = {
  apiKey(text: string): Promise<ApiKeyActor | null>;
  session(secret: string): Promise<UserActor | null>;
  stackToken(text: string, clientId: string): Promise<AgentActor | null>;
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

/** The context of one request. */
export const contextFor = (edge: Edge, actor: Actor, scope: RequestScope): Ctx => ({
  ...edge.deps,
  ...scope,
  publicUrl: edge.publicUrl,
  actor,
});

/** Aborted when the caller hangs up before it has its answer. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The end user that a request is for: the one that its token names, else the one in `X-End-User`.
 * @throws invalid_input for a header that is no end user's id, or names another than the token does
 */
export function endUserOf(headers: Headers, actor: Actor): string | null {
  const header = headers['x-end-user'];
  const given = header === undefined ? null : checkEndUser(String(header));
  const bound = actor.kind === 'agent' ? actor.endUser : null;
  if (bound !== null && given !== null && given !== bound) {
    throw new AppError('invalid_input', 'The token is for another end user');
  }
  return bound ?? given;
}

/** The token of an `Authorization: Bearer` header (RFC 6750, section 2.1); null when there is none. */
export function bearerOf(header: string | undefined): string | null {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(header ?? '')?.[1] ?? null;
}

/** Where a browser starts single sign-on, and where the provider sends it back to. */
export const SINGLE_SIGN_ON_PATHS = { begin: '/signin/oidc', callback: '/signin/oidc/callback' } as const;

/** The mode that a request's `?mode=` asks for; else its endpoint's, or `full`. @throws invalid_input */
export function listModeOf(given: string | undefined, actor: Actor): ListMode {
  if (given === undefined) return actor.kind === 'agent' ? actor.listMode : 'full';
  if (!isListMode(given)) throw new AppError('invalid_input', `Invalid mode ${given}`);
  return given;
}
