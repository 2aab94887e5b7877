import { ExternalLink } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useApiMutation } from '../../../api/hooks.ts';
import { payloadOf } from '../../../api/member.ts';
import { sendOperation } from '../../../api/operation.ts';
import type { StacksFieldFragment } from '../../../gql/graphql.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { useStackServers } from '../useStackServers.ts';
import type { CredentialPlace, DeclaredField } from './CredentialField.tsx';
import { STACKS_CONNECT_LINK } from './operations.ts';
import { ScopeChoice } from './ScopeChoice.tsx';

type SignInButtonProps = {
  readonly place: CredentialPlace;
  readonly field: DeclaredField;
  readonly status: StacksFieldFragment;
};

/** The polling interval, slow enough to leave most of the account's rate limit to other work. */
const ASK_AGAIN_MS = 4_000;

/** Opens the service's sign-in in another tab and waits for the result. */
export function SignInButton({ place, field, status }: SignInButtonProps) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const { dropped, setDropped, offered, isReady, chosen } = useScopes(field);
  const link = useApiMutation('createConnectLink', async () => {
    const input = { ...place, fieldId: field.id, ...chosen };
    return payloadOf((await sendOperation(STACKS_CONNECT_LINK, { input })).createConnectLink);
  });
  const isWaiting = waiting !== null && waiting.before === stateOf(status);
  usePolling(place, isWaiting, waiting?.expiresAt ?? null, () => setWaiting(null));
  const isGone = useIsClosed(isWaiting ? waiting.tab : null);
  const open = () => {
    // Open within the click handler; otherwise browsers block it as a pop-up.
    const tab = window.open('', '_blank');
    if (tab) tab.opener = null;
    link.mutate(undefined, {
      onSuccess: ({ url, expiresAt }) => {
        if (tab) tab.location.href = url;
        setWaiting({ expiresAt, before: stateOf(status), url: tab ? null : url, tab });
      },
      onError: () => tab?.close(),
    });
  };
  const isAgain = status.state === 'ADDED';
  return (
    <>
      {offered.length > 1 && <ScopeChoice name={field.name} scopes={offered} dropped={dropped} onChange={setDropped} />}
      <Button
        size="small"
        kind={isAgain ? 'default' : 'primary'}
        isBusy={link.isPending}
        disabled={!isReady}
        onClick={open}
      >
        <ExternalLink size={15} aria-hidden />
        {isAgain ? 'Connect again' : 'Connect'}
        <span className="visually-hidden">{field.name}, in a new tab</span>
      </Button>
      <span className="soft small" role="status">
        {isWaiting && (isGone ? CLOSED : 'Waiting for you to sign in in the other tab…')}
        {waiting !== null && !isWaiting && 'Signed in.'}
      </span>
      {isWaiting && waiting.url !== null && (
        <a href={waiting.url} target="_blank" rel="noreferrer">
          Open the sign-in page
        </a>
      )}
      <ErrorNotice error={link.error} />
    </>
  );
}

/** The scopes to request. If all are selected, the request names none. */
function useScopes({ signIn }: DeclaredField) {
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const offered = signIn?.scopes ?? [];
  const scopes = offered.filter((scope) => !dropped.has(scope));
  const isReady = offered.length === 0 || scopes.length > 0;
  return {
    dropped,
    setDropped,
    offered,
    isReady,
    chosen: scopes.length < offered.length ? { signInScopes: scopes } : {},
  };
}

// Only “seems”: if the service sets COOP (Cross-Origin-Opener-Policy), its open tab looks closed to this page.
const CLOSED = 'The sign-in tab seems to be closed. If you didn’t finish, connect again.';

const POLL_MS = 1_000;

/** Whether the opened tab is closed or unreachable. */
function useIsClosed(tab: Window | null): boolean {
  const [isClosed, setIsClosed] = useState(false);
  useEffect(() => {
    setIsClosed(false);
    if (tab === null) return;
    const timer = setInterval(() => setIsClosed(tab.closed), POLL_MS);
    return () => clearInterval(timer);
  }, [tab]);
  return isClosed;
}

/** `url` is set if the browser blocked the tab. */
type Waiting = {
  readonly expiresAt: string;
  readonly before: string;
  readonly url: string | null;
  readonly tab: Window | null;
};

const stateOf = ({ state, oauthState, expiresAt }: StacksFieldFragment): string =>
  [state, oauthState, expiresAt].join(' ');

/** Polls the state until the link expires. */
function usePolling(place: CredentialPlace, isOn: boolean, until: string | null, onEnd: () => void): void {
  const { refetch } = useStackServers(place.stackId, place.endUser);
  useEffect(() => {
    if (!isOn || until === null) return;
    const timer = setInterval(() => (Date.now() < Date.parse(until) ? refetch() : onEnd()), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isOn, until, refetch, onEnd]);
}
