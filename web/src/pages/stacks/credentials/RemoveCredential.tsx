import { ask } from '../../../api/ask.ts';
import { payloadOf } from '../../../api/member.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { useStackChange } from '../useStackChange.ts';
import type { CredentialPlace, DeclaredField } from './CredentialField.tsx';
import { STACKS_REMOVE_CREDENTIAL } from './operations.ts';

type RemoveCredentialProps = {
  readonly place: CredentialPlace;
  readonly field: DeclaredField;
  readonly onClose: () => void;
};

/** Asks first. Rendered outside the form of the credentials: it is a form itself. */
export function RemoveCredential({ place, field, onClose }: RemoveCredentialProps) {
  const remove = useStackChange(async () => {
    const input = { ...place, fieldId: field.id };
    return payloadOf((await ask(STACKS_REMOVE_CREDENTIAL, { input })).removeCredential);
  });
  const onRemoved = () => {
    toast(`${field.name} is removed`);
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Remove ${field.name}`}
      action="Remove credential"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onRemoved })}
      onClose={onClose}
    >
      <p>The stored value is deleted. Calls that need it fail until you add it again.</p>
    </ConfirmDialog>
  );
}
