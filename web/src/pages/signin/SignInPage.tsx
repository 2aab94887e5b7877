import { useAsk } from '../../api/hooks.ts';
import { hasPasskeyApi } from '../../passkeys/passkey.ts';
import { ButtonAnchor } from '../../ui/Button.tsx';
import { Front } from '../../ui/Front.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SIGN_IN_OPTIONS } from './operations.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { SignInForm } from './SignInForm.tsx';

/** Where people sign in. What an installation offers is asked first; the form does not wait for the answer. */
export function SignInPage() {
  const { data } = useAsk(SIGN_IN_OPTIONS, {});
  const { hasUsers = true, canUsePasskeys = false, singleSignOn = null } = data?.signInOptions ?? {};
  return (
    <Front title="Sign in to Toolyard">
      {!hasUsers && (
        <Notice kind="warn">
          <p>
            Nobody can sign in yet. Open the link that the service printed when it started: it makes the first person’s
            account. To get a new link, restart the service.
          </p>
        </Notice>
      )}
      {!window.isSecureContext && (
        <Notice kind="bad">
          <p>Browsers keep a session over https or on localhost alone. Open this page there to sign in.</p>
        </Notice>
      )}
      <SignInForm />
      {canUsePasskeys && hasPasskeyApi() && <PasskeyButton />}
      {singleSignOn && <ButtonAnchor href={singleSignOn.url}>Continue with {singleSignOn.label}</ButtonAnchor>}
      <p className="small soft">
        Forgot your password? Whoever runs Toolyard sets a new one with <code>toolyard user set-password</code>.
      </p>
    </Front>
  );
}
