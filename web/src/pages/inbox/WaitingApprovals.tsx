import { useApiQuery } from '../../api/hooks.ts';
import { useMaySomewhere } from '../../shell/useMay.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ApprovalCard } from '../approvals/ApprovalCard.tsx';
import { INBOX_APPROVALS } from './operations.ts';

/** The calls that wait longest for an approval, with their buttons; nothing if none wait. */
export function WaitingApprovals() {
  const enabled = useMaySomewhere('APPROVE');
  const { data, error, refetch } = useApiQuery(INBOX_APPROVALS, {}, { enabled });
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const { nodes = [], totalCount = 0 } = data?.approvals ?? {};
  if (nodes.length === 0) return null;
  const rest = totalCount - nodes.length;
  return (
    <section className="stack" aria-labelledby="waiting-approvals">
      <div className="row row--spread">
        <h2 id="waiting-approvals">Waiting for your approval</h2>
        <ButtonLink to="/inbox/approvals" size="small">
          {rest > 0 ? `And ${rest.toLocaleString('en')} more` : 'All approvals'}
        </ButtonLink>
      </div>
      {nodes.map((approval) => (
        <ApprovalCard key={approval.id} approval={approval} />
      ))}
    </section>
  );
}
