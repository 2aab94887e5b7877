import type { AlertKind, AlertRowFragment } from '../../gql/graphql.ts';
import { byText, type WholeKind } from '../../lists/whole.ts';
import { ALERT_KINDS, ALERT_WORDS } from '../../records/alerts/words.ts';

const optionOf = (kind: AlertKind) => ({ value: kind.toLowerCase(), label: ALERT_WORDS[kind].title });

/** The server returns open alerts first, then the others; each group is newest first. */
export const ALERT_LIST: WholeKind<AlertRowFragment> = {
  sorts: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
    { value: 'name', label: 'Title' },
  ],
  shows: [{ value: 'all', label: 'All alerts' }, ...ALERT_KINDS.map(optionOf)],
  textOf: ({ title, kind }) => `${title} ${kind ? ALERT_WORDS[kind].title : ''}`,
  filters: Object.fromEntries(
    ALERT_KINDS.map((alertKind) => [alertKind.toLowerCase(), ({ kind }: AlertRowFragment) => kind === alertKind]),
  ),
  orders: {
    oldest: (one, other) => one.startedAt.localeCompare(other.startedAt),
    name: byText(({ title }) => title),
  },
};
