import { Link, useLocation } from '@tanstack/react-router';
import { BookOpen, Braces, Waypoints } from 'lucide-react';
import { usePages } from './usePages.ts';

/** Subpages of the marketplace. */
const OF_MARKETPLACE = ['/import', '/registry'];

const ELSEWHERE = [
  { href: '/graphiql', label: 'GraphiQL', Icon: Braces },
  { href: '/reference', label: 'REST reference', Icon: Waypoints },
  { href: '/docs', label: 'Documentation', Icon: BookOpen },
];

type NavProps = { readonly onGo?: () => void };

export function Nav({ onGo }: NavProps) {
  const { pathname } = useLocation();
  const pages = usePages();
  return (
    <>
      <nav className="nav" aria-label="Pages">
        {pages.map(({ to, label, Icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === '/' }}
            {...(OF_MARKETPLACE.includes(pathname) && to === '/marketplace' && { 'aria-current': 'true' })}
            {...(onGo && { onClick: onGo })}
          >
            <Icon size={18} aria-hidden />
            {label}
          </Link>
        ))}
      </nav>
      <nav className="nav small shell__foot" aria-label="Developers">
        {ELSEWHERE.map(({ href, label, Icon }) => (
          <a key={href} href={href}>
            <Icon size={15} aria-hidden />
            {label}
          </a>
        ))}
      </nav>
    </>
  );
}

export function Brand() {
  return (
    <Link to="/" className="brand">
      <img src="/favicon.svg" alt="" width={28} height={28} />
      Toolyard
    </Link>
  );
}
