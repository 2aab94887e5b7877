import './map.css';
import { Link } from '@tanstack/react-router';
import { Bot, Cog, KeyRound, Plug } from 'lucide-react';
import { useApiQuery } from '../../../api/hooks.ts';
import { useList } from '../../../api/useList.ts';
import type {
  ActivityToolsQuery,
  StacksEndpointFragment,
  StacksMachineFragment,
  StacksServerFragment,
} from '../../../gql/graphql.ts';
import { ServerMark } from '../../../marks/ServerMark.tsx';
import { counted } from '../../../records/figures.ts';
import { useSince } from '../../../records/useSince.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Loaded } from '../../../ui/Loading.tsx';
import { ShowMore } from '../../../ui/ShowMore.tsx';
import { Time } from '../../../ui/Time.tsx';
import { ACTIVITY_TOOLS } from '../../activity/operations.ts';
import { CredentialBadge } from '../CredentialBadge.tsx';
import { STACKS_ENDPOINTS } from '../connect/operations.ts';
import { STACKS_MACHINES } from '../machines/operations.ts';
import { useOpenStack } from '../openStack.ts';
import { STACKS_SERVERS } from '../operations.ts';

const DAY_SECONDS = 86_400;

type Failing = NonNullable<ActivityToolsQuery['toolStatistics']>[number];

/** The way of a call through the stack: agents, endpoint, servers, credentials, each with its state. */
export function MapTab() {
  const { name } = useOpenStack();
  return (
    <section className="stack" aria-label="Map">
      <p className="soft">
        Each agent calls through an endpoint, and reaches every server of the stack with its credentials.
      </p>
      <div className="map">
        <Agents />
        <p className="map__stack">
          <strong>{name}</strong>
        </p>
        <Servers />
      </div>
    </section>
  );
}

function Agents() {
  const { id: stackId } = useOpenStack();
  const list = useList(STACKS_ENDPOINTS, { stackId }, ({ stack }) => stack?.endpoints);
  const machines = useList(STACKS_MACHINES, { stackId, isInForce: true }, ({ stack }) => stack?.serviceAccounts);
  return (
    <div className="stack">
      <h2 className="map__title">Agents and endpoints</h2>
      <Loaded query={list} lines={4}>
        {(endpoints) => (
          <ul className="stack stack--small">
            {endpoints.length === 0 && <li className="soft">No endpoints yet.</li>}
            {endpoints.map((endpoint) => (
              <EndpointWay
                key={endpoint.id}
                stackId={stackId}
                endpoint={endpoint}
                machines={(machines.data ?? []).filter((machine) => machine.endpoint.id === endpoint.id)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <ShowMore hasMore={list.hasMore} isBusy={list.isLoadingMore} onMore={list.loadMore} />
    </div>
  );
}

type EndpointWayProps = {
  readonly stackId: string;
  readonly endpoint: StacksEndpointFragment;
  readonly machines: readonly StacksMachineFragment[];
};

const AGENTS_MAX = 5;

function EndpointWay({ stackId, endpoint: { name, tokens }, machines }: EndpointWayProps) {
  const inForce = tokens.nodes.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now()),
  );
  const agents = [
    ...inForce.map(({ id, name: agent, lastUsedAt }) => ({ id, agent, lastUsedAt, Icon: Bot })),
    ...machines.map(({ id, name: agent }) => ({ id, agent, lastUsedAt: undefined, Icon: Cog })),
  ];
  return (
    <li className="map__way">
      <ul className="map__node stack stack--small">
        {agents.length === 0 && <li className="soft">No agents</li>}
        {agents.slice(0, AGENTS_MAX).map(({ id, agent, lastUsedAt, Icon }) => (
          <li key={id}>
            <Icon size={15} aria-hidden /> {agent}{' '}
            {lastUsedAt !== undefined && (
              <span className="soft small">{lastUsedAt ? <Time at={lastUsedAt} /> : 'never used'}</span>
            )}
          </li>
        ))}
        {agents.length > AGENTS_MAX && (
          <li className="soft small">{counted(agents.length - AGENTS_MAX, 'more agent')}</li>
        )}
      </ul>
      <span className="map__arrow" aria-hidden />
      <div className="map__node map__target">
        <Plug size={15} aria-hidden />
        <Link to="/stacks/$stackId/connect" params={{ stackId }}>
          {name}
        </Link>
      </div>
    </li>
  );
}

function Servers() {
  const { id: stackId } = useOpenStack();
  const since = useSince(DAY_SECONDS);
  const list = useList(STACKS_SERVERS, { stackId }, ({ stack }) => stack?.servers);
  const tools = useApiQuery(ACTIVITY_TOOLS, { stackId, since, orderBy: 'FAILURES', callsMin: 1 });
  return (
    <div className="stack">
      <h2 className="map__title">Servers and credentials</h2>
      <Loaded query={list} lines={4}>
        {(servers) => (
          <ul className="stack stack--small">
            {servers.length === 0 && <li className="soft">No servers yet.</li>}
            {servers.map((placed) => (
              <ServerWay
                key={placed.server.id}
                stackId={stackId}
                placed={placed}
                failing={(tools.data?.toolStatistics ?? []).filter(({ serverId }) => serverId === placed.server.id)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <ShowMore hasMore={list.hasMore} isBusy={list.isLoadingMore} onMore={list.loadMore} />
    </div>
  );
}

type ServerWayProps = {
  readonly stackId: string;
  readonly placed: StacksServerFragment;
  readonly failing: readonly Failing[];
};

function ServerWay({ stackId, placed, failing }: ServerWayProps) {
  const { server, toolCount } = placed;
  return (
    <li className="map__way">
      <div className="map__node stack stack--small">
        <span className="server-name">
          <ServerMark id={server.id} name={server.name} />
          <Link to="/stacks/$stackId" params={{ stackId }} search={{ server: server.id }}>
            {server.name}
          </Link>
        </span>
        <span className="soft small">{counted(toolCount, 'tool')}</span>
        <Health stackId={stackId} failing={failing} />
      </div>
      <span className="map__arrow" aria-hidden />
      <div className="map__node map__target">
        <KeyRound size={15} aria-hidden />
        <Link to="/stacks/$stackId/credentials" params={{ stackId }} search={{ server: server.id }}>
          <CredentialBadge placed={placed} />
        </Link>
      </div>
    </li>
  );
}

/** The failed calls of the last 24 hours. */
function Health({ stackId, failing }: Pick<ServerWayProps, 'stackId' | 'failing'>) {
  const failures = failing.reduce((sum, { figures }) => sum + figures.failureCount, 0);
  if (failures === 0) return null;
  return (
    <Link
      to="/activity"
      search={{ stack: stackId, server: failing[0]?.serverId ?? '', outcome: 'FAILED', range: 'day' }}
    >
      <Badge kind="warn">{counted(failures, 'failed call')} in 24 hours</Badge>
    </Link>
  );
}
