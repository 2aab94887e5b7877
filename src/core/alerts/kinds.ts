import type { StackId } from '../kernel/ids.ts';
import type { JsonObject } from '../lib/json.ts';

/**
 * Kinds of alerts. `failing_tool`: a tool of a stack fails too often. `credential`: a stack credential expires without
 * renewal, or its renewal failed. `ending_token`, `ending_key`: a stack token or API key expires soon. `review`:
 * changed tools of a server wait for a review.
 */
export const alertKinds = ['failing_tool', 'credential', 'ending_token', 'ending_key', 'review'] as const;

export type AlertKind = (typeof alertKinds)[number];

/** Parses a stored kind; null for one written by a newer version. */
export const toAlertKind = (text: string): AlertKind | null => alertKinds.find((kind) => kind === text) ?? null;

/** A detected condition to alert about. */
type FoundAlert = {
  readonly kind: AlertKind;
  /** Identifies the alert within the account. A later finding with the same subject is the same alert. */
  readonly subject: string;
  readonly stackId: StackId | null;
  /** Names and numbers used in the alert's text (`words.ts`). */
  readonly details: JsonObject;
};

/** Findings of one kind. */
export type FoundAlerts = {
  readonly kind: AlertKind;
  readonly alerts: readonly FoundAlert[];
  /** False if the findings were truncated. Then alerts that are not among them stay open. */
  readonly isComplete: boolean;
};

/** Maximum alerts of one kind found at once. */
export const FOUND_MAX = 100;
