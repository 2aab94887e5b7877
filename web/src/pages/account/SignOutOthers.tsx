import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useChange } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { ACCOUNT_REVOKE_SESSION } from './operations.ts';

const signOut = async (sessionId: string) =>
  payloadOf((await ask(ACCOUNT_REVOKE_SESSION, { input: { sessionId } })).revokeSession);

/** For who has lost a device, or cannot tell their browsers apart. */
export function SignOutOthers({ sessionIds }: { readonly sessionIds: readonly string[] }) {
  const [isAsking, setIsAsking] = useState(false);
  const end = useChange(async () => {
    await Promise.all(sessionIds.map(signOut));
    toast('You are signed out everywhere else.');
    setIsAsking(false);
  });
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Sign out all others</Button>
      {isAsking && (
        <ConfirmDialog
          title="Sign out all other browsers?"
          action="Sign out all others"
          isBusy={end.isPending}
          error={end.error}
          onConfirm={end.mutate}
          onClose={() => setIsAsking(false)}
        >
          <p>You stay signed in here. Everywhere else you have to sign in again.</p>
          <p className="soft small">If somebody may know your password, change it: that signs them out too.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
