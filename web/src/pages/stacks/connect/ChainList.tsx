import { counted } from '../../../records/figures.ts';
import { May } from '../../../shell/May.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Time } from '../../../ui/Time.tsx';
import type { Link } from './chain.ts';

type ChainListProps = {
  readonly links: readonly Link[];
  readonly revoked: readonly string[];
  readonly onRevoke: (link: Link) => void;
};

/** The restrictions of a token, outermost last. Revoking a restriction also revokes those after it. */
export function ChainList({ links, revoked, onRevoke }: ChainListProps) {
  const endedAt = links.findIndex(({ id }) => revoked.includes(id));
  return (
    <ol className="stacks-tools" aria-label="Restriction chain">
      {links.map((link, at) => (
        <li key={link.id} className="stacks-pick__row stacks-chain">
          <div className="stack stack--small">
            <LimitsOf link={link} />
            <code className="small stacks-limits">{link.id}</code>
          </div>
          {endedAt !== -1 && at >= endedAt ? (
            <Badge kind="bad">{at === endedAt ? 'Revoked' : 'Also revoked'}</Badge>
          ) : (
            <May right="WRITE">
              <Button
                size="small"
                kind="danger"
                aria-label={`Revoke restriction ${at + 1}`}
                onClick={() => onRevoke(link)}
              >
                Revoke
              </Button>
            </May>
          )}
        </li>
      ))}
    </ol>
  );
}

function LimitsOf({ link: { limits } }: { readonly link: Link }) {
  const { tools, when, endUser, calls, endsAt } = limits;
  return (
    <ul className="small stacks-limits">
      {tools.length > 0 && <li>Tools: {tools.join(', ')}</li>}
      {when !== null && (
        <li>
          Only when <code>{when}</code>
        </li>
      )}
      {endUser !== null && <li>End user: {endUser}</li>}
      {calls !== null && <li>Up to {counted(calls, 'call')}</li>}
      {endsAt !== null && (
        <li>
          Expires <Time at={endsAt} isExact />
        </li>
      )}
    </ul>
  );
}
