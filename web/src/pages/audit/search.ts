import type { AuditActorKind, AuditTargetKind } from '../../gql/graphql.ts';
import { isRecordOrder, type RecordOrder } from '../../records/order.ts';

export type AuditSearch = {
  readonly q?: string;
  /** Days, `2026-11-21`, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly order?: RecordOrder;
};

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** What the address of the page says; anything else in it is ignored. */
export function auditSearch({ q, from, to, order }: Record<string, unknown>): AuditSearch {
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(isRecordOrder(order) && { order }),
  };
}

// Without a time zone, the text is read in the browser's own.
const midnight = (day: string): Date => new Date(`${day}T00:00:00`);

function nextMidnight(day: string): Date {
  const at = midnight(day);
  at.setDate(at.getDate() + 1);
  return at;
}

/** The filters as the API takes them: `until` is excluded. */
export const variablesOf = ({ q, from, to }: AuditSearch) => ({
  search: q ?? null,
  since: from === undefined ? null : midnight(from).toISOString(),
  until: to === undefined ? null : nextMidnight(to).toISOString(),
});

/** The stored word for a kind, in which the search looks. */
export const keptActor = (kind: AuditActorKind | null): string =>
  kind === 'API_KEY' ? 'apiKey' : (kind?.toLowerCase() ?? '');

/** The same of what something was done to. */
export const keptTarget = (kind: AuditTargetKind | null): string => kind?.toLowerCase() ?? '';

type SearchableEvent = {
  readonly at: string;
  readonly action: string;
  readonly summary: string;
  readonly targetKind: AuditTargetKind | null;
  readonly targetId: string;
  readonly actorKind: AuditActorKind | null;
  readonly actorId: string;
};

/** Whether a received event passes the filters. */
export function isWanted(search: AuditSearch, event: SearchableEvent): boolean {
  const { since, until } = variablesOf(search);
  const at = Date.parse(event.at);
  if (since !== null && at < Date.parse(since)) return false;
  if (until !== null && at >= Date.parse(until)) return false;
  const { action, summary, targetKind, targetId, actorKind, actorId } = event;
  const text = (search.q ?? '').toLowerCase();
  const parts = [action, summary, keptTarget(targetKind), targetId, keptActor(actorKind), actorId];
  return parts.some((part) => part.toLowerCase().includes(text));
}
