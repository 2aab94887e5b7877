import type { AccountId, ApiKeyId, EndpointId, SessionId, StackId, StackServerId, TokenId, UserId } from './ids.ts';

/** What a write made outdated: every instance's caches drop exactly that. `id` is that of a row. */
export type Change =
  /** What a stack (`id`) lists and calls: its servers, and the enabled tools with their names and descriptions. */
  | { readonly kind: 'tools'; readonly id: StackId }
  /**
   * How calls in a stack (`id`) are made: whether they are recorded, whose credentials they use, and which rules decide
   * about them. Its tools did not change.
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

/** What a transaction has told on `CHANGE_CHANNEL`, and written to the change log as the row `id`. */
export type Announcement = { readonly id: string; readonly payloads: readonly string[] };

/** Tells caches what to drop: this instance's own writes at once, those of others as PostgreSQL or Redis tells them. */
export type Changes = {
  subscribe(listener: ChangeListener): void;
  /**
   * `listener` runs after the notification stream was interrupted: changes may have been missed, so nothing cached can
   * be trusted.
   */
  onMissedEvents(listener: () => void): void;
  /** Tells this instance's caches; called after commit. */
  publishLocally(changes: readonly Change[]): void;
  /** Tells other instances of what is committed before they find it in the change log, where Redis carries changes. */
  announce(announcement: Announcement): void;
  /**
   * True while it is proven that changes of other instances arrive, up to the last moments. While it is false, changes
   * may be missed, and nothing that can be revoked may be taken from memory.
   */
  readonly isLive: boolean;
  /** False while the database does not answer on the listening connection; reads then fail early instead of waiting. */
  readonly isAnswering: boolean;
  /**
   * Whether what is in memory may be used when the database does not answer: as long as the operator chose, counted
   * from the last proof.
   */
  readonly canServeStale: boolean;
  /** Marks this instance's notifications, so that it ignores those that carry its current origin. */
  origin(): string;
  /**
   * Takes a new origin, so that this instance reacts to its own notification, for a transaction that may or may not
   * have been committed.
   */
  resetInstanceId(): void;
};
