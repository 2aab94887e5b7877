import type { AuditEvent, CallRecord } from '../../generated/prisma/client.ts';
import { findAuditEvent } from '../audit/list.ts';
import { chainOf } from '../kernel/audit/audit.ts';
import type { Ctx } from '../kernel/context.ts';
import { getStack } from '../kernel/findStack.ts';
import type { AuditEventId, CallId, StackId } from '../kernel/ids.ts';
import type { LiveEvent } from '../kernel/liveFeed.ts';
import type { Right } from '../kernel/roles.ts';
import { ownAccountId, requireManagement, singleStacks } from '../kernel/scope.ts';
import { AppError } from '../lib/errors.ts';
import { auditEventsSince, callsSince, type Since } from './since.ts';

/** A value for a watcher, or the error that ended the stream. */
export type Live<T> = { readonly value: T; readonly end?: never } | { readonly end: AppError; readonly value?: never };

/** Maximum events queued for a slow watcher. A further event ends its subscription. */
const WAITING_MAX = 256;
const RETRY_AFTER_SECONDS = 1;

type EventQueue<T> = {
  readonly values: T[];
  end: AppError | 'gone' | null;
  /** Resolves when there is a new event. */
  wake: () => void;
};

const endedError = (why: string): AppError =>
  new AppError('unavailable', `${why}: subscribe again`, { retryAfterSeconds: RETRY_AFTER_SECONDS });

/**
 * Streams the events that `pick` selects from now on, until `ctx.signal` aborts. If the abort reason is an AppError, it
 * is reported as the end. Also ends a watcher that may have missed an event, since its view would be wrong.
 */
export async function watch<T>(
  ctx: Pick<Ctx, 'liveFeed' | 'signal'>,
  pick: (event: LiveEvent) => T | null,
): Promise<AsyncGenerator<Live<T>, void, void>> {
  const waiting: EventQueue<T> = { values: [], end: null, wake: () => undefined };
  const { signal } = ctx;
  const finish = (end: AppError | 'gone'): void => {
    leave();
    signal.removeEventListener('abort', abort);
    waiting.end ??= end;
    waiting.wake();
  };
  const abort = (): void => {
    // Drop queued events, since the watcher may no longer have the right to see them.
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
  await ctx.liveFeed.hearing();
  return read(waiting, () => finish('gone'));
}

async function* read<T>(waiting: EventQueue<T>, leave: () => void): AsyncGenerator<Live<T>, void, void> {
  try {
    while (waiting.end !== 'gone') {
      const value = waiting.values.shift();
      if (value !== undefined) yield { value };
      else if (waiting.end === null) {
        await new Promise<void>((resolve) => {
          waiting.wake = resolve;
        });
      } else {
        yield { end: waiting.end };
        return;
      }
    }
  } finally {
    leave();
  }
}

/**
 * Follows the calls of the account, or of one stack, from all instances; with `after`, starts with the calls since
 * then.
 * @throws not_found, also for another account's stack; as `callsSince`
 */
export async function watchCalls(
  ctx: Ctx,
  { stackId, after }: { readonly stackId: StackId | null; readonly after: Since<CallId> },
): Promise<AsyncGenerator<Live<CallRecord>, void, void>> {
  const single = singleStacks(ctx.actor);
  const accountId = ownAccountId(ctx.actor);
  if (stackId) await getStack(ctx, stackId, { select: { id: true } });
  // Listen before reading past calls, so that no event is missed in between.
  const live = await watch(ctx, (event) => {
    if (event.kind !== 'call' || event.call.accountId !== accountId) return null;
    if (single && !single.includes(event.call.stackId)) return null;
    return !stackId || event.call.stackId === stackId ? event.call : null;
  });
  return joined(await callsSince(ctx, { stackId, after }), live);
}

/**
 * Follows the audit events of the actor's account from all instances. Callers with only stack roles get events of those
 * stacks. With `after`, starts with the events since then.
 * @throws as `auditEventsSince`
 */
export async function watchAuditEvents(
  ctx: Ctx,
  { after }: { readonly after: Since<AuditEventId> },
): Promise<AsyncGenerator<Live<AuditEvent>, void, void>> {
  const live = withLoaded(await watchAuditNotices(ctx, ({ id }) => id), (id) => findAuditEvent(ctx, id));
  return joined(await auditEventsSince(ctx, after), live);
}

/** An audit event as sent by the feed. */
export type AuditNotice = Extract<LiveEvent, { readonly kind: 'auditEvent' }>;

/**
 * The audit events that `pick` selects and the actor may see.
 * @throws forbidden without the right `read`
 */
export async function watchAuditNotices<T>(
  ctx: Ctx,
  pick: (notice: AuditNotice) => T | null,
  right: Right = 'read',
): Promise<AsyncGenerator<Live<T>, void, void>> {
  const single = singleStacks(ctx.actor, right);
  requireManagement(ctx.actor);
  const chain = chainOf(ctx.actor);
  return watch(ctx, (event) => {
    if (event.kind !== 'auditEvent' || event.chain !== chain) return null;
    return single === null || single.some((id) => id === event.stackId) ? pick(event) : null;
  });
}

/** The rows that `load` finds for new events. Omits deleted rows. */
export async function* withLoaded<T, Row>(
  live: AsyncIterable<Live<T>>,
  load: (value: T) => Promise<Row | null>,
): AsyncGenerator<Live<Row>, void, void> {
  for await (const { value, end } of live) {
    if (end) return yield { end };
    const row = await load(value);
    if (row !== null) yield { value: row };
  }
}

/** Past events, and then new events without duplicates. */
async function* joined<T extends { readonly id: string }>(
  past: AsyncIterable<T> | null,
  live: AsyncIterable<Live<T>>,
): AsyncGenerator<Live<T>, void, void> {
  const sent = new Set<string>();
  for await (const value of past ?? []) {
    sent.add(value.id);
    yield { value };
  }
  for await (const event of live) if (!event.value || !sent.has(event.value.id)) yield event;
}
