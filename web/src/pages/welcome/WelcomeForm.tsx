import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { issueAt } from '../../api/issueAt.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PASSWORD_CHARACTERS_MIN, PASSWORD_HINT, PasswordField } from '../../ui/PasswordField.tsx';
import { ACCEPT_INVITATION } from './operations.ts';

type WelcomeFormProps = { readonly secret: string };
type Input = { readonly secret: string; readonly email: string; readonly password: string };

export function WelcomeForm({ secret }: WelcomeFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  // No refetch: the invitation is used and the page is about to close.
  const accept = useMutation({
    mutationFn: async (input: Input) => payloadOf((await sendOperation(ACCEPT_INVITATION, { input })).acceptInvitation),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (accept.isPending) return;
    // A full load removes the invitation from the address bar and the history.
    accept.mutate({ secret, email, password }, { onSuccess: () => window.location.replace('/') });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        error={issueAt(accept.error, '/email')}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label="Password"
        hint={PASSWORD_HINT}
        autoComplete="new-password"
        required
        minLength={PASSWORD_CHARACTERS_MIN}
        error={issueAt(accept.error, '/password')}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <ErrorNotice error={accept.error} />
      <Button type="submit" kind="primary" isBusy={accept.isPending}>
        Create my account
      </Button>
      <p className="small soft">
        Already have an account? <Link to="/signin">Sign in</Link>
      </p>
    </form>
  );
}
