import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { STACKS_DELETE } from './operations.ts';

type DeleteStackProps = {
  readonly stack: { readonly id: string; readonly name: string };
  readonly onDeleted: () => void;
  readonly onClose: () => void;
};

export function DeleteStackDialog({ stack, onDeleted, onClose }: DeleteStackProps) {
  const remove = useApiMutation('deleteStack', async () =>
    payloadOf((await sendOperation(STACKS_DELETE, { input: { stackId: stack.id } })).deleteStack),
  );
  const onConfirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast(`Stack ${stack.name} is deleted`);
        onDeleted();
      },
    });
  return (
    <ConfirmDialog
      title={`Delete ${stack.name}?`}
      action="Delete stack"
      typed={stack.name}
      sending={remove}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        This deletes its servers, credentials, client endpoints, tokens, service accounts, rules, pending approvals and
        call records. Agents that use it stop working at once. You can’t undo this. The audit log keeps its events.
      </p>
    </ConfirmDialog>
  );
}
