import { useApiQuery } from '../../api/hooks.ts';
import type { AlertKind } from '../../gql/graphql.ts';
import { AlertRows } from '../../records/alerts/AlertRows.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { INBOX_ALERTS } from './operations.ts';

const SHOWN_MAX = 5;

/** `without`: kinds that another part of the page shows. */
type OpenAlertsProps = { readonly without: readonly AlertKind[] };

/** Open alerts; nothing if there are none. */
export function OpenAlerts({ without }: OpenAlertsProps) {
  const { data, error, refetch } = useApiQuery(INBOX_ALERTS, {});
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const open = data?.alerts?.filter(({ kind }) => kind === null || !without.includes(kind)) ?? [];
  if (open.length === 0) return null;
  const rest = open.length - SHOWN_MAX;
  return (
    <section className="stack" aria-labelledby="open-alerts">
      <div className="row row--spread">
        <h2 id="open-alerts">Alerts</h2>
        <ButtonLink to="/inbox/alerts" size="small">
          {rest > 0 ? `And ${rest} more` : 'All alerts'}
        </ButtonLink>
      </div>
      <AlertRows label="Open alerts" alerts={open.slice(0, SHOWN_MAX)} />
    </section>
  );
}
