import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { STACKS_REVOKE_MACHINE } from './operations.ts';

type RevokeMachineProps = {
  readonly client: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
};

export function RevokeMachineDialog({ client: { id, name }, onClose }: RevokeMachineProps) {
  const revoke = useApiMutation('revokeMachineClient', async () => {
    payloadOf((await sendOperation(STACKS_REVOKE_MACHINE, { input: { machineClientId: id } })).revokeMachineClient);
    toast(`${name} is revoked`);
    onClose();
  });
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      action="Revoke machine client"
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>It cannot sign in any more, and all its tokens end at once. It cannot be made to work again.</p>
    </ConfirmDialog>
  );
}
