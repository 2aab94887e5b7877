import type { AccountId, ApiKeyId, EndpointId, SessionId, StackId, StackServerId, TokenId, UserId } from './ids.ts';

/** A change that invalidates cache entries on every instance. `id` is a row id. */
export type Change =
  /** Tools of a stack (`id`): its servers and enabled tools, with names and descriptions. */
  | { readonly kind: 'tools'; readonly id: StackId }
  /**
   * How calls in a stack (`id`) are made: whether they are recorded, whose credentials they use, and which rules apply.
   * Its tools did not change.
   */
  | { readonly kind: 'stackSettings'; readonly id: StackId }
  /** A stack (`id`) was deleted, with its endpoints and tokens. */
  | { readonly kind: 'stackDeleted'; readonly id: StackId }
  /** Credentials of one owner for a server's place in a stack (`id`); `endUser` is empty for the stack's own. */
  | { readonly kind: 'credentials'; readonly id: StackServerId; readonly endUser: string }
  | { readonly kind: 'apiKey'; readonly id: ApiKeyId }
  /** The limits of an account (`id`). */
  | { readonly kind: 'account'; readonly id: AccountId }
  | { readonly kind: 'endpoint'; readonly id: EndpointId }
  | { readonly kind: 'token'; readonly id: TokenId }
  /** The keys that sign stack tokens; `id` is the `kid` of the new key. */
  | { readonly kind: 'signingKeys'; readonly id: string }
  | { readonly kind: 'user'; readonly id: UserId }
  | { readonly kind: 'session'; readonly id: SessionId }
  /** A caller has cancelled a request, which may run on any instance. `id` is its digest. Nothing was written. */
  | { readonly kind: 'cancelled'; readonly id: string }
  /** A caller has set the log level of an MCP session (`id`); `caller` is its digest. Nothing was written. */
  | { readonly kind: 'logLevel'; readonly id: string; readonly caller: string; readonly level: string }
  /** A caller watches a resource (`uri`) in an MCP session (`id`), or no longer does. Nothing was written. */
  | {
      readonly kind: 'resourceSubscription';
      readonly id: string;
      readonly caller: string;
      readonly uri: string;
      readonly isOn: boolean;
    };

/** Called for every change, on the instance that made it and on all others. */
export type ChangeListener = (change: Change) => void;

/** The PostgreSQL channel on which instances announce changes: each notification is a `Change` with its `origin`. */
export const CHANGE_CHANNEL = 'toolyard_changes';

/** Notification that a transaction sent on `CHANGE_CHANNEL` and stored in the change log as row `id`. */
export type Announcement = { readonly id: string; readonly payloads: readonly string[] };

/**
 * Tells caches which entries to drop: immediately for this instance's own writes, and when PostgreSQL or Redis delivers
 * them for writes of other instances.
 */
export type Changes = {
  subscribe(listener: ChangeListener): void;
  /**
   * Adds a listener that runs after the notification stream was interrupted. Changes may have been missed, so caches
   * are invalid.
   */
  onMissedEvents(listener: () => void): void;
  /** Tells this instance's caches; called after commit. */
  publishLocally(changes: readonly Change[]): void;
  /** Announces a committed change to other instances before they read the change log, if Redis carries changes. */
  announce(announcement: Announcement): void;
  /**
   * True while a recent check proves that other instances' changes arrive. While false, this instance may miss changes
   * and must not use cached data that can be revoked.
   */
  readonly isLive: boolean;
  /** False while the database does not answer on the listening connection; reads then fail fast instead of waiting. */
  readonly isAnswering: boolean;
  /**
   * True while cached data may be used during a database outage: for a configured time since the last proof that
   * changes arrive.
   */
  readonly canServeStale: boolean;
  /** Current id of this instance, which ignores notifications with its own id. */
  origin(): string;
  /**
   * Changes the id of this instance, so that it reacts to its own notification of a transaction that may or may not
   * have been committed.
   */
  resetInstanceId(): void;
};
