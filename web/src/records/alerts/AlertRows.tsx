import './alerts.css';
import { BellRing, Check } from 'lucide-react';
import type { AlertRowFragment } from '../../gql/graphql.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Time } from '../../ui/Time.tsx';
import { ALERT_WORDS } from './words.ts';

type AlertRowsProps = { readonly label: string; readonly alerts: readonly AlertRowFragment[] };

export function AlertRows({ label, alerts }: AlertRowsProps) {
  return (
    <ul className="card card--flush" aria-label={label}>
      {alerts.map((alert) => (
        <AlertItem key={alert.id} alert={alert} />
      ))}
    </ul>
  );
}

function AlertItem({ alert: { kind, title, path, startedAt, endedAt } }: { readonly alert: AlertRowFragment }) {
  const isOpen = endedAt === null;
  const [to = '/', search = ''] = path.split('?');
  return (
    <li className="alert" data-over={!isOpen || undefined}>
      <span className="alert__mark">
        {isOpen ? <BellRing size={16} aria-hidden /> : <Check size={16} aria-hidden />}
        <span className="visually-hidden">{isOpen ? 'Open:' : 'Resolved:'}</span>
      </span>
      <div>
        <h3>{title}</h3>
        <p className="soft small">
          {kind && ALERT_WORDS[kind].title} · started <Time at={startedAt} />
          {!isOpen && (
            <>
              , resolved <Time at={endedAt} />
            </>
          )}
        </p>
      </div>
      {isOpen && (
        <ButtonLink to={to} search={Object.fromEntries(new URLSearchParams(search))} size="small">
          View<span className="visually-hidden">: {title}</span>
        </ButtonLink>
      )}
    </li>
  );
}
