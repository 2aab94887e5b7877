import { createClient } from 'graphql-sse';
import { useEffect, useEffectEvent, useState } from 'react';
import type { TypedDocumentString } from '../gql/graphql.ts';

const client = createClient({ url: '/graphql', credentials: 'same-origin', retryAttempts: Number.POSITIVE_INFINITY });

export type LiveState = 'connecting' | 'live' | 'interrupted';

/** Listens to a subscription while `enabled`, and says whether it is heard. Reconnects by itself. */
export function useLive<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { enabled, onData }: { readonly enabled: boolean; readonly onData: (data: Data) => void },
): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  const hear = useEffectEvent(onData);
  const text = document.toString();
  const key = JSON.stringify(variables);
  useEffect(() => {
    if (!enabled) return;
    setState('connecting');
    const end = client.subscribe<Data, unknown>(
      { query: text, variables: JSON.parse(key) },
      {
        next: ({ data }) => {
          setState('live');
          if (data) hear(data);
        },
        error: () => setState('interrupted'),
        complete: () => setState('interrupted'),
      },
      {
        connecting: (isAgain) => setState(isAgain ? 'interrupted' : 'connecting'),
        connected: () => setState('live'),
      },
    );
    return end;
  }, [enabled, text, key]);
  return state;
}
