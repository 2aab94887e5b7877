import { useState } from 'react';
import { ask } from '../../../api/ask.ts';
import { payloadOf } from '../../../api/member.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { useStackChange } from '../useStackChange.ts';
import { STACKS_REVOKE_TOKEN } from './operations.ts';

type RevokeTokenProps = { readonly token: { readonly id: string; readonly name: string } };

export function RevokeToken({ token }: RevokeTokenProps) {
  const [isAsking, setIsAsking] = useState(false);
  const revoke = useStackChange(async () =>
    payloadOf((await ask(STACKS_REVOKE_TOKEN, { input: { tokenId: token.id } })).revokeStackToken),
  );
  const onRevoked = () => {
    toast(`Token ${token.name} is revoked`);
    setIsAsking(false);
  };
  return (
    <>
      <Button kind="danger" size="small" aria-label={`Revoke token ${token.name}`} onClick={() => setIsAsking(true)}>
        Revoke
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Revoke the token ${token.name}?`}
          action="Revoke token"
          isBusy={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate(undefined, { onSuccess: onRevoked })}
          onClose={() => setIsAsking(false)}
        >
          <p>Whoever uses it is refused from the next request on. It cannot be made to work again.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
