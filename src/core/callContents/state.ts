/**
 * Storage state of a call's input and output. `kept`: both. `partly_kept`: one, the other is too large. `too_large`:
 * both are too large. `no_room`: the account's allowance is used up. `dropped`: the queue was full, or the contents
 * were unreadable.
 */
export type ContentState = 'kept' | 'partly_kept' | 'too_large' | 'no_room' | 'dropped';

const STATES: readonly ContentState[] = ['kept', 'partly_kept', 'too_large', 'no_room', 'dropped'];

/** Parses a stored state; null for none, and for one written by a newer version. */
export const toContentState = (text: string | null): ContentState | null =>
  STATES.find((state) => state === text) ?? null;
