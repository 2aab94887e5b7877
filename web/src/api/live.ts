import { createClient, NetworkError } from 'graphql-sse';
import { useEffect, useEffectEvent, useState } from 'react';
import type { TypedDocumentString } from '../gql/graphql.ts';
import { goToSignIn } from './signedOut.ts';

const RETRY_MS = 2_000;

const UNAUTHORIZED = 401;

// The client would reconnect after every error; `useLive` decides when to.
const client = createClient({ url: '/graphql', credentials: 'same-origin', retryAttempts: 0 });

const isSignedOut = (error: unknown): boolean =>
  error instanceof NetworkError && error.response?.status === UNAUTHORIZED;

export type LiveState = 'connecting' | 'live' | 'interrupted';

type LiveOptions<Data> = {
  readonly enabled: boolean;
  readonly onData: (data: Data) => void;
  /** Called whenever the stream is connected: what came before was missed, and has to be fetched. */
  readonly onMissed?: () => void;
};

/** Hears a subscription until it ends or the returned function is called. Where it cannot be heard, nothing is. */
export const hear = <Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  onData: (data: Data) => void,
): (() => void) =>
  client.subscribe<Data, unknown>(
    { query: document.toString(), variables },
    { next: ({ data }) => data && onData(data), error: () => undefined, complete: () => undefined },
  );

/** Follows a subscription while `enabled`, and reports its state. Reconnects by itself. */
export function useLive<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { enabled, onData, onMissed }: LiveOptions<Data>,
): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  const [round, setRound] = useState(0);
  const hear = useEffectEvent(onData);
  const connected = useEffectEvent(() => {
    setState('live');
    onMissed?.();
  });
  const text = document.toString();
  const key = JSON.stringify(variables);
  useEffect(() => {
    if (!enabled) return;
    setState(round === 0 ? 'connecting' : 'interrupted');
    let timer: ReturnType<typeof setTimeout> | null = null;
    let isOver = false;
    // The server ends a subscription that may have missed something: subscribe again.
    const again = () => {
      if (isOver) return;
      setState('interrupted');
      timer ??= setTimeout(() => setRound((before) => before + 1), RETRY_MS);
    };
    const end = client.subscribe<Data, unknown>(
      { query: text, variables: JSON.parse(key) },
      {
        next: ({ data }) => data && hear(data),
        error: (error) => (isSignedOut(error) ? goToSignIn() : again()),
        complete: again,
      },
      { connected: () => connected() },
    );
    return () => {
      isOver = true;
      if (timer) clearTimeout(timer);
      end();
    };
  }, [enabled, text, key, round]);
  return state;
}
