import { useState } from 'react';
import { Front } from '../../ui/Front.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { WelcomeForm } from './WelcomeForm.tsx';

/** Where an invitation is accepted. Its secret stands in the fragment, which browsers send to nobody. */
export function WelcomePage() {
  const [secret] = useState(() => window.location.hash.slice(1));
  return (
    <Front title="Welcome to Toolyard">
      {secret === '' ? (
        <Notice kind="warn">
          <p>
            This address is not complete. Copy the whole link, up to its last character: the part after <code>#</code>{' '}
            is the invitation.
          </p>
        </Notice>
      ) : (
        <>
          <p className="soft">
            Choose how you sign in from now on. This link works once; afterwards it is your e-mail and password.
          </p>
          <WelcomeForm secret={secret} />
        </>
      )}
    </Front>
  );
}
