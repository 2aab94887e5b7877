import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { STACKS_REMOVE_SERVER } from './operations.ts';

type RemoveServerProps = { readonly stackId: string; readonly server: { readonly id: string; readonly name: string } };

export function RemoveServer({ stackId, server }: RemoveServerProps) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useApiMutation('removeServerFromStack', async () => {
    const input = { stackId, serverId: server.id };
    return payloadOf((await sendOperation(STACKS_REMOVE_SERVER, { input })).removeServerFromStack);
  });
  return (
    <>
      <Button kind="plain" size="small" aria-label={`Remove ${server.name}`} onClick={() => setIsAsking(true)}>
        Remove
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Remove ${server.name}`}
          action="Remove server"
          sending={remove}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => toast(`Removed ${server.name}`) })}
          onClose={() => setIsAsking(false)}
        >
          <p>
            Agents lose its tools at once. Its credentials in this stack are deleted, and so are your changes to tool
            names and descriptions.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
