import type { FastifyReply } from 'fastify';

/** Aborted when the caller hangs up before it has its answer. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
