import { createClient } from 'graphql-sse';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TypedDocumentString } from '../gql/graphql.ts';

const RETRY_MS = 2_000;

const client = createClient({
  url: '/graphql',
  credentials: 'same-origin',
  retryAttempts: Number.POSITIVE_INFINITY,
  retry: () => new Promise((resolve) => setTimeout(resolve, RETRY_MS)),
});

export type LiveState = 'connecting' | 'live' | 'interrupted';

type LiveOptions<Data> = {
  readonly enabled: boolean;
  readonly onData: (data: Data) => void;
  /** Called when it is heard again after it was not: what happened in between is to be asked for. */
  readonly onMissed?: () => void;
};

/** Listens to a subscription while `enabled`, and says whether it is heard. Reconnects by itself. */
export function useLive<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { enabled, onData, onMissed }: LiveOptions<Data>,
): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  const [round, setRound] = useState(0);
  const wasHeard = useRef(false);
  const hear = useEffectEvent(onData);
  const connected = useEffectEvent(() => {
    setState('live');
    if (wasHeard.current) onMissed?.();
    wasHeard.current = true;
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
      { next: ({ data }) => data && hear(data), error: again, complete: again },
      { connecting: (isAgain) => isAgain && setState('interrupted'), connected: () => connected() },
    );
    return () => {
      isOver = true;
      if (timer) clearTimeout(timer);
      end();
    };
  }, [enabled, text, key, round]);
  return state;
}
