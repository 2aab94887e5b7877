import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { ask } from '../api/ask.ts';
import { useAsk } from '../api/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { SHELL_ME, SHELL_SIGN_OUT } from './operations.ts';

/** Who is signed in, and the way out. */
export function SignedIn() {
  const { data } = useAsk(SHELL_ME, {});
  // Nothing is asked for again: the page is left.
  const signOut = useMutation({ mutationFn: () => ask(SHELL_SIGN_OUT, {}) });
  if (!data?.me) return null;
  // A full load: nothing of the person stays in memory.
  const leave = () => signOut.mutate(undefined, { onSuccess: () => window.location.assign('/signin') });
  return (
    <div className="signed-in">
      <span className="small" title={data.me.email}>
        {data.me.email}
      </span>
      <Button
        kind="plain"
        size="small"
        isIcon
        aria-label="Sign out"
        title="Sign out"
        isBusy={signOut.isPending}
        onClick={leave}
      >
        <LogOut size={16} aria-hidden />
      </Button>
    </div>
  );
}
