import { Link } from '@tanstack/react-router';

const TABS = [
  { to: '/stacks/$stackId', label: 'Servers' },
  { to: '/stacks/$stackId/credentials', label: 'Credentials' },
  { to: '/stacks/$stackId/connect', label: 'Connect' },
  { to: '/stacks/$stackId/usage', label: 'Usage' },
  { to: '/stacks/$stackId/settings', label: 'Settings' },
] as const;

type StackTabsProps = { readonly stackId: string };

export function StackTabs({ stackId }: StackTabsProps) {
  return (
    <nav className="tabs" aria-label="Parts of the stack">
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
