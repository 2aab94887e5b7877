import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useApiQuery } from '../../api/hooks.ts';
import { isThisMachine } from '../../api/thisMachine.ts';
import { hasPasskeyApi } from '../../passkeys/passkey.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Section.tsx';
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx';
import { ACCOUNT_PASSKEYS } from './operations.ts';
import { PasskeyList } from './PasskeyList.tsx';

const ABOUT = 'Sign in with your fingerprint, face or device PIN instead of a password.';

export function PasskeysSection() {
  const query = useApiQuery(ACCOUNT_PASSKEYS, {});
  const [isAdding, setIsAdding] = useState(false);
  const isPossible = query.data?.signInOptions.canUsePasskeys === true && hasPasskeyApi();
  const add = (
    <Button onClick={() => setIsAdding(true)}>
      <Plus size={16} aria-hidden /> Add a passkey
    </Button>
  );
  return (
    <Section title="Passkeys" about={ABOUT} action={isPossible && add}>
      <Loaded query={query} lines={1}>
        {({ passkeys, signInOptions: { canUsePasskeys } }) => (
          <>
            {!isPossible && <NotPossible isAddress={!canUsePasskeys} />}
            {passkeys && passkeys.length > 0 && <PasskeyList passkeys={passkeys} />}
            {isPossible && passkeys?.length === 0 && (
              <Empty title="No passkeys yet">
                Add one to sign in with your device or password manager. Other sign-in methods keep working.
              </Empty>
            )}
          </>
        )}
      </Loaded>
      {isAdding && <AddPasskeyDialog onClose={() => setIsAdding(false)} />}
    </Section>
  );
}

function NotPossible({ isAddress }: { readonly isAddress: boolean }) {
  const { hostname, port } = window.location;
  return (
    <Notice>
      {isAddress ? (
        <p>
          Passkeys need a host name; they don’t work with an IP address.{' '}
          {isThisMachine(hostname) ? (
            <>
              To add one, open <a href={`http://localhost:${port}/settings`}>localhost:{port}</a> and sign in there.
            </>
          ) : (
            'To add one, open this page over https with its host name.'
          )}
        </p>
      ) : (
        <p>This browser doesn’t support passkeys. Use a newer one.</p>
      )}
    </Notice>
  );
}
