import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useApiQuery } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { askForPasskey, hasPasskeyApi } from '../../passkeys/passkey.ts';
import { Button, ButtonAnchor } from '../../ui/Button.tsx';
import { Front } from '../../ui/Front.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { nextPage } from './nextPage.ts';
import { SIGN_IN_BEGIN_PASSKEY, SIGN_IN_FINISH_PASSKEY, SIGN_IN_OPTIONS } from './operations.ts';
import { SignInForm } from './SignInForm.tsx';

/** Shows the form without waiting for the installation's sign-in options. */
export function SignInPage() {
  const { data } = useApiQuery(SIGN_IN_OPTIONS, {});
  const { hasUsers = true, canUsePasskeys = false, singleSignOn = null } = data?.signInOptions ?? {};
  return (
    <Front title="Sign in to Toolyard">
      {!hasUsers && (
        <Notice kind="warn">
          <p>
            No one can sign in yet. To create the first account, open the link that the service printed at startup.
            Restart the service to get a new link.
          </p>
        </Notice>
      )}
      {!window.isSecureContext && (
        <Notice kind="bad">
          <p>Sessions require https or localhost. Open this page there to sign in.</p>
        </Notice>
      )}
      <SignInForm />
      {canUsePasskeys && hasPasskeyApi() && <PasskeyButton />}
      {singleSignOn && <ButtonAnchor href={singleSignOn.url}>Continue with {singleSignOn.label}</ButtonAnchor>}
      <p className="small soft">
        Forgot your password? Your operator can set a new one with <code>toolyard user set-password</code>.
      </p>
    </Front>
  );
}

/** Signs in with a passkey that the browser offers, without an email. */
function PasskeyButton() {
  const signIn = useMutation({
    mutationFn: async () => {
      const { options } = payloadOf((await sendOperation(SIGN_IN_BEGIN_PASSKEY, {})).beginPasskeySignIn);
      const response = await askForPasskey(options);
      return payloadOf((await sendOperation(SIGN_IN_FINISH_PASSKEY, { input: { response } })).finishPasskeySignIn);
    },
  });
  // A full page load drops responses cached before the sign-in.
  const onSuccess = () => window.location.assign(nextPage(window.location.search, window.location.hash));
  return (
    <>
      <ErrorNotice error={signIn.error} />
      <Button isBusy={signIn.isPending} onClick={() => signIn.mutate(undefined, { onSuccess })}>
        <KeyRound size={16} aria-hidden /> Sign in with a passkey
      </Button>
    </>
  );
}
