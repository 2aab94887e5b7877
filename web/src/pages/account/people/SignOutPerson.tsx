import { useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { toast } from '../../../ui/Toasts.tsx';
import { ACCOUNT_SIGN_OUT_USER } from './operations.ts';

type Props = { readonly id: string; readonly email: string };

/** Ends all sessions and command-line logins of another person. */
export function SignOutPerson({ id, email }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const end = useApiMutation('signOutUser', async () => {
    payloadOf((await sendOperation(ACCOUNT_SIGN_OUT_USER, { input: { userId: id } })).signOutUser);
    toast(`${email} is signed out everywhere`);
    setIsAsking(false);
  });
  return (
    <>
      <Button size="small" onClick={() => setIsAsking(true)}>
        Sign out<span className="visually-hidden"> {email}</span>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Sign ${email} out everywhere?`}
          action="Sign out"
          sending={end}
          onConfirm={end.mutate}
          onClose={() => setIsAsking(false)}
        >
          <p>All their browsers and the command line must sign in again. Their password and passkeys keep working.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
