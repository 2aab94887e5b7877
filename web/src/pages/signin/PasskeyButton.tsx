import { KeyRound } from 'lucide-react';
import { ask } from '../../api/ask.ts';
import { useChange } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { askForPasskey } from '../../passkeys/passkey.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { nextPage } from './nextPage.ts';
import { SIGN_IN_BEGIN_PASSKEY, SIGN_IN_FINISH_PASSKEY } from './operations.ts';

/** Signs in whose passkey the browser offers: nobody has to say who they are. */
export function PasskeyButton() {
  const signIn = useChange(async () => {
    const { options } = payloadOf((await ask(SIGN_IN_BEGIN_PASSKEY, {})).beginPasskeySignIn);
    const response = await askForPasskey(options);
    return payloadOf((await ask(SIGN_IN_FINISH_PASSKEY, { input: { response } })).finishPasskeySignIn);
  });
  // A full load: nothing that was asked for before signing in is kept.
  const onSuccess = () => window.location.assign(nextPage(window.location.search));
  return (
    <>
      <ErrorNotice error={signIn.error} />
      <Button isBusy={signIn.isPending} onClick={() => signIn.mutate(undefined, { onSuccess })}>
        <KeyRound size={16} aria-hidden /> Sign in with a passkey
      </Button>
    </>
  );
}
