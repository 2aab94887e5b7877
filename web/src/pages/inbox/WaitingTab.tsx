import { useApiQuery } from '../../api/hooks.ts';
import { isNotifying } from '../../shell/inbox/useInbox.ts';
import { useMaySomewhere, useRole } from '../../shell/useMay.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Skeleton } from '../../ui/Loading.tsx';
import { OpenAlerts } from './OpenAlerts.tsx';
import { INBOX_ALERTS, INBOX_APPROVALS, INBOX_REVIEWS } from './operations.ts';
import { WaitingApprovals } from './WaitingApprovals.tsx';
import { WaitingReviews } from './WaitingReviews.tsx';

/** Everything that waits. All groups appear together, so that the layout doesn’t shift. */
export function WaitingTab() {
  const isKnown = useRole() !== null;
  const approvals = useApiQuery(INBOX_APPROVALS, {}, { enabled: useMaySomewhere('APPROVE') });
  const reviews = useApiQuery(INBOX_REVIEWS, {});
  const alerts = useApiQuery(INBOX_ALERTS, {});
  const queries = [approvals, reviews, alerts];
  if (!isKnown || queries.some(({ isLoading }) => isLoading)) return <Skeleton lines={4} />;
  const items = [
    ...(approvals.data?.approvals?.nodes ?? []),
    ...(reviews.data?.toolChanges?.nodes ?? []),
    ...(reviews.data?.instructionChanges?.nodes ?? []),
    ...(alerts.data?.alerts?.filter(({ kind }) => kind !== 'REVIEW') ?? []),
  ];
  const isEmpty = items.length === 0 && queries.every(({ error }) => error === null);
  return (
    <div className="stack stack--large">
      {isEmpty && <NothingWaits />}
      <WaitingApprovals />
      <WaitingReviews />
      <OpenAlerts without={['REVIEW']} />
    </div>
  );
}

function NothingWaits() {
  const action = !isNotifying() && <ButtonLink to="/inbox/notifications">Set up notifications</ButtonLink>;
  return (
    <Empty title="Nothing is waiting" action={action}>
      Calls that need your approval, changed tools and problems appear here as they happen.
    </Empty>
  );
}
