import { ask } from '../../api/ask.ts';
import { useAsk, useChange } from '../../api/hooks.ts';
import { payloadOf } from '../../api/member.ts';
import type { AccountSessionsQuery } from '../../gql/graphql.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Loaded } from '../../ui/Loading.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Time } from '../../ui/Time.tsx';
import { browserName } from './browserName.ts';
import { ACCOUNT_REVOKE_SESSION, ACCOUNT_SESSIONS } from './operations.ts';
import { Section } from './Section.tsx';
import { SignOutOthers } from './SignOutOthers.tsx';

export function SessionsSection() {
  const asked = useAsk(ACCOUNT_SESSIONS, {});
  const revoke = useChange(async (sessionId: string) =>
    payloadOf((await ask(ACCOUNT_REVOKE_SESSION, { input: { sessionId } })).revokeSession),
  );
  const others = (asked.data?.sessions ?? []).filter(({ isCurrent }) => !isCurrent);
  return (
    <Section
      title="Your sessions"
      about="Browsers that are signed in as you."
      action={others.length > 0 && <SignOutOthers sessionIds={others.map(({ id }) => id)} />}
    >
      <ErrorNotice error={revoke.error} />
      <Loaded asked={asked} lines={1}>
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
