import { findAlert, LISTED_MAX, listAlerts } from '../../core/alerts/alert.ts';
import { type AlertKind, toAlertKind } from '../../core/alerts/kinds.ts';
import { alertTexts } from '../../core/alerts/words.ts';
import { toAlertId } from '../../core/kernel/ids.ts';
import { isJsonObject } from '../../core/lib/json.ts';
import type { Alert as AlertRow } from '../../generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { AlertDetails } from './alertDetails.ts';
import { Node } from './node.ts';

const KIND_VALUES = {
  FAILING_TOOL: { value: 'failing_tool', description: 'Calls of a tool of a stack fail above the thresholds.' },
  CREDENTIAL: {
    value: 'credential',
    description: 'A stack’s credential expires without renewal, can no longer renew itself, or must be entered again.',
  },
  ENDING_TOKEN: { value: 'ending_token', description: 'A stack token expires soon.' },
  ENDING_KEY: { value: 'ending_key', description: 'An API key expires soon.' },
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
      description: 'The kind of alert; null for a kind added in a later release.',
      resolve: ({ kind }) => toAlertKind(kind),
    }),
    title: t.string({ description: 'The problem, in one line.', resolve: (row) => alertTexts(row).title }),
    path: t.string({
      description: 'The path of the dashboard page where you can fix it.',
      resolve: (row) => alertTexts(row).path,
    }),
    stackId: t.exposeID('stackId', {
      nullable: true,
      description: 'The affected stack; null for an account-wide alert.',
    }),
    details: t.field({
      type: AlertDetails,
      description: 'The details of its kind, such as names and counts.',
      resolve: ({ details }) => (isJsonObject(details) ? details : {}),
    }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When the problem was detected.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended; null while it is open.',
    }),
    toldAt: t.expose('toldAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When webhooks and people were last notified; null for never.',
    }),
  }),
});

const AlertFilter = builder.inputType('AlertFilter', {
  description: 'Conditions on alerts.',
  fields: (t) => ({ isOpen: t.boolean({ description: 'True for open alerts, false for ended ones.' }) }),
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
    description: `The alerts of the account, at most ${LISTED_MAX}. Open alerts come first, then ended ones, each newest first.`,
    extensions: { limitClass: 'default' },
    args: { filter: t.arg({ type: AlertFilter, description: 'The alerts to return; all by default.' }) },
    resolve: (_root, { filter }, { app }) => listAlerts(app, { isOpen: filter?.isOpen ?? null }),
  }),
}));
