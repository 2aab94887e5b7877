import type { ServerResponse } from 'node:http';
import type { WhenAnswered } from '../core/limits/answerBytes.ts';
import type { RequestScope } from './edge.ts';

/**
 * What ends with a request's connection: `signal` is aborted when the caller disconnects before the answer. One
 * listener serves everything that waits for that.
 */
export function connectionEnd(response: ServerResponse): Pick<RequestScope, 'signal' | 'whenAnswered'> {
  const controller = new AbortController();
  const waiting: (() => void)[] = [];
  onceClosed(response, () => {
    if (!response.writableFinished) controller.abort();
    for (const done of waiting) done();
  });
  const disconnect = () => void response.destroy();
  const whenAnswered: WhenAnswered = (done) => {
    if (response.closed) done();
    else waiting.push(done);
    return disconnect;
  };
  return { signal: controller.signal, whenAnswered };
}

/** Calls `then` when the response's connection closes, or at once where it has: the event comes only once. */
export function onceClosed(response: ServerResponse, then: () => void): void {
  if (response.closed) then();
  else response.once('close', then);
}
