import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { STACKS_DELETE_SKILL } from './operations.ts';

type DeleteSkillProps = { readonly stackId: string; readonly name: string; readonly onClose: () => void };

export function DeleteSkillDialog({ stackId, name, onClose }: DeleteSkillProps) {
  const remove = useApiMutation('deleteSkill', async () =>
    payloadOf((await sendOperation(STACKS_DELETE_SKILL, { input: { stackId, name } })).deleteSkill),
  );
  const onConfirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast(`Skill ${name} is deleted`);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete skill"
      sending={remove}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>Agents lose it at once. To restore it, roll back to an earlier version of the stack.</p>
    </ConfirmDialog>
  );
}
