/** What other instances (and this one's caches) must forget. */
export type Change =
  | { readonly kind: 'stack'; readonly id: string }
  | { readonly kind: 'server'; readonly id: string }
  | { readonly kind: 'apiKey'; readonly id: string }
  | { readonly kind: 'account'; readonly id: string }
  | { readonly kind: 'endpoint'; readonly id: string }
  | { readonly kind: 'token'; readonly id: string }
  | { readonly kind: 'signingKeys'; readonly id: string }
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'session'; readonly id: string };

export type ChangeListener = (change: Change) => void;

/** PostgreSQL channel on which instances tell each other of changes. */
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
};
