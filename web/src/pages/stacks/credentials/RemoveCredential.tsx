import { useState } from 'react';
import { ask } from '../../../api/ask.ts';
import { payloadOf } from '../../../api/member.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { useStackChange } from '../useStackChange.ts';
import type { CredentialPlace, DeclaredField } from './CredentialField.tsx';
import { STACKS_REMOVE_CREDENTIAL } from './operations.ts';

type RemoveCredentialProps = { readonly place: CredentialPlace; readonly field: DeclaredField };

export function RemoveCredential({ place, field }: RemoveCredentialProps) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useStackChange(async () => {
    const input = { ...place, fieldId: field.id };
    return payloadOf((await ask(STACKS_REMOVE_CREDENTIAL, { input })).removeCredential);
  });
  const onRemoved = () => {
    toast(`${field.name} is removed`);
    setIsAsking(false);
  };
  return (
    <>
      <Button size="small" kind="danger" aria-label={`Remove ${field.name}`} onClick={() => setIsAsking(true)}>
        Remove
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Remove ${field.name}`}
          action="Remove credential"
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined, { onSuccess: onRemoved })}
          onClose={() => setIsAsking(false)}
        >
          <p>The stored value is deleted. Calls that need it fail until you add it again.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
