import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import { sendOperation } from '../../api/operation.ts';
import { signOut } from '../../api/signedOut.ts';
import type { AccountSessionsQuery } from '../../gql/graphql.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Section.tsx';
import { Time } from '../../ui/Time.tsx';
import { toast } from '../../ui/Toasts.tsx';
import { browserName } from './browserName.ts';
import { ACCOUNT_REVOKE_SESSION, ACCOUNT_SESSIONS, ACCOUNT_SIGN_OUT_EVERYWHERE } from './operations.ts';

export function SessionsSection() {
  const query = useApiQuery(ACCOUNT_SESSIONS, {});
  const revoke = useApiMutation('revokeSession', async (sessionId: string) =>
    payloadOf((await sendOperation(ACCOUNT_REVOKE_SESSION, { input: { sessionId } })).revokeSession),
  );
  const others = (query.data?.sessions ?? []).filter(({ isCurrent }) => !isCurrent);
  return (
    <Section
      title="Your sessions"
      about="Browsers that are signed in as you."
      action={
        <div className="row">
          {others.length > 0 && <SignOutOthers sessionIds={others.map(({ id }) => id)} />}
          <SignOutEverywhere />
        </div>
      }
    >
      <ErrorNotice error={revoke.error} />
      <Loaded query={query} lines={1}>
        {({ sessions }) => (
          <ul className="card card--flush">
            {(sessions ?? []).map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => revoke.mutate(session.id)} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

type SessionRowProps = {
  readonly session: NonNullable<AccountSessionsQuery['sessions']>[number];
  readonly onEnd: () => void;
};

function SessionRow({ session: { userAgent, createdAt, lastSeenAt, isCurrent }, onEnd }: SessionRowProps) {
  const name = browserName(userAgent);
  return (
    <li className="account-row">
      <div>
        <p className="row">
          <strong title={userAgent}>{name}</strong>
          {isCurrent && <Badge kind="accent">This browser</Badge>}
        </p>
        <p className="soft small">
          Signed in <Time at={createdAt} />, last seen <Time at={lastSeenAt} />
        </p>
      </div>
      {!isCurrent && (
        <Button size="small" kind="danger" onClick={onEnd}>
          Sign out<span className="visually-hidden"> {name}</span>
        </Button>
      )}
    </li>
  );
}

const endSession = async (sessionId: string) =>
  payloadOf((await sendOperation(ACCOUNT_REVOKE_SESSION, { input: { sessionId } })).revokeSession);

function SignOutOthers({ sessionIds }: { readonly sessionIds: readonly string[] }) {
  const [isAsking, setIsAsking] = useState(false);
  const end = useApiMutation('revokeSession', async () => {
    await Promise.all(sessionIds.map(endSession));
    toast('Signed out everywhere else.');
    setIsAsking(false);
  });
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Sign out all others</Button>
      {isAsking && (
        <ConfirmDialog
          title="Sign out all other browsers?"
          action="Sign out all others"
          sending={end}
          onConfirm={end.mutate}
          onClose={() => setIsAsking(false)}
        >
          <p>You stay signed in here. All other browsers must sign in again. The command line keeps its API keys.</p>
          <p className="soft small">If someone may know your password, change it instead. That also signs them out.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Ends all of the person's sessions, including those of this browser and the command line. */
function SignOutEverywhere() {
  const [isAsking, setIsAsking] = useState(false);
  const end = useApiMutation([], async () => {
    await signOut(async () => payloadOf((await sendOperation(ACCOUNT_SIGN_OUT_EVERYWHERE, {})).signOutEverywhere));
  });
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Sign out everywhere</Button>
      {isAsking && (
        <ConfirmDialog
          title="Sign out everywhere?"
          action="Sign out everywhere"
          sending={end}
          onConfirm={end.mutate}
          onClose={() => setIsAsking(false)}
        >
          <p>All your browsers, including this one, and the command line must sign in again.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
