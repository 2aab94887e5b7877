import { totalOf, useInbox } from './useInbox.ts';

const COUNT_MAX = 99;

const counted = (count: number, noun: string): string[] =>
  count === 0 ? [] : [`${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`];

/** How much waits: a number, and its parts for screen readers. Nothing if the inbox is empty. */
export function InboxCount() {
  const counts = useInbox();
  const { approvalCount, reviewCount, alertCount } = counts;
  const total = totalOf(counts);
  if (total === 0) return null;
  const parts = [
    ...counted(approvalCount, 'approval'),
    ...counted(reviewCount, 'review'),
    ...counted(alertCount, 'alert'),
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
