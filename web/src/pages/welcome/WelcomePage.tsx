import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { Front } from '../../ui/Front.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { INVITED_TO } from './operations.ts';
import { WelcomeForm } from './WelcomeForm.tsx';

/** Accepts an invitation. Its secret is in the fragment, which browsers don't send to servers. */
export function WelcomePage() {
  const [secret] = useState(() => window.location.hash.slice(1));
  return secret === '' ? <CutLink /> : <Welcome secret={secret} />;
}

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
                Choose your email and password. This link works only once, so you’ll use them to sign in from now on.
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
        This link is incomplete. Copy the whole link: the part after <code>#</code> is the invitation.
      </p>
    </Notice>
  </Front>
);

function UselessLink() {
  return (
    <>
      <Notice kind="warn">
        <p>This link no longer works. It was already used, expired after 24 hours, or was withdrawn.</p>
        <p>
          Ask the person who invited you for a new one. The operator can create one with{' '}
          <code>toolyard user invite</code>. Before the first account exists, restarting the service also prints one.
        </p>
      </Notice>
      <p className="small soft">
        Already used it? <Link to="/signin">Sign in</Link>
      </p>
    </>
  );
}
