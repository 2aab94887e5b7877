import { createClient } from 'graphql-ws';
import { useEffect, useEffectEvent } from 'react';
import type { TypedDocumentString } from '../gql/graphql.ts';
import { backOffMs } from './live.ts';
import { goToSignIn } from './signedOut.ts';

const UNAUTHORIZED = 4401;
/** After a refusal, such as a reached limit. */
const REFUSED_MS = 30_000;

// Pages follow changes over one socket per tab. Browsers open at most six connections to an address over HTTP/1.1, and
// an event stream in each tab would use them up.
const client = createClient({
  url: `${window.location.origin.replace(/^http/, 'ws')}/graphql`,
  retryAttempts: Number.POSITIVE_INFINITY,
  retryWait: (tries) => new Promise((resolve) => setTimeout(resolve, backOffMs(tries))),
});

const isSignedOut = (error: unknown): boolean => error instanceof CloseEvent && error.code === UNAUTHORIZED;

type FollowOptions<Data> = { readonly enabled: boolean; readonly onData: (data: Data) => void };

/** Subscribes while `enabled`, and again after each interruption. Events in between are missed. */
export function useFollow<Data>(
  document: TypedDocumentString<Data, Record<string, never>>,
  { enabled, onData }: FollowOptions<Data>,
): void {
  const hear = useEffectEvent(onData);
  const query = document.toString();
  useEffect(() => {
    if (!enabled) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let end: () => void = () => undefined;
    let isOver = false;
    const again = () => {
      if (!isOver) timer = setTimeout(begin, REFUSED_MS);
    };
    const begin = () => {
      end = client.subscribe<Data>(
        { query },
        {
          next: ({ data }) => data && hear(data),
          error: (error) => (isSignedOut(error) ? goToSignIn() : again()),
          complete: again,
        },
      );
    };
    begin();
    return () => {
      isOver = true;
      if (timer) clearTimeout(timer);
      end();
    };
  }, [enabled, query]);
}
