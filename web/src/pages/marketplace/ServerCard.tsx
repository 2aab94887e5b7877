import { Link } from '@tanstack/react-router';
import { Check, Plus } from 'lucide-react';
import type { MarketplaceServersQuery } from '../../gql/graphql.ts';
import { ServerMark } from '../../marks/ServerMark.tsx';
import { MaySomewhere } from '../../shell/May.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { withoutMarks } from '../../ui/withoutMarks.ts';
import { ServerBadges } from './ServerBadges.tsx';
import { credentialNeed } from './search.ts';

export type ListedServer = NonNullable<MarketplaceServersQuery['servers']>['nodes'][number];

type ServerCardProps = {
  readonly server: ListedServer;
  readonly stackId: string | undefined;
  /** Whether the target stack already has this server. */
  readonly isIn: boolean;
  readonly isBusy: boolean;
  readonly onAdd: () => void;
};

export function ServerCard({ server, stackId, isIn, isBusy, onAdd }: ServerCardProps) {
  const { id, name, description, isVerified, isPrivate, refresh, tools } = server;
  return (
    <li className="card marketplace-card">
      <h2 className="marketplace-card__name server-name">
        <ServerMark id={id} name={name} />
        <Link to="/marketplace/$serverId" params={{ serverId: id }} search={stackId ? { stack: stackId } : {}}>
          {name}
        </Link>
      </h2>
      <p className="marketplace-card__about">{withoutMarks(description) || 'No description.'}</p>
      <div className="row marketplace-card__badges">
        <ServerBadges isVerified={isVerified} isPrivate={isPrivate} need={credentialNeed(server)} />
        {refresh?.problem && <Badge kind="bad">Refresh failed</Badge>}
      </div>
      <div className="row row--spread marketplace-card__foot">
        <span className="small soft">{tools.totalCount === 1 ? '1 tool' : `${tools.totalCount} tools`}</span>
        {isIn ? (
          <InStack server={server} stackId={stackId} />
        ) : (
          <MaySomewhere right="WRITE">
            <Button size="small" isBusy={isBusy} aria-label={`Add ${name}`} onClick={onAdd}>
              <Plus size={15} aria-hidden /> Add
            </Button>
          </MaySomewhere>
        )}
      </div>
    </li>
  );
}

function InStack({ server, stackId }: Pick<ServerCardProps, 'server' | 'stackId'>) {
  return (
    <span className="row">
      {stackId && credentialNeed(server) !== 'none' && (
        <Link to="/stacks/$stackId/credentials" params={{ stackId }} className="small marketplace-card__above">
          Credentials<span className="visually-hidden"> of {server.name}</span>
        </Link>
      )}
      <Badge kind="good">
        <Check size={13} aria-hidden /> In the stack
      </Badge>
    </span>
  );
}
