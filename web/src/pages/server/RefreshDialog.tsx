import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { StackField } from '../../stackField/StackField.tsx';
import { useStacks } from '../../stackField/useStacks.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { SERVER_REFRESH } from './operations.ts';
import { RefusedTools } from './RefusedTools.tsx';
import { Schedule, type Scheduled } from './Schedule.tsx';

type RefreshDialogProps = {
  readonly server: Scheduled;
  readonly onClose: () => void;
};

/** Refreshes an MCP server's tools with a stack's credentials. */
export function RefreshDialog({ server, onClose }: RefreshDialogProps) {
  const { stacks, query } = useStacks({ serverId: server.id });
  return (
    <Dialog title={`Refresh the tools of ${server.name}`} onClose={onClose}>
      <Loaded query={query} lines={2}>
        {() => <RefreshForm server={server} first={stacks[0]?.id ?? null} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

type RefreshFormProps = RefreshDialogProps & {
  /** The preselected stack; null if no stack has the server. */
  readonly first: string | null;
};

function RefreshForm({ server, first, onClose }: RefreshFormProps) {
  const [stackId, setStackId] = useState(first ?? '');
  const refresh = useApiMutation('refreshServerTools', async (id: string) => {
    const { refreshServerTools } = await sendOperation(SERVER_REFRESH, { input: { stackId: id, serverId: server.id } });
    return payloadOf(refreshServerTools);
  });
  if (first === null)
    return (
      <Notice>
        <p>
          Add the server to a stack first, because refreshing uses a stack’s credentials. To refresh a server from an
          OpenAPI document, import the document again.
        </p>
      </Notice>
    );
  return (
    <div className="stack">
      <p>
        Toolyard gets the current tools from the MCP server. Stacks keep their enabled tools. To refresh a server from
        an OpenAPI document, import the document again.
      </p>
      <StackField label="Use credentials of" serverId={server.id} value={stackId} onChange={setStackId} />
      <ErrorNotice error={refresh.error} />
      {refresh.data && <Refreshed {...refresh.data} />}
      <Schedule server={server} stackId={stackId} />
      <div className="dialog__actions">
        <Button onClick={onClose}>{refresh.data ? 'Close' : 'Cancel'}</Button>
        <Button kind="primary" isBusy={refresh.isPending} onClick={() => refresh.mutate(stackId)}>
          {refresh.isPending ? 'Refreshing' : 'Refresh tools'}
        </Button>
      </div>
    </div>
  );
}

type RefreshedProps = {
  readonly isChanged: boolean;
  readonly toolCount: number;
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
};

function Refreshed({ isChanged, toolCount, refused }: RefreshedProps) {
  return (
    <div className="stack" role="status">
      <Notice kind="good">
        <p>
          {isChanged ? 'Tools changed.' : 'No changes.'} The server offers{' '}
          {toolCount === 1 ? '1 tool' : `${toolCount} tools`}.
        </p>
      </Notice>
      <RefusedTools refused={refused} />
    </div>
  );
}
