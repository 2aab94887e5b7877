import type { StackId } from '../ids.ts';
import type { JsonObject } from '../lib/json.ts';

/**
 * What an account is alerted to. `failing_tool`: a tool of a stack fails too often. `credential`: one of a stack ends
 * and cannot renew itself, or has stopped doing so. `ending_token`, `ending_key`: a stack token or an API key ends
 * soon. `review`: changed tools of a server wait for a person.
 */
export const alertKinds = ['failing_tool', 'credential', 'ending_token', 'ending_key', 'review'] as const;

/** One of them. */
export type AlertKind = (typeof alertKinds)[number];

/** A stored kind; null for one that only a newer version knows. */
export const toAlertKind = (text: string): AlertKind | null => alertKinds.find((kind) => kind === text) ?? null;

/** Something to be alerted to, as it is found. */
export type FoundAlert = {
  readonly kind: AlertKind;
  /** Tells it from all others of the account; the same again is the same alert. */
  readonly subject: string;
  readonly stackId: StackId | null;
  /** Names and numbers that its words are made of (`words.ts`). */
  readonly details: JsonObject;
};

/** What was found of one kind. */
export type FoundAlerts = {
  readonly kind: AlertKind;
  readonly alerts: readonly FoundAlert[];
  /** False where there may be more: what is not among them need not be over. */
  readonly isComplete: boolean;
};

/** Alerts of one kind that are found at a time. */
export const FOUND_MAX = 100;
