import { useApiQuery } from '../../api/hooks.ts';
import { isNotifying, totalOf, useInbox } from '../../shell/inbox/useInbox.ts';
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
  const queries = [
    useApiQuery(INBOX_APPROVALS, {}, { enabled: useMaySomewhere('APPROVE') }),
    useApiQuery(INBOX_REVIEWS, {}),
    useApiQuery(INBOX_ALERTS, {}),
  ];
  const total = totalOf(useInbox());
  if (!isKnown || queries.some(({ isLoading }) => isLoading)) return <Skeleton lines={4} />;
  return (
    <div className="stack stack--large">
      {total === 0 && <NothingWaits />}
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
