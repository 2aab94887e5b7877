import { type MailState, type OwnMail, ownMailState, updateOwnMail } from '../../core/alerts/ownMail.ts';
import { type AlertRules as Rules, readAlertRules, updateAlertRules } from '../../core/alerts/settings.ts';
import { builder } from '../builder.ts';
import { ForbiddenError, InvalidInputError } from '../errors.ts';
import { AlertKindEnum } from './alert.ts';

const AlertRules = builder.objectRef<Rules>('AlertRules').implement({
  description: 'The conditions and thresholds of the account’s alerts.',
  fields: (t) => ({
    muted: t.field({
      type: [AlertKindEnum],
      description: 'The kinds that raise no alerts.',
      resolve: ({ muted }) => [...muted],
    }),
    failureHours: t.exposeInt('failureHours', {
      description: 'The time window: the current hour and this many full hours before it.',
    }),
    failureCount: t.exposeInt('failureCount', {
      description: 'The minimum number of failed calls for an alert about a tool.',
    }),
    failurePercent: t.exposeInt('failurePercent', {
      description: 'The minimum percentage of failed calls for an alert about a tool.',
    }),
    endDays: t.exposeInt('endDays', {
      description:
        'How many days before its expiry a stack token or API key raises an alert, if its lifetime is at least twice as long.',
    }),
  }),
});

const STATE_VALUES = {
  OFF: { value: 'off', description: 'Nothing is sent.' },
  UNCONFIRMED: {
    value: 'unconfirmed',
    description: 'They were asked by e-mail to confirm the address. No alerts are sent.',
  },
  ON: { value: 'on', description: 'Alerts are sent.' },
} as const satisfies { [K in MailState as Uppercase<K>]: { value: K; description: string } };

const AlertMailState = builder.enumType('AlertMailState', {
  description: 'Whether a person receives alerts by e-mail.',
  values: STATE_VALUES,
});

const AlertMail = builder.objectRef<{ readonly state: MailState; readonly address: string }>('AlertMail').implement({
  description: 'Whether the current user receives alerts by e-mail.',
  fields: (t) => ({
    state: t.field({ type: AlertMailState, description: 'Their current setting.', resolve: ({ state }) => state }),
    address: t.exposeString('address', { description: 'The e-mail address with which they sign in.' }),
  }),
});

builder.queryFields((t) => ({
  alertRules: t.field({
    type: AlertRules,
    nullable: true,
    description: 'The account’s alert conditions.',
    extensions: { limitClass: 'default' },
    resolve: (_root, _args, { app }) => readAlertRules(app),
  }),
  alertMail: t.field({
    type: AlertMail,
    nullable: true,
    description:
      'Whether the current user receives alerts by e-mail. Null for callers other than people, and if the operator hasn’t configured a mail server.',
    extensions: { limitClass: 'default' },
    resolve: (_root, _args, { app }) => ownMailState(app),
  }),
}));

const UpdateAlertRulesInput = builder.inputType('UpdateAlertRulesInput', {
  description: 'A change to the alert conditions. Omitted fields stay unchanged; null restores the default.',
  fields: (t) => ({
    muted: t.field({
      type: [AlertKindEnum],
      description: 'The kinds that raise no alerts. Open alerts of these kinds end.',
    }),
    failureHours: t.int({
      description: 'The time window: the current hour and this many full hours before it, 1 to 24.',
    }),
    failureCount: t.int({ description: 'The minimum number of failed calls for an alert, 1 to 100,000.' }),
    failurePercent: t.int({ description: 'The minimum percentage of failed calls for an alert, 1 to 100.' }),
    endDays: t.int({ description: 'How many days before its expiry a token or key raises an alert, 1 to 60.' }),
  }),
});

const UpdateAlertMailInput = builder.inputType('UpdateAlertMailInput', {
  description: 'Whether the current user should receive alerts by e-mail.',
  fields: (t) => ({
    isOn: t.boolean({
      description:
        'True without a `confirmation` sends an e-mail that holds one. False or null stops all alert e-mail. Unchanged if omitted.',
    }),
    confirmation: t.string({ description: 'The part after `#confirm=` of the link in the e-mail.' }),
  }),
});

const UpdateAlertRulesPayload = builder.objectRef<{ readonly rules: Rules }>('UpdateAlertRulesPayload').implement({
  description: 'The account’s alert conditions changed.',
  fields: (t) => ({
    rules: t.field({ type: AlertRules, description: 'The setting after the change.', resolve: ({ rules }) => rules }),
  }),
});

const UpdateAlertMailPayload = builder.objectRef<{ readonly mail: OwnMail }>('UpdateAlertMailPayload').implement({
  description: 'The alert e-mail setting was changed.',
  fields: (t) => ({
    mail: t.field({ type: AlertMail, description: 'The person’s new setting.', resolve: ({ mail }) => mail }),
  }),
});

builder.mutationFields((t) => ({
  updateAlertRules: t.field({
    type: UpdateAlertRulesPayload,
    nullable: true,
    description: 'Changes the account’s alert conditions.',
    extensions: { limitClass: 'default' },
    errors: { types: [InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateAlertRulesInput, required: true, description: 'The change.' }) },
    resolve: async (_root, { input }, { app }) => ({ rules: await updateAlertRules(app, input) }),
  }),
  updateAlertMail: t.field({
    type: UpdateAlertMailPayload,
    nullable: true,
    description: 'Turns alert e-mail for the current user on or off. They must confirm their address first.',
    extensions: { limitClass: 'default' },
    errors: { types: [InvalidInputError, ForbiddenError] },
    args: { input: t.arg({ type: UpdateAlertMailInput, required: true, description: 'Their current setting.' }) },
    resolve: async (_root, { input }, { app }) => ({ mail: await updateOwnMail(app, input) }),
  }),
}));
