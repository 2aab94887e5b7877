import type { AuditAction, AuditActorKind, AuditTargetKind } from '../../gql/graphql.ts';
import { isRecordOrder, type RecordOrder } from '../../records/order.ts';

export type AuditSearch = {
  readonly q?: string;
  /** Days such as `2026-11-21`, inclusive. */
  readonly from?: string;
  readonly to?: string;
  readonly order?: RecordOrder;
};

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Parses the page's URL and ignores anything unknown. */
export function auditSearch({ q, from, to, order }: Record<string, unknown>): AuditSearch {
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(isRecordOrder(order) && { order }),
  };
}

// The browser parses a text without a time zone in its own time zone.
const midnight = (day: string): Date => new Date(`${day}T00:00:00`);

function nextMidnight(day: string): Date {
  const at = midnight(day);
  at.setDate(at.getDate() + 1);
  return at;
}

/** API filters; `until` is exclusive. */
export const variablesOf = ({ q, from, to }: AuditSearch) => ({
  search: q ?? null,
  since: from === undefined ? null : midnight(from).toISOString(),
  until: to === undefined ? null : nextMidnight(to).toISOString(),
});

/** The stored word for an actor kind, as the server's search sees it. */
export const storedActor = (kind: AuditActorKind | null): string =>
  kind === 'API_KEY' ? 'apiKey' : (kind?.toLowerCase() ?? '');

export const storedTarget = (kind: AuditTargetKind | null): string => kind?.toLowerCase() ?? '';

const NOUN = /^(api_key|service_account|oauth_client|signing_key|trusted_issuer|[a-z]+)_/;

/** The stored text of an action: `api_key.create` for `API_KEY_CREATE`. */
export const storedAction = (action: AuditAction | null): string => action?.toLowerCase().replace(NOUN, '$1.') ?? '';

type SearchableEvent = {
  readonly at: string;
  readonly action: AuditAction | null;
  readonly summary: string;
  readonly targetKind: AuditTargetKind | null;
  readonly targetId: string;
  readonly actorKind: AuditActorKind | null;
  readonly actorId: string;
};

export function matchesSearch(search: AuditSearch, event: SearchableEvent): boolean {
  const { since, until } = variablesOf(search);
  const at = Date.parse(event.at);
  if (since !== null && at < Date.parse(since)) return false;
  if (until !== null && at >= Date.parse(until)) return false;
  const { action, summary, targetKind, targetId, actorKind, actorId } = event;
  const text = (search.q ?? '').toLowerCase();
  const parts = [storedAction(action), summary, storedTarget(targetKind), targetId, storedActor(actorKind), actorId];
  return parts.some((part) => part.toLowerCase().includes(text));
}
