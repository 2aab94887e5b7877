import { createClient } from 'graphql-sse';
import type { GraphqlFailure } from './ask.ts';

export type Event = { readonly data?: unknown; readonly errors?: readonly GraphqlFailure[] };

/** A started subscription; `ended` is null for a regular end, otherwise the client's error. */
export type Watching = {
  readonly response: Response;
  readonly events: readonly Event[];
  readonly ended: Promise<unknown>;
};

/** Boundary: graphql-sse types errors with graphql-js's class, but passes the body's plain objects. */
export const toEvent = (event: unknown): Event => event as Event;

/** An API key, or the headers of a signed-in browser. */
export type Credential = string | Readonly<Record<string, string>>;

/** Subscribes as a client of the GraphQL over SSE protocol does, in distinct connections mode. */
export async function watch(url: string, credential: Credential, query: string, variables = {}): Promise<Watching> {
  const opened = Promise.withResolvers<Response>();
  const ended = Promise.withResolvers<unknown>();
  const client = createClient({
    url: `${url}/graphql`,
    headers: typeof credential === 'string' ? { authorization: `Bearer ${credential}` } : credential,
    retryAttempts: 0,
    fetchFn: async (input: string, init: RequestInit) => {
      const response = await fetch(input, init);
      opened.resolve(response);
      return response;
    },
  });
  const events: Event[] = [];
  client.subscribe(
    { query, variables },
    {
      next: (event) => void events.push(toEvent(event)),
      error: (error) => ended.resolve(error),
      complete: () => ended.resolve(null),
    },
  );
  return { response: await opened.promise, events, ended: ended.promise };
}
