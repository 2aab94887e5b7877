import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

const TABS = [
  { to: '/stacks/$stackId', label: 'Servers' },
  { to: '/stacks/$stackId/credentials', label: 'Credentials' },
  { to: '/stacks/$stackId/connect', label: 'Connect' },
  { to: '/stacks/$stackId/usage', label: 'Usage' },
  { to: '/stacks/$stackId/settings', label: 'Settings' },
] as const;

type StackTabsProps = { readonly stackId: string };

export function StackTabs({ stackId }: StackTabsProps) {
  const ref = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // On a narrow screen the tabs scroll: the open one stays in sight.
  useEffect(() => {
    const tab = ref.current?.querySelector(`[href="${CSS.escape(path)}"]`);
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  return (
    <nav ref={ref} className="tabs" aria-label="Parts of the stack">
      {TABS.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          params={{ stackId }}
          className="tab"
          activeOptions={{ exact: true, includeSearch: false }}
          resetScroll={false}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
