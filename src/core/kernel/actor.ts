import type { Attenuation } from './attenuation.ts';
import type { BoundName } from './bounds.ts';
import type { Canary } from './canary.ts';
import type {
  AccountId,
  ApiKeyId,
  ClientId,
  ConnectLinkId,
  EndpointId,
  GrantId,
  SessionId,
  StackId,
  TokenId,
  UserId,
} from './ids.ts';
import type { LimitClass } from './limitClasses.ts';
import type { ListMode } from './listMode.ts';
import type { RehearsalSettings } from './rehearsalSettings.ts';
import type { KeyScope, Role, StackRoles } from './roles.ts';

/**
 * Limits that the operator has set for one account: requests per minute by class, and numbers by bound. They override
 * the configured limits.
 */
export type LimitOverrides = Readonly<Partial<Record<LimitClass | BoundName, number>>>;

/** An API key, usually that of an application. */
export type ApiKeyActor = {
  readonly kind: 'apiKey';
  readonly accountId: AccountId;
  readonly keyId: ApiKeyId;
  readonly role: Role;
  /** Additional roles in single stacks; absent for none. */
  readonly stackRoles?: StackRoles;
  /** Scopes that restrict the role; absent for no restriction. */
  readonly scopes?: readonly KeyScope[];
  /** The tools and number of calls it may use; absent if unlimited. */
  readonly reach?: TokenReach;
  /** The networks it may be used from; absent for any. */
  readonly networks?: readonly string[];
  /** The key's expiry, which also bounds the keys it creates. Absent for never, and for a login of a person. */
  readonly expiresAt?: Date;
  readonly limits: LimitOverrides;
};

/** A signed-in person in one browser. */
export type UserActor = {
  readonly kind: 'user';
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly role: Role;
  /** As in `ApiKeyActor`. */
  readonly stackRoles?: StackRoles;
  readonly limits: LimitOverrides;
};

/** An actor that acts as the account itself. */
export type AccountActor = ApiKeyActor | UserActor;

/** A browser without a session, which may only sign in. */
export type VisitorActor = { readonly kind: 'visitor'; readonly accountId: null; readonly address: string };

/** An agent with a stack token, which may only list and call the tools of one stack. */
export type AgentActor = {
  readonly kind: 'agent';
  readonly accountId: AccountId;
  readonly stackId: StackId;
  readonly endpointId: EndpointId;
  readonly clientId: ClientId;
  readonly tokenId: TokenId;
  /** The service account that got the token and the trusted issuer of its subject; absent if there are none. */
  readonly grantIds?: readonly GrantId[];
  /** Default list mode of the endpoint; a request may override it. */
  readonly listMode: ListMode;
  /** The version of the stack that it gets; absent for the stack as it is. */
  readonly pinnedVersion?: number;
  /** The version that gets a share of its calls; absent for none. */
  readonly canary?: Canary;
  /** Set if its programs in code mode may call tools that change something. */
  readonly mayProgramsWrite?: true;
  /** Set if its calls are rehearsals, which connect to no service. */
  readonly rehearsal?: RehearsalSettings;
  /** Restrictions of the token; absent for access to the whole stack. */
  readonly reach?: TokenReach;
  /** Effective expiry of the token, including attenuations; absent for no expiry. */
  readonly expiresAt?: Date;
  /** The end user that the token is for; null when each call may name one. */
  readonly endUser: string | null;
  readonly limits: LimitOverrides;
};

/** A browser that opened a connect link. It may only finish the link's sign-in. */
export type LinkActor = { readonly kind: 'link'; readonly accountId: AccountId; readonly linkId: ConnectLinkId };

/**
 * The operator of the process: the command line, or the first start. Scoped to one account, or to the whole
 * installation (null).
 */
type OperatorActor = { readonly kind: 'operator'; readonly accountId: AccountId | null };

/**
 * The caller. A switch over `kind` has no default, so that a new kind does not compile until every rule decides about
 * it.
 */
export type Actor = AccountActor | AgentActor | LinkActor | OperatorActor | VisitorActor;

/** The actor's id in audit events; `operator` and `visitor` for actors without one. */
export function actorIdOf(actor: Actor): string {
  switch (actor.kind) {
    case 'apiKey':
      return actor.keyId;
    case 'user':
      return actor.userId;
    case 'agent':
      return actor.tokenId;
    case 'link':
      return actor.linkId;
    case 'operator':
      return 'operator';
    case 'visitor':
      return 'visitor';
  }
}

/** Restrictions of a stack token or API key; null if unrestricted and for other actors. */
export const tokenRestrictions = (actor: Actor): TokenReach | null =>
  actor.kind === 'agent' || actor.kind === 'apiKey' ? (actor.reach ?? null) : null;

/** The settings of an agent whose calls are rehearsals; null for every other actor. */
export const rehearsalOf = (actor: Actor): RehearsalSettings | null =>
  actor.kind === 'agent' ? (actor.rehearsal ?? null) : null;

/**
 * Restrictions of a stack token within its endpoint's stack, or of an API key. Tested by
 * `test/core/endpoints/tokenReach.test.ts`.
 */
export type TokenReach = {
  /** Tool ids, in which `*` matches any text; empty for all tools of the stack. */
  readonly tools: readonly string[];
  /** Maximum total calls; null for unlimited. */
  readonly callsMax: number | null;
  /** The attenuations, in creation order; empty for the token itself. */
  readonly attenuations: readonly Attenuation[];
  /** Expiry of the token without its attenuations; absent for never. Its record may expire later. */
  readonly expiresAt?: Date;
};
