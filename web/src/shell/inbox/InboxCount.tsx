import { counted } from '../../records/figures.ts';
import { totalOf, useInbox } from './useInbox.ts';

const COUNT_MAX = 99;

/** How much waits: a number, and its parts for screen readers. Nothing if the inbox is empty. */
export function InboxCount() {
  const counts = useInbox();
  const { approvalCount, reviewCount, alertCount } = counts;
  const total = totalOf(counts);
  if (total === 0) return null;
  const parts = [
    ...(approvalCount > 0 ? [counted(approvalCount, 'approval')] : []),
    ...(reviewCount > 0 ? [counted(reviewCount, 'review')] : []),
    ...(alertCount > 0 ? [counted(alertCount, 'alert')] : []),
  ];
  return (
    <>
      <span className="count" data-urgent={approvalCount > 0 || undefined} aria-hidden>
        {total > COUNT_MAX ? `${COUNT_MAX}+` : total}
      </span>
      <span className="visually-hidden">{parts.join(', ')}</span>
    </>
  );
}
