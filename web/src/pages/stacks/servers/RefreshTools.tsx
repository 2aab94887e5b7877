import { RefreshCw } from 'lucide-react';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice, Notice } from '../../../ui/Notice.tsx';
import { STACKS_REFRESH_TOOLS } from './operations.ts';

type RefreshToolsProps = { readonly stackId: string; readonly server: { readonly id: string; readonly name: string } };

export function RefreshTools({ stackId, server }: RefreshToolsProps) {
  const refresh = useApiMutation('refreshServerTools', async () => {
    const input = { stackId, serverId: server.id };
    return payloadOf((await sendOperation(STACKS_REFRESH_TOOLS, { input })).refreshServerTools);
  });
  return (
    <div className="stack stack--small">
      <div className="row">
        <Button
          size="small"
          aria-label={`Refresh tools of ${server.name}`}
          isBusy={refresh.isPending}
          onClick={() => refresh.mutate(undefined)}
        >
          <RefreshCw size={15} aria-hidden />
          Refresh tools
        </Button>
        <span className="soft small" role="status">
          {refresh.isPending && `Getting tools from ${server.name}…`}
        </span>
      </div>
      {refresh.isPending && <progress className="stacks-progress" aria-label={`Refreshing tools of ${server.name}`} />}
      <ErrorNotice error={refresh.error} />
      {refresh.data && <Refreshed {...refresh.data} />}
    </div>
  );
}

type RefreshedProps = {
  readonly isChanged: boolean;
  readonly toolCount: number;
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
};

function Refreshed({ isChanged, toolCount, refused }: RefreshedProps) {
  const changed = `Tools changed. The server now offers ${toolCount}; new tools start disabled.`;
  return (
    <div role="status">
      <Notice kind={refused.length > 0 ? 'warn' : 'good'}>
        <p>{isChanged ? changed : `No changes. The server still offers ${toolCount} tools.`}</p>
        {refused.length > 0 && (
          <ul className="small">
            {refused.map(({ name, reason }) => (
              <li key={`${name} ${reason}`}>
                {name && <code>{name}</code>} {reason}
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}
