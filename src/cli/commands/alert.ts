import { plural } from '../../core/lib/text.ts';
import type { AlertKind, CliAlertDetailsFragment, CliAlertRulesFragment } from '../../generated/gql/graphql.ts';
import { connectApi, payloadOf } from '../api.ts';
import { command, group, loaded } from '../command.ts';
import { API_ARGS, namedValues, wholeNumber } from '../input.ts';
import { AlertRulesDocument, ListAlertsDocument, UpdateAlertRulesDocument } from '../operations/alerts.ts';
import { fields, table } from '../output.ts';

const KINDS = {
  failing_tool: 'FAILING_TOOL',
  credential: 'CREDENTIAL',
  ending_token: 'ENDING_TOKEN',
  ending_key: 'ENDING_KEY',
  review: 'REVIEW',
} as const satisfies { [K in AlertKind as Lowercase<K>]: K };

function detailsJson(details: CliAlertDetailsFragment) {
  const all = {
    ...{ stack_name: details.stackName, server_id: details.serverId, server_name: details.serverName },
    ...{ tool_id: details.toolId, calls: details.callCount, failures: details.failureCount, hours: details.hours },
    ...{ field_id: details.fieldId, field_name: details.fieldName, problem: details.problem?.toLowerCase() ?? null },
    ...{ actor_id: details.actorId, name: details.actorName, endpoint_name: details.endpointName },
    ...{ tools: details.toolCount, instructions: details.hasInstructions, expires_at: details.expiresAt },
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

const list = command({
  description: 'List open alerts, newest first; with --all also those that closed within a week',
  examples: ['toolyard alert list', 'toolyard alert list --all --json'],
  args: { all: { type: 'boolean', description: 'Include closed alerts' }, ...API_ARGS },
  async run(args, run) {
    const { alerts } = await connectApi(args, run)(ListAlertsDocument, args.all ? {} : { isOpen: true });
    const list = alerts ?? [];
    const rows = list.map(({ kind, title, startedAt, endedAt }) => [
      endedAt === null ? 'open' : 'over',
      kind?.toLowerCase() ?? '',
      title,
      startedAt,
    ]);
    return {
      json: list.map(({ id, kind, title, stackId, details, startedAt, endedAt, toldAt }) => ({
        ...{ alert_id: id, kind: kind?.toLowerCase() ?? null, title, stack_id: stackId, details: detailsJson(details) },
        ...{ started_at: startedAt, ended_at: endedAt, told_at: toldAt },
      })),
      text: table(['STATE', 'KIND', 'ALERT', 'SINCE'], rows, 'No alerts'),
    };
  },
});

const rules = command({
  description: 'Show the alert conditions of the account',
  examples: ['toolyard alert rules'],
  args: API_ARGS,
  async run(args, run) {
    const { alertRules } = await connectApi(args, run)(AlertRulesDocument, {});
    if (!alertRules) return { json: null, text: 'No alert conditions set' };
    return { json: rulesJson(alertRules), text: rulesText(alertRules) };
  },
});

const NUMBER = { type: 'string', valueHint: 'N' } as const;

const set = command({
  description: 'Change the alert conditions; other settings stay unchanged; requires the admin right',
  examples: [
    'toolyard alert set --failure-percent 50 --failure-count 20',
    'toolyard alert set --mute review,ending_token',
    'toolyard alert set --mute none',
  ],
  args: {
    'failure-hours': {
      ...NUMBER,
      description: 'Time window: the current hour and this many full hours before it, 1 to 24',
    },
    'failure-count': { ...NUMBER, description: 'Alert when at least this many calls of a tool fail' },
    'failure-percent': { ...NUMBER, description: 'Alert when at least this percentage of a tool’s calls fails' },
    'end-days': { ...NUMBER, description: 'Alert this many days before a token or key expires, 1 to 60' },
    mute: {
      type: 'string',
      valueHint: 'LIST',
      description: `Conditions to mute, comma-separated: ${Object.keys(KINDS).join(', ')}; or none`,
    },
    ...API_ARGS,
  },
  async run(args, run) {
    const numberAt = (name: 'failure-hours' | 'failure-count' | 'failure-percent' | 'end-days') => {
      const text = args[name];
      return text === undefined ? null : wholeNumber(text, name);
    };
    const values = {
      failureHours: numberAt('failure-hours'),
      failureCount: numberAt('failure-count'),
      failurePercent: numberAt('failure-percent'),
      endDays: numberAt('end-days'),
      muted: args.mute === undefined ? null : namedValues(args.mute, KINDS),
    };
    // Null would restore a default.
    const input = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
    const answer = await connectApi(args, run)(UpdateAlertRulesDocument, { input });
    const changed = payloadOf(answer.updateAlertRules).rules;
    return { json: rulesJson(changed), text: rulesText(changed) };
  },
});

const rulesJson = ({ muted, failureHours, failureCount, failurePercent, endDays }: CliAlertRulesFragment) => ({
  muted: muted.map((kind) => kind.toLowerCase()),
  failure_hours: failureHours,
  failure_count: failureCount,
  failure_percent: failurePercent,
  end_days: endDays,
});

const rulesText = ({ muted, failureHours, failureCount, failurePercent, endDays }: CliAlertRulesFragment): string =>
  fields({
    'A tool fails': `from ${plural(failureCount, 'failed call')} and ${failurePercent}%, in this hour and the ${failureHours} before`,
    'Expires soon': `in ${plural(endDays, 'day')}`,
    Muted: muted.map((kind) => kind.toLowerCase()).join(', ') || '-',
  });

/** `toolyard alert`: open problems, and the account's alert conditions. */
export const alert = group({
  description: 'Alerts: failing tools, expiring tokens and credentials, changes to review (API)',
  examples: [...list.examples, ...rules.examples, ...set.examples],
  commands: loaded({ list, rules, set }),
});
