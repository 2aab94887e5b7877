import { Link, useLocation } from '@tanstack/react-router';
import { BookOpen, Braces, Inbox, Waypoints } from 'lucide-react';
import { InboxCount } from './inbox/InboxCount.tsx';
import { useMenu } from './useMenu.ts';

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
  const groups = useMenu();
  return (
    <>
      <nav className="nav" aria-label="Pages">
        {groups.map(({ title, pages }) => (
          <div key={pages[0]?.to} className="nav__group">
            {title && <p className="nav__title">{title}</p>}
            <ul aria-label={title ?? undefined}>
              {pages.map(({ to, label, Icon }) => (
                <li key={to}>
                  <Link
                    to={to}
                    activeOptions={{ exact: to === '/' }}
                    {...(OF_MARKETPLACE.includes(pathname) && to === '/marketplace' && { 'aria-current': 'true' })}
                    {...(onGo && { onClick: onGo })}
                  >
                    <Icon size={17} aria-hidden />
                    {label}
                    {to === '/inbox' && <InboxCount />}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
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

/** The inbox in the bar of narrow screens, where the menu is closed. */
export function InboxButton() {
  return (
    <Link to="/inbox" className="button button--plain button--icon inbox-button">
      <Inbox size={20} aria-hidden />
      <span className="visually-hidden">Inbox</span>
      <InboxCount />
    </Link>
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
