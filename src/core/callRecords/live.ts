import type { CallRecord } from '../../generated/prisma/client.ts';
import { chainOf } from '../audit/audit.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import type { AuditEventId, StackId } from '../ids.ts';
import { ownAccountId, requireManagement, singleStacks } from '../scope.ts';
import { getStack } from '../stacks/stack.ts';
import type { LiveEvent } from './feed.ts';

/** Values for a watcher, followed by the reason the stream ended. */
export type Live<T> = { readonly value: T; readonly end?: never } | { readonly end: AppError; readonly value?: never };

/** Events that wait for a slow watcher; at one more its subscription ends. */
const WAITING_MAX = 256;
const RETRY_AFTER_SECONDS = 1;

type EventQueue<T> = {
  readonly values: T[];
  end: AppError | 'gone' | null;
  /** Resolves when there is something new. */
  wake: () => void;
};

const endedError = (why: string): AppError =>
  new AppError('unavailable', `${why}: subscribe again`, { retryAfterSeconds: RETRY_AFTER_SECONDS });

/**
 * Streams the events that `pick` selects, until `ctx.signal` aborts; an AppError as its reason becomes the end reason.
 * A watcher that may have missed an event is ended, since its view would be wrong.
 */
export function watch<T>(
  ctx: Pick<Ctx, 'liveFeed' | 'signal'>,
  pick: (event: LiveEvent) => T | null,
): AsyncGenerator<Live<T>, void, void> {
  const waiting: EventQueue<T> = { values: [], end: null, wake: () => undefined };
  const { signal } = ctx;
  const finish = (end: AppError | 'gone'): void => {
    leave();
    signal.removeEventListener('abort', abort);
    waiting.end ??= end;
    waiting.wake();
  };
  const abort = (): void => {
    // Waiting events are dropped: the watcher may no longer have the right to see them.
    waiting.values.length = 0;
    finish(signal.reason instanceof AppError ? signal.reason : 'gone');
  };
  const leave = ctx.liveFeed.listen({
    hear(event) {
      const value = pick(event);
      if (value === null) return;
      if (waiting.values.length < WAITING_MAX) waiting.values.push(value);
      else finish(endedError('Events came faster than they were read'));
      waiting.wake();
    },
    miss: () => finish(endedError('Events may have been missed')),
  });
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort);
  return read(waiting, () => finish('gone'));
}

async function* read<T>(waiting: EventQueue<T>, leave: () => void): AsyncGenerator<Live<T>, void, void> {
  try {
    while (waiting.end !== 'gone') {
      const value = waiting.values.shift();
      if (value !== undefined) yield { value };
      else if (waiting.end === null) await nextEvent(waiting);
      else {
        yield { end: waiting.end };
        return;
      }
    }
  } finally {
    leave();
  }
}

const nextEvent = <T>(waiting: EventQueue<T>): Promise<void> =>
  new Promise((resolve) => {
    waiting.wake = resolve;
  });

/**
 * Follows the calls of the account, or of one stack, as any instance records them.
 * @throws not_found, for another account's stack as for none
 */
export async function watchCalls(
  ctx: Ctx,
  { stackId }: { readonly stackId?: StackId | null | undefined },
): Promise<AsyncGenerator<Live<CallRecord>, void, void>> {
  const single = singleStacks(ctx.actor);
  const accountId = ownAccountId(ctx.actor);
  if (stackId) await getStack(ctx, stackId, { select: { id: true } });
  return watch(ctx, (event) => {
    if (event.kind !== 'call' || event.call.accountId !== accountId) return null;
    if (single && !single.includes(event.call.stackId)) return null;
    return !stackId || event.call.stackId === stackId ? event.call : null;
  });
}

/**
 * Streams audit event ids of the actor's account from all instances, limited to its stacks for callers with only stack
 * roles.
 */
export function watchAuditEvents(ctx: Ctx): AsyncGenerator<Live<AuditEventId>, void, void> {
  const single = singleStacks(ctx.actor);
  requireManagement(ctx.actor);
  const chain = chainOf(ctx.actor);
  return watch(ctx, (event) => {
    if (event.kind !== 'auditEvent' || event.chain !== chain) return null;
    return single === null || single.some((id) => id === event.stackId) ? event.id : null;
  });
}
