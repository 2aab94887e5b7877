import { type FormEvent, useState } from 'react';
import { useApiMutation } from '../../api/hooks.ts';
import { issueAt } from '../../api/issueAt.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PASSWORD_CHARACTERS_MIN, PASSWORD_HINT, PasswordField } from '../../ui/PasswordField.tsx';
import { Section } from '../../ui/Section.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { ACCOUNT_CHANGE_PASSWORD } from './operations.ts';
import { usePeople } from './usePeople.ts';

type Passwords = { readonly currentPassword: string; readonly newPassword: string };

/** A form for a new password, hidden for people who only sign in through an identity provider. */
export function PasswordSection() {
  const { data } = usePeople();
  if (!data?.me?.hasPassword) return null;
  return (
    <Section title="Password" about="Changing it signs you out everywhere else. Your passkeys keep working.">
      <PasswordForm email={data.me.email} />
    </Section>
  );
}

function PasswordForm({ email }: { readonly email: string }) {
  const [currentPassword, setCurrentPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const change = useApiMutation('changePassword', async (input: Passwords) =>
    payloadOf((await sendOperation(ACCOUNT_CHANGE_PASSWORD, { input })).changePassword),
  );
  const done = () => {
    setCurrentPassword('');
    setNewPassword('');
    toast('Password changed.');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!change.isPending) change.mutate({ currentPassword, newPassword }, { onSuccess: done });
  };
  return (
    <form className="card stack account-password" onSubmit={submit}>
      {/* Password managers save the new password under this name. */}
      <input
        type="email"
        className="visually-hidden"
        autoComplete="username"
        aria-hidden
        tabIndex={-1}
        readOnly
        value={email}
      />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        required
        error={issueAt(change.error, '/currentPassword')}
        value={currentPassword}
        onChange={(event) => setCurrentPassword(event.target.value)}
      />
      <PasswordField
        label="New password"
        hint={PASSWORD_HINT}
        autoComplete="new-password"
        required
        minLength={PASSWORD_CHARACTERS_MIN}
        error={issueAt(change.error, '/newPassword')}
        value={newPassword}
        onChange={(event) => setNewPassword(event.target.value)}
      />
      <ErrorNotice error={change.error} />
      <div>
        <Button type="submit" isBusy={change.isPending}>
          Change password
        </Button>
      </div>
    </form>
  );
}
