import type { AccountId, ApiKeyId, EndpointId, SessionId, StackId, StackServerId, TokenId, UserId } from './ids.ts';

/** Cache invalidation after a write; every instance drops exactly this. `id` is a row id. */
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
  /** The keys that sign stack tokens; `id` is the `kid` of the new one. */
  | { readonly kind: 'signingKeys'; readonly id: string }
  | { readonly kind: 'user'; readonly id: UserId }
  | { readonly kind: 'session'; readonly id: SessionId }
  /** A caller has cancelled a request (`id`: its digest), which may run on any instance. Nothing was written. */
  | { readonly kind: 'cancelled'; readonly id: string };

/** Called for every change, on the instance that made it and on all others. */
export type ChangeListener = (change: Change) => void;

/** The PostgreSQL channel on which instances announce changes: each notification is a `Change` with its `origin`. */
export const CHANGE_CHANNEL = 'toolyard_changes';

/** Notification that a transaction sent on `CHANGE_CHANNEL` and stored in the change log as row `id`. */
export type Announcement = { readonly id: string; readonly payloads: readonly string[] };

/**
 * Tells caches which entries to drop: for this instance's own writes immediately, for others' when PostgreSQL or Redis
 * delivers them.
 */
export type Changes = {
  subscribe(listener: ChangeListener): void;
  /**
   * `listener` runs after the notification stream was interrupted: changes may have been missed, so caches are
   * invalid.
   */
  onMissedEvents(listener: () => void): void;
  /** Tells this instance's caches; called after commit. */
  publishLocally(changes: readonly Change[]): void;
  /** Announces a committed change to other instances before they read the change log, if Redis carries changes. */
  announce(announcement: Announcement): void;
  /**
   * True while a recent check proves that other instances' changes arrive. While false, changes may be missed, so
   * nothing revocable may be served from cache.
   */
  readonly isLive: boolean;
  /** False while the database does not answer on the listening connection; reads then fail fast instead of waiting. */
  readonly isAnswering: boolean;
  /**
   * True while cached data may be used during a database outage: for the operator's configured time since the last
   * proof.
   */
  readonly canServeStale: boolean;
  /** Current id of this instance; it ignores notifications that carry it. */
  origin(): string;
  /**
   * Changes the id, so that this instance reacts to its own notification of a transaction whose commit is uncertain.
   */
  resetInstanceId(): void;
};
