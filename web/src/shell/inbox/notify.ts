import { sendOperation } from '../../api/operation.ts';
import { INBOX_NEWEST } from './operations.ts';
import type { InboxCounts } from './useInbox.ts';

const shownIds = new Set<string>();

type Message = { readonly title: string; readonly body?: string; readonly tag: string; readonly href: string };

/** Opens a page of the dashboard. */
type Go = (href: string) => void;

/** Browsers show one notification per tag, so that several tabs don’t repeat it. */
function show({ title, body = '', tag, href }: Message, go: Go): void {
  const notification = new Notification(title, { body, tag, icon: '/favicon.svg' });
  notification.onclick = () => {
    window.focus();
    notification.close();
    go(href);
  };
}

/** Shows browser notifications of new inbox items. */
export async function notify(before: InboxCounts, now: InboxCounts, go: Go): Promise<void> {
  if (now.approvalCount > before.approvalCount) await notifyOfApprovals(now.approvalCount - before.approvalCount, go);
  if (now.reviewCount > before.reviewCount) {
    show({ title: 'Changed tools need a review', tag: 'toolyard-reviews', href: '/inbox/reviews' }, go);
  }
  if (now.alertCount > before.alertCount) {
    show({ title: 'A new alert needs your attention', tag: 'toolyard-alerts', href: '/inbox/alerts' }, go);
  }
}

async function notifyOfApprovals(count: number, go: Go): Promise<void> {
  const { approvals } = await sendOperation(INBOX_NEWEST, {});
  const nodes = approvals?.nodes.slice(0, count).filter(({ id }) => !shownIds.has(id)) ?? [];
  for (const { id, toolId, tool, stack } of nodes) {
    shownIds.add(id);
    const body = `${tool ? `${tool.serverName}, in ` : 'In '}the stack ${stack.name}`;
    show({ title: `Approve ${tool?.exposedName ?? toolId}?`, body, tag: id, href: `/inbox/approvals/${id}` }, go);
  }
}
