import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { MARKETPLACE_HOLDING } from '../marketplace/operations.ts';
import { SERVER_REFRESH } from './operations.ts';
import { RefusedTools } from './RefusedTools.tsx';
import { Schedule, type Scheduled } from './Schedule.tsx';

type RefreshDialogProps = {
  readonly server: Scheduled;
  readonly onClose: () => void;
};

/** Asks an MCP server for its tools again, with the credentials that a stack has for it. */
export function RefreshDialog({ server, onClose }: RefreshDialogProps) {
  const holding = useApiQuery(MARKETPLACE_HOLDING, { id: server.id });
  return (
    <Dialog title={`Refresh the tools of ${server.name}`} onClose={onClose}>
      <Loaded query={holding} lines={2}>
        {({ server: found }) => <RefreshForm server={server} stacks={found?.stacks.nodes ?? []} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

type RefreshFormProps = RefreshDialogProps & {
  readonly stacks: readonly { readonly id: string; readonly name: string }[];
};

function RefreshForm({ server, stacks, onClose }: RefreshFormProps) {
  const [stackId, setStackId] = useState(stacks[0]?.id ?? '');
  const refresh = useApiMutation('refreshServerTools', async (id: string) => {
    const { refreshServerTools } = await sendOperation(SERVER_REFRESH, { input: { stackId: id, serverId: server.id } });
    return payloadOf(refreshServerTools);
  });
  if (stacks.length === 0)
    return (
      <Notice>
        <p>
          Add the server to a stack first: it is asked with the credentials of a stack. A server made from an OpenAPI
          document is refreshed by importing the document again.
        </p>
      </Notice>
    );
  return (
    <div className="stack">
      <p>
        Toolyard asks the MCP server which tools it has now. Stacks keep what they enabled of it. A server made from an
        OpenAPI document is refreshed by importing the document again.
      </p>
      <SelectField label="With the credentials of" value={stackId} onChange={(event) => setStackId(event.target.value)}>
        {stacks.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <ErrorNotice error={refresh.error} />
      {refresh.data && <Refreshed {...refresh.data} />}
      <Schedule server={server} stackId={stackId} />
      <div className="dialog__actions">
        <Button onClick={onClose}>{refresh.data ? 'Close' : 'Cancel'}</Button>
        <Button kind="primary" isBusy={refresh.isPending} onClick={() => refresh.mutate(stackId)}>
          {refresh.isPending ? 'Asking the server' : 'Refresh tools'}
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

/** What asking a server again came to. */
function Refreshed({ isChanged, toolCount, refused }: RefreshedProps) {
  return (
    <div className="stack" role="status">
      <Notice kind="good">
        <p>
          {isChanged ? 'Its tools have changed.' : 'Nothing has changed.'} It offers{' '}
          {toolCount === 1 ? '1 tool' : `${toolCount} tools`}.
        </p>
      </Notice>
      <RefusedTools refused={refused} />
    </div>
  );
}
