import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { nextPage } from './nextPage.ts';
import { SIGN_IN } from './operations.ts';

type Credentials = { readonly email: string; readonly password: string };

export function SignInForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: async (input: Credentials) => payloadOf((await sendOperation(SIGN_IN, { input })).signIn),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A full page load drops responses cached before the sign-in.
    const onSuccess = () => window.location.assign(nextPage(window.location.search, window.location.hash));
    if (!signIn.isPending) signIn.mutate({ email, password }, { onSuccess });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <ErrorNotice error={signIn.error} />
      <Button type="submit" kind="primary" isBusy={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}
