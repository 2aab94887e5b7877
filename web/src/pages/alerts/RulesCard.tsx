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
import { TextField } from '../../ui/Field.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { ALERTS_RULES, ALERTS_UPDATE_RULES } from './operations.ts';

type Rules = NonNullable<AlertsRulesQuery['alertRules']>;

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

const NUMBERS = [
  { name: 'failureCount', label: 'Minimum failed calls', hint: 'Fewer failures never raise an alert.', max: 100_000 },
  { name: 'failurePercent', label: 'Failure rate (%)', hint: 'The share of a tool’s calls that must fail.', max: 100 },
  { name: 'failureHours', label: 'Time window (hours)', hint: 'Full hours, in addition to the current one.', max: 24 },
  { name: 'endDays', label: 'Expiry notice (days)', hint: 'Applies to stack tokens and API keys.', max: 60 },
] as const;

function RulesForm({ rules }: { readonly rules: Rules }) {
  const [draft, setDraft] = useState(rules);
  const save = useApiMutation('updateAlertRules', async () =>
    payloadOf((await sendOperation(ALERTS_UPDATE_RULES, { input: { ...draft } })).updateAlertRules),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(undefined, { onSuccess: () => toast('Saved.') });
  };
  return (
    <form className="card stack" onSubmit={submit}>
      <MutedField muted={draft.muted} onChange={(muted) => setDraft({ ...draft, muted })} />
      <div className="grid alert-numbers">
        {NUMBERS.map(({ name, label, hint, max }) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            type="number"
            required
            min={1}
            max={max}
            value={draft[name] || ''}
            error={issueAt(save.error, `/${name}`)}
            onChange={({ target }) => setDraft({ ...draft, [name]: Number(target.value) })}
          />
        ))}
      </div>
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
