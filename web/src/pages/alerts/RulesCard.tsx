import './alertsPage.css';
import { type FormEvent, useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import { issueAt } from '../../api/issueAt.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { AlertKind, AlertsRulesQuery } from '../../gql/graphql.ts';
import { ALERT_KINDS, ALERT_WORDS } from '../../records/alerts/words.ts';
import { MayChange } from '../../shell/May.tsx';
import { Button } from '../../ui/Button.tsx';
import { InlineNumber } from '../../ui/InlineNumber.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { ALERTS_RULES, ALERTS_UPDATE_RULES } from './operations.ts';

type Rules = NonNullable<AlertsRulesQuery['alertRules']>;
type NumberName = 'failureCount' | 'failurePercent' | 'failureHours' | 'endDays';

export function RulesCard() {
  const query = useApiQuery(ALERTS_RULES, {});
  return (
    <section className="stack" aria-labelledby="alerts-rules">
      <h2 id="alerts-rules">Alert conditions</h2>
      <Loaded query={query} lines={5}>
        {({ alertRules }) =>
          alertRules && (
            <MayChange right="ADMIN" isOfAccount>
              <RulesForm rules={alertRules} />
            </MayChange>
          )
        }
      </Loaded>
    </section>
  );
}

function RulesForm({ rules }: { readonly rules: Rules }) {
  const [draft, setDraft] = useState(rules);
  const save = useApiMutation('updateAlertRules', async () =>
    payloadOf((await sendOperation(ALERTS_UPDATE_RULES, { input: { ...draft } })).updateAlertRules),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(undefined, { onSuccess: () => toast('Saved.') });
  };
  const number = (name: NumberName, label: string, max: number) => (
    <InlineNumber
      label={label}
      max={max}
      value={draft[name] || ''}
      error={issueAt(save.error, `/${name}`)}
      onChange={(text) => setDraft({ ...draft, [name]: Number(text) })}
    />
  );
  return (
    <form className="card stack" onSubmit={submit}>
      <MutedField muted={draft.muted} onChange={(muted) => setDraft({ ...draft, muted })} />
      <p className="sentence">
        Alert when at least {number('failureCount', 'Minimum failed calls', 100_000)} calls and{' '}
        {number('failurePercent', 'Failure rate (%)', 100)} % of a tool’s calls fail within{' '}
        {number('failureHours', 'Time window (hours)', 24)} full {draft.failureHours === 1 ? 'hour' : 'hours'} and the
        current one.
      </p>
      <p className="sentence">
        Alert {number('endDays', 'Expiry notice (days)', 60)} {draft.endDays === 1 ? 'day' : 'days'} before a stack
        token or an API key expires.
      </p>
      <ErrorNotice error={save.error} />
      <div className="row">
        <Button type="submit" kind="primary" isBusy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

type MutedProps = { readonly muted: readonly AlertKind[]; readonly onChange: (muted: AlertKind[]) => void };

function MutedField({ muted, onChange }: MutedProps) {
  return (
    <fieldset className="field alert-kinds">
      <legend className="field__label">Alert types</legend>
      {ALERT_KINDS.map((kind) => (
        <label key={kind} className="choice">
          <input
            type="checkbox"
            checked={!muted.includes(kind)}
            onChange={({ target }) =>
              onChange(target.checked ? muted.filter((each) => each !== kind) : [...muted, kind])
            }
          />
          <span>
            {ALERT_WORDS[kind].title} <span className="soft small">{ALERT_WORDS[kind].means}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
