import { findAlert, LISTED_MAX, listAlerts } from '../../core/alerts/alert.ts';
import { type AlertKind, toAlertKind } from '../../core/alerts/kinds.ts';
import { alertWords } from '../../core/alerts/words.ts';
import { toAlertId } from '../../core/ids.ts';
import type { Alert as AlertRow } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { Node } from './node.ts';

const KIND_VALUES = {
  FAILING_TOOL: { value: 'failing_tool', description: 'Calls of a tool of a stack fail above the thresholds.' },
  CREDENTIAL: {
    value: 'credential',
    description:
      'A credential of a stack ends and cannot renew itself, has stopped doing so, or has to be entered again.',
  },
  ENDING_TOKEN: { value: 'ending_token', description: 'A stack token ends soon.' },
  ENDING_KEY: { value: 'ending_key', description: 'An API key ends soon.' },
  REVIEW: { value: 'review', description: 'Changed tools of a server wait for a review.' },
} as const satisfies { [K in AlertKind as Uppercase<K>]: { value: K; description: string } };

export const AlertKindEnum = builder.enumType('AlertKind', {
  description: 'Kinds of problems that need attention.',
  values: KIND_VALUES,
});

export const Alert = builder.objectRef<AlertRow>('Alert').implement({
  interfaces: [Node],
  description: 'A problem that needs attention. Checked about every five minutes, and listed for a week after it ends.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The alert’s id, `alert_…`.' }),
    kind: t.field({
      type: AlertKindEnum,
      nullable: true,
      description: 'The kind of alert; null for a kind that only a newer instance knows.',
      resolve: ({ kind }) => toAlertKind(kind),
    }),
    title: t.string({ description: 'The problem, in one line.', resolve: (row) => alertWords(row).title }),
    path: t.string({
      description: 'The path of the dashboard page where you can fix it.',
      resolve: (row) => alertWords(row).path,
    }),
    stackId: t.exposeID('stackId', {
      nullable: true,
      description: 'The stack that it is about; null for the account.',
    }),
    details: t.field({
      type: 'JSON',
      description: 'The names and numbers of its kind.',
      resolve: ({ details }) => details,
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it was found.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was over; null while it is open.',
    }),
    toldAt: t.expose('toldAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When webhooks and people were last told of it; null for never.',
    }),
  }),
});

builder.queryFields((t) => ({
  alert: t.field({
    type: Alert,
    nullable: true,
    description: 'One alert of the account; null when there is none with this id.',
    extensions: { limitClass: 'default' },
    args: { id: t.arg.id({ required: true, description: 'The alert’s id, `alert_…`.' }) },
    resolve: (_root, { id }, { app }) => findAlert(app, toAlertId(id)),
  }),
  alerts: t.field({
    type: [Alert],
    nullable: true,
    description: `The account’s alerts: the open ones first, then those that are over, each the newest first: all of them, at most ${LISTED_MAX}.`,
    extensions: { limitClass: 'default' },
    args: { isOpen: t.arg.boolean({ description: 'Only the open ones, or only those that are over.' }) },
    resolve: (_root, { isOpen }, { app }) => listAlerts(app, { isOpen: isOpen ?? null }),
  }),
}));
