import { useApiQuery } from '../../api/hooks.ts';
import { AlertRows } from '../../records/alerts/AlertRows.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { HOME_ALERTS } from './operations.ts';

const SHOWN_MAX = 5;

/** Open alerts except those about credentials: the section above shows the current state of credentials. */
export function HomeAlerts() {
  const { data, error, refetch } = useApiQuery(HOME_ALERTS, {});
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const open = data?.alerts?.filter(({ kind }) => kind !== 'CREDENTIAL') ?? [];
  if (open.length === 0) return null;
  const rest = open.length - SHOWN_MAX;
  return (
    <section className="stack" aria-labelledby="home-alerts">
      <div className="row row--spread">
        <h2 id="home-alerts">Alerts</h2>
        <ButtonLink to="/alerts" size="small">
          {rest > 0 ? `And ${rest} more` : 'All alerts'}
        </ButtonLink>
      </div>
      <AlertRows label="Open alerts" alerts={open.slice(0, SHOWN_MAX)} />
    </section>
  );
}
