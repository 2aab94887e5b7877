import { useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import type { AccountPasskeysQuery } from '../../gql/graphql.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Time } from '../../ui/Time.tsx';
import { ACCOUNT_REMOVE_PASSKEY } from './operations.ts';

type Passkey = NonNullable<AccountPasskeysQuery['passkeys']>[number];

export function PasskeyList({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const [removing, setRemoving] = useState<Passkey | null>(null);
  return (
    <>
      <ul className="card card--flush">
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
        ))}
      </ul>
      {removing && <RemovePasskeyDialog passkey={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

type PasskeyRowProps = { readonly passkey: Passkey; readonly onRemove: () => void };

function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, onRemove }: PasskeyRowProps) {
  return (
    <li className="account-row">
      <div>
        <p>
          <strong className="account-name">{name}</strong>
        </p>
        <p className="soft small">
          Added <Time at={createdAt} />, {lastUsedAt ? 'last used ' : 'never used'}
          {lastUsedAt && <Time at={lastUsedAt} />}
        </p>
      </div>
      <Button size="small" kind="danger" onClick={onRemove}>
        Remove<span className="visually-hidden"> {name}</span>
      </Button>
    </li>
  );
}

type RemovePasskeyProps = { readonly passkey: Passkey; readonly onClose: () => void };

function RemovePasskeyDialog({ passkey: { id, name }, onClose }: RemovePasskeyProps) {
  const remove = useApiMutation('revokePasskey', async (passkeyId: string) =>
    payloadOf((await sendOperation(ACCOUNT_REMOVE_PASSKEY, { input: { passkeyId } })).revokePasskey),
  );
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      action="Remove passkey"
      sending={remove}
      onConfirm={() => remove.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        You can no longer sign in with it. Existing sessions stay signed in; end them under “Your sessions” if needed.
      </p>
      <p>Your device may still offer it, so delete it there too.</p>
    </ConfirmDialog>
  );
}
