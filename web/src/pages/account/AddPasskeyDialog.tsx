import { type FormEvent, useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { issueAt } from '../../api/issueAt.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { createPasskey } from '../../passkeys/passkey.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { browserName } from './browserName.ts';
import { ACCOUNT_BEGIN_PASSKEY, ACCOUNT_FINISH_PASSKEY } from './operations.ts';
import { usePeople } from './usePeople.ts';

type NewPasskey = { readonly name: string; readonly currentPassword: string };

/** Gets creation options from the server, creates the passkey in the browser and registers it. */
async function addPasskey({ name, currentPassword }: NewPasskey) {
  const input = currentPassword === '' ? {} : { currentPassword };
  const { options } = payloadOf((await sendOperation(ACCOUNT_BEGIN_PASSKEY, { input })).beginPasskeyRegistration);
  const response = await createPasskey(options);
  return payloadOf(
    (await sendOperation(ACCOUNT_FINISH_PASSKEY, { input: { name, response } })).finishPasskeyRegistration,
  );
}

export function AddPasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { data } = usePeople();
  const [name, setName] = useState(browserName(navigator.userAgent));
  const [currentPassword, setCurrentPassword] = useState('');
  const add = useApiMutation('finishPasskeyRegistration', addPasskey);
  const done = () => {
    toast('Passkey added.');
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending) add.mutate({ name, currentPassword }, { onSuccess: done });
  };
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Name"
          hint="Where it’s stored, such as “Work laptop”."
          required
          value={name}
          error={issueAt(add.error, '/name')}
          onChange={(event) => setName(event.target.value)}
        />
        {data?.me?.hasPassword && (
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            required
            value={currentPassword}
            error={issueAt(add.error, '/currentPassword')}
            onChange={(event) => setCurrentPassword(event.target.value)}
          />
        )}
        <p className="soft small">Your browser then asks where to store the passkey and verifies your identity.</p>
        <ErrorNotice error={add.error} />
        <div className="dialog__actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isBusy={add.isPending}>
            Add passkey
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
