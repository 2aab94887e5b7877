import type { PassThrough } from 'node:stream';
import type { Outlet } from './subscriptions.ts';

/**
 * The events of a stream (GraphQL over SSE, single connection mode). Each is taken when there is room for it, so that
 * of a client that does not read at most one of each subscription waits.
 */
export function outletOf(out: PassThrough): Outlet {
  const write = (event: string, data: object): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    out.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`, (error) => (error ? reject(error) : resolve()));
    return promise;
  };
  return {
    next: (id, payload) => write('next', { id, payload }),
    complete: (id) => write('complete', { id }),
  };
}
