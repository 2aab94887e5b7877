/** What a write made untrue: this instance's caches and those of the others forget exactly that. `id` is a row's. */
export type Change =
  /** What a stack (`id`) lists and calls: its servers, and the enabled tools with their names and descriptions. */
  | { readonly kind: 'tools'; readonly id: string }
  /** How calls in a stack (`id`) are made: whether they are recorded, whose credentials they use. Its tools stay. */
  | { readonly kind: 'stackSettings'; readonly id: string }
  /** A stack (`id`) is gone, with its endpoints and tokens. */
  | { readonly kind: 'stackDeleted'; readonly id: string }
  /** Credentials of one owner for a server's place in a stack (`id`); `endUser` is empty for the stack's own. */
  | { readonly kind: 'credentials'; readonly id: string; readonly endUser: string }
  | { readonly kind: 'apiKey'; readonly id: string }
  /** The limits of an account. */
  | { readonly kind: 'account'; readonly id: string }
  | { readonly kind: 'endpoint'; readonly id: string }
  | { readonly kind: 'token'; readonly id: string }
  /** The keys that sign stack tokens; `id` is the new one's `kid`. */
  | { readonly kind: 'signingKeys'; readonly id: string }
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'session'; readonly id: string };

/** Called for every change, on the instance that made it and on all others. */
export type ChangeListener = (change: Change) => void;

/** PostgreSQL channel on which instances tell each other of changes: each notification is a `Change` with its `origin`. */
export const CHANGE_CHANNEL = 'toolyard_changes';

/** Where caches learn what to drop. Fed by this instance's own writes at once, by LISTEN/NOTIFY for all others. */
export type Changes = {
  subscribe(listener: ChangeListener): void;
  /** `listener` runs when the notification stream was interrupted, so that nothing cached can be trusted. */
  onGap(listener: () => void): void;
  /** Tells this instance's caches; called after commit. */
  publishLocally(changes: readonly Change[]): void;
  /** False while notifications from other instances may be missed. */
  isLive(): boolean;
  /** What this instance signs its notifications with: it does not hear those of its present origin again. */
  origin(): string;
  /** Takes a new origin, so that a notification is heard whose transaction may or may not have been committed. */
  renewOrigin(): void;
};
