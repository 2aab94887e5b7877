import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { May } from '../../../shell/May.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { STACKS_DELETE_ENDPOINT } from './operations.ts';

type DeleteEndpointProps = { readonly endpoint: { readonly id: string; readonly name: string } };

export function DeleteEndpoint({ endpoint }: DeleteEndpointProps) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useApiMutation('deleteClientEndpoint', async () => {
    const input = { endpointId: endpoint.id };
    return payloadOf((await sendOperation(STACKS_DELETE_ENDPOINT, { input })).deleteClientEndpoint);
  });
  return (
    <>
      <May right="WRITE">
        <Button
          kind="danger"
          size="small"
          aria-label={`Delete endpoint ${endpoint.name}`}
          onClick={() => setIsAsking(true)}
        >
          Delete endpoint
        </Button>
      </May>
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${endpoint.name}`}
          action="Delete endpoint"
          sending={remove}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => toast(`${endpoint.name} is deleted`) })}
          onClose={() => setIsAsking(false)}
        >
          <p>
            Its URL and all its tokens stop working at once. You can’t undo this. The stack and its tools aren’t
            affected.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
