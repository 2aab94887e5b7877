import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { Front } from '../../ui/Front.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { INVITED_TO } from './operations.ts';
import { WelcomeForm } from './WelcomeForm.tsx';

/** Where an invitation is accepted. Its secret is in the fragment, which browsers send to no server. */
export function WelcomePage() {
  const [secret] = useState(() => window.location.hash.slice(1));
  return secret === '' ? <CutLink /> : <Welcome secret={secret} />;
}

/** An invitation that cannot be accepted shows no form. */
function Welcome({ secret }: { readonly secret: string }) {
  const query = useApiQuery(INVITED_TO, { secret });
  const accountName = query.data?.invitedTo?.accountName ?? null;
  return (
    <Front title={accountName === null ? 'Welcome to Toolyard' : `Join “${accountName}” on Toolyard`}>
      <Loaded query={query}>
        {({ invitedTo }) =>
          invitedTo === null ? (
            <UselessLink />
          ) : (
            <>
              <p className="soft">
                Choose how you sign in from now on. This link works once; afterwards it is your e-mail and password.
              </p>
              <WelcomeForm secret={secret} />
            </>
          )
        }
      </Loaded>
    </Front>
  );
}

const CutLink = () => (
  <Front title="Welcome to Toolyard">
    <Notice kind="warn">
      <p>
        This address is not complete. Copy the whole link, up to its last character: the part after <code>#</code> is
        the invitation.
      </p>
    </Notice>
  </Front>
);

/** What to do with a link that lets nobody in. */
function UselessLink() {
  return (
    <>
      <Notice kind="warn">
        <p>This link works no longer: it was used already, is older than a day, or was taken back.</p>
        <p>
          Ask whoever invited you for a new one. Whoever runs Toolyard makes one with <code>toolyard user invite</code>.
          While nobody has an account yet, a restart of the service prints one too.
        </p>
      </Notice>
      <p className="small soft">
        Did you use it yourself? <Link to="/signin">Sign in</Link>
      </p>
    </>
  );
}
