import type { BoundName } from './limits/bounds.ts';
import type { LimitClass } from './limits/classes.ts';
import type { ListMode } from './search/listMode.ts';

/** What an account's caller may do beyond everyday work. */
export type Scope = 'keys:write';

/** Requests per minute and bounds that the operator grants one account, where they differ from the configured ones. */
export type LimitOverrides = Readonly<Partial<Record<LimitClass | BoundName, number>>>;

/** Whoever holds an API key: an application, as a rule. */
export type ApiKeyActor = {
  readonly kind: 'apiKey';
  readonly accountId: string;
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  readonly limits: LimitOverrides;
};

/** A person who is signed in, in one browser. */
export type UserActor = {
  readonly kind: 'user';
  readonly accountId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly scopes: readonly Scope[];
  readonly limits: LimitOverrides;
};

/** An account's own caller. */
export type AccountActor = ApiKeyActor | UserActor;

/** Somebody who has shown nothing yet: may sign in, nothing else. */
export type VisitorActor = { readonly kind: 'visitor'; readonly accountId: null; readonly address: string };

/** An agent with a stack token: may list and call the tools of one stack, nothing else. */
export type AgentActor = {
  readonly kind: 'agent';
  readonly accountId: string;
  readonly stackId: string;
  readonly endpointId: string;
  readonly clientId: string;
  readonly tokenId: string;
  /** What its endpoint lists unless a request says otherwise. */
  readonly listMode: ListMode;
  /** The user that the token is for; null when each call may say for whom it is. */
  readonly endUser: string | null;
  readonly limits: LimitOverrides;
};

/** Whoever opened a connect link: may finish that one sign-in, nothing else. */
export type LinkActor = { readonly kind: 'link'; readonly accountId: string; readonly linkId: string };

/** Whoever runs the process: the command line and first start. Acts inside one account, or on the marketplace (null). */
export type OperatorActor = { readonly kind: 'operator'; readonly accountId: string | null };

/**
 * Who asks. A switch over `kind` has no default, so that a new kind does not compile until every rule has a word on
 * it.
 */
export type Actor = AccountActor | AgentActor | LinkActor | OperatorActor | VisitorActor;
