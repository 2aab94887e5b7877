import { createClient, NetworkError } from 'graphql-sse';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TypedDocumentString } from '../gql/graphql.ts';
import { goToSignIn } from './signedOut.ts';

// The settings of docs/frontend.md.
const TRIES = 100;
export const backOffMs = (tries: number): number => Math.min(2 ** tries * 250, 30_000) * (0.5 + Math.random() / 2);

const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERRORS = 500;

// `useLive` decides when to reconnect.
const client = createClient({ url: '/graphql', credentials: 'same-origin', retryAttempts: 0 });

const isSignedOut = (error: unknown): boolean =>
  error instanceof NetworkError && error.response?.status === UNAUTHORIZED;

/** Whether trying again may help: after a broken connection, a reached limit or a busy service. */
function shouldRetry(error: unknown): boolean {
  const status = error instanceof NetworkError ? error.response?.status : undefined;
  return status === undefined || status < BAD_REQUEST || status === TOO_MANY_REQUESTS || status >= SERVER_ERRORS;
}

export type LiveState = 'connecting' | 'live' | 'interrupted';

type LiveOptions<Data> = {
  readonly enabled: boolean;
  readonly onData: (data: Data) => void;
  /** Called on each connect. Earlier events were missed and must be fetched. */
  readonly onMissed?: () => void;
};

/** Subscribes until the end or until the returned function is called. Does nothing if that fails. */
export const hear = <Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  onData: (data: Data) => void,
): (() => void) =>
  client.subscribe<Data, unknown>(
    { query: document.toString(), variables },
    { next: ({ data }) => data && onData(data), error: () => undefined, complete: () => undefined },
  );

/** Subscribes while `enabled`, reconnects automatically and reports the state. */
export function useLive<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { enabled, onData, onMissed }: LiveOptions<Data>,
): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  const [round, setRound] = useState(0);
  const tries = useRef(0);
  const hear = useEffectEvent(onData);
  const connected = useEffectEvent(() => {
    tries.current = 0;
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
    // The server breaks a subscription that may have missed events.
    const again = (error?: unknown) => {
      if (isOver) return;
      setState('interrupted');
      if (timer || tries.current >= TRIES || !shouldRetry(error)) return;
      tries.current += 1;
      timer = setTimeout(() => setRound((before) => before + 1), backOffMs(tries.current));
    };
    const end = client.subscribe<Data, unknown>(
      { query: text, variables: JSON.parse(key) },
      {
        next: ({ data }) => data && hear(data),
        error: (error) => (isSignedOut(error) ? goToSignIn() : again(error)),
        complete: () => again(),
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
