import { useApiQuery } from '../../../api/hooks.ts';
import { usePages } from '../../../api/pages.ts';
import { useAllPages } from '../../../api/useAllPages.ts';
import type { StacksServerFragment } from '../../../gql/graphql.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Loaded, Skeleton } from '../../../ui/Loading.tsx';
import { STACKS_ENABLED_TOOLS, STACKS_SERVER_TOOLS } from './operations.ts';
import { ToolSwitchList } from './ToolSwitchList.tsx';

type ServerToolsProps = {
  readonly stackId: string;
  readonly placed: StacksServerFragment;
};

/** Lists a server's tools. “All” and the filter apply to every tool, so all pages are loaded first. */
export function ServerTools({ stackId, placed }: ServerToolsProps) {
  const { server } = placed;
  const offered = usePages(STACKS_SERVER_TOOLS, { serverId: server.id }, (data) => data.server?.tools);
  useAllPages(offered, true);
  const enabled = useApiQuery(STACKS_ENABLED_TOOLS, { stackId }, { isCached: false });
  return (
    <Loaded query={offered} lines={4}>
      {({ rows }) => {
        if (offered.hasNextPage && !offered.isError) return <Skeleton lines={4} />;
        if (rows === null || rows.length === 0) return <NoTools />;
        return (
          <Loaded query={enabled} lines={4}>
            {({ stack }) => (
              <ToolSwitchList
                stackId={stackId}
                placed={placed}
                offered={rows}
                enabled={(stack?.tools.nodes ?? []).filter(({ serverId }) => serverId === server.id)}
              />
            )}
          </Loaded>
        );
      }}
    </Loaded>
  );
}

function NoTools() {
  return (
    <Empty title="No tools yet">
      Some servers list their tools only after sign-in. Add its credentials, then refresh its tools.
    </Empty>
  );
}
