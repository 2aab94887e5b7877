import { Link } from '@tanstack/react-router';
import type { ActivitySearch } from './search.ts';

type CallerLinkProps = {
  /** The other filters, which stay. */
  readonly search: ActivitySearch;
  readonly caller?: string | null;
  readonly endUser?: string | null;
  readonly name?: string;
  readonly small?: boolean;
};

/** Links to the calls of one agent or person. */
export function CallerLink({ search, caller, endUser, name, small = false }: CallerLinkProps) {
  const { caller: _caller, endUser: _endUser, ...others } = search;
  return (
    <Link
      to="/activity"
      search={{ ...others, ...(caller && { caller }), ...(endUser && { endUser }) }}
      hash="calls"
      title="View calls"
      {...(small && { className: 'small' })}
    >
      {name ?? endUser}
    </Link>
  );
}
