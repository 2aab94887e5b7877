import { Link, Outlet } from '@tanstack/react-router';
import { useInbox } from '../../shell/inbox/useInbox.ts';
import { useMaySomewhere } from '../../shell/useMay.ts';
import { Page } from '../../ui/Page.tsx';
import { TabLinks } from '../../ui/TabLinks.tsx';

export function InboxPage() {
  const { approvalCount, reviewCount, alertCount } = useInbox();
  const mayDecide = useMaySomewhere('APPROVE');
  const tabs = [
    { to: '/inbox', label: 'Waiting', count: 0 },
    ...(mayDecide ? [{ to: '/inbox/approvals', label: 'Approvals', count: approvalCount } as const] : []),
    { to: '/inbox/reviews', label: 'Reviews', count: reviewCount },
    { to: '/inbox/alerts', label: 'Alerts', count: alertCount },
    { to: '/inbox/notifications', label: 'Notifications', count: 0 },
  ] as const;
  return (
    <Page title="Inbox" about="Calls to approve, changed tools to review, and problems that need your attention.">
      <TabLinks label="Inbox sections">
        {tabs.map(({ to, label, count }) => (
          <Link
            key={to}
            to={to}
            className="tab"
            activeOptions={{ exact: true, includeSearch: false }}
            resetScroll={false}
          >
            {label}
            {count > 0 && <span className="tab__count"> {count.toLocaleString('en')}</span>}
          </Link>
        ))}
      </TabLinks>
      <Outlet />
    </Page>
  );
}
