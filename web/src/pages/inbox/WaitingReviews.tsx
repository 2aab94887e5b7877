import { GitCompare } from 'lucide-react';
import { useApiQuery } from '../../api/hooks.ts';
import type { InboxReviewsQuery } from '../../gql/graphql.ts';
import { counted } from '../../records/figures.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { INBOX_REVIEWS } from './operations.ts';

type Row = { readonly id: string; readonly name: string; readonly summary: string };

/** One row per server: how many of its tools changed, and whether its instructions did. */
function rowsOf({ toolChanges, instructionChanges }: InboxReviewsQuery): readonly Row[] {
  const tools = toolChanges?.nodes ?? [];
  const words = instructionChanges?.nodes ?? [];
  const servers = new Map([...tools, ...words].map(({ server }) => [server.id, server.name]));
  return [...servers].map(([id, name]) => {
    const isOf = ({ server }: { readonly server: { readonly id: string } }) => server.id === id;
    const count = new Set(tools.filter(isOf).map(({ toolId }) => toolId)).size;
    const parts = [
      ...(count > 0 ? [counted(count, 'changed tool')] : []),
      ...(words.some(isOf) ? ['changed instructions'] : []),
    ];
    return { id, name, summary: parts.join(' and ') };
  });
}

/** Servers whose changes wait for a review; nothing if there are none. */
export function WaitingReviews() {
  const { data, error, refetch } = useApiQuery(INBOX_REVIEWS, {});
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const rows = data ? rowsOf(data) : [];
  if (rows.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="waiting-reviews">
      <div className="row row--spread">
        <h2 id="waiting-reviews">Changed tools</h2>
        <ButtonLink to="/inbox/reviews" size="small">
          All reviews
        </ButtonLink>
      </div>
      <ul className="card card--flush">
        {rows.map(({ id, name, summary }) => (
          <li key={id} className="alert">
            <span className="alert__mark">
              <GitCompare size={16} aria-hidden />
            </span>
            <div>
              <h3>{name}</h3>
              <p className="soft small">{summary}. Agents can’t call the tools until you decide.</p>
            </div>
            <ButtonLink to="/inbox/reviews" search={{ q: name }} size="small">
              Review<span className="visually-hidden"> {name}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
