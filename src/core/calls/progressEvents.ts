import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Live, watch } from '../callRecords/live.ts';
import { actorIdOf } from '../kernel/actor.ts';
import type { Ctx } from '../kernel/context.ts';
import { LIVE_CHANNEL, type LiveEvent, livePayload } from '../kernel/liveFeed.ts';
import { ownAccountId, singleStacks } from '../kernel/scope.ts';
import { openText, sealText } from '../kernel/vault/sealText.ts';
import { openedOrNull, type Vault } from '../kernel/vault/vault.ts';
import { AppError } from '../lib/errors.ts';
import type { CallOptions } from './call.ts';
import type { OnProgress } from './notifications.ts';

/** An id that is hard to guess. Watching a call requires authorization nevertheless. */
const PROGRESS_ID = /^[\w-]{16,64}$/;
/** Minimum interval between a call's notices; in between, only the latest is kept. */
const PAUSE_MS = 500;
/** PostgreSQL limits notifications to 8,000 bytes, and a character takes up to eight bytes of an encrypted notice. */
const MESSAGE_CHARS_MAX = 500;
const PURPOSE = 'call-progress';

/** Progress of a call, as stored. */
export const noticeSchema = z.object({
  progress: z.number(),
  total: z.number().nullable(),
  message: z.string().nullable(),
});
/** Progress of a running call as reported by its upstream, in arbitrary units. */
export type ProgressNotice = Readonly<z.infer<typeof noticeSchema>>;

type ProgressEvent = Extract<LiveEvent, { readonly kind: 'progress' }>;
type Call = Pick<ProgressEvent, 'accountId' | 'caller' | 'progressId'>;
/** Marks the end of a call's progress. */
const OVER = null;
type Notice = ProgressNotice | typeof OVER;

/** A call of this caller, by the id that the caller chose. @throws invalid_input */
function toCall({ actor }: Pick<Ctx, 'actor'>, progressId: string): Call {
  if (!PROGRESS_ID.test(progressId)) {
    const message = 'must be 16 to 64 letters, digits, "-" and "_"';
    throw new AppError('invalid_input', 'Invalid progressId', { issues: [{ path: '/progressId', message }] });
  }
  return { accountId: ownAccountId(actor), caller: actorIdOf(actor), progressId };
}

/**
 * Makes a call whose caller can watch its progress by id on any instance. The call neither waits for notices nor fails
 * if they cannot be sent.
 * @throws invalid_input for a malformed id, before the call is made
 */
export async function withProgressEvents<T>(
  ctx: Ctx,
  progressId: string,
  call: (options: Pick<CallOptions, 'onProgress'>) => Promise<T>,
): Promise<T> {
  const { onProgress, end } = publishProgress(ctx, toCall(ctx, progressId));
  try {
    return await call({ onProgress });
  } finally {
    end();
  }
}

/** Publishes the first notice immediately, then the latest one after each pause, and finally the last one. */
function publishProgress(ctx: Ctx, call: Call): { readonly onProgress: OnProgress; end(): void } {
  let latest: ProgressNotice | null = null;
  let isPublishing = false;
  const over = new AbortController();
  const drain = (): readonly Notice[] => {
    const notices: Notice[] = [];
    if (latest) notices.push(latest);
    if (over.signal.aborted) notices.push(OVER);
    latest = null;
    return notices;
  };
  const publishAll = async (): Promise<void> => {
    for (let notices = drain(); notices.length > 0; notices = drain()) {
      await publish(ctx, call, notices).catch((error: unknown) =>
        ctx.log.debug({ err: error }, 'progress of a call could not be sent'),
      );
      if (notices.includes(OVER)) return;
      await delay(PAUSE_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
    isPublishing = false;
  };
  const schedule = (): void => {
    if (isPublishing) return;
    isPublishing = true;
    ctx.background.run('tell progress', publishAll);
  };
  return {
    onProgress(progress) {
      latest = toNotice(progress) ?? latest;
      if (latest) schedule();
    },
    end() {
      over.abort();
      schedule();
    },
  };
}

/** Converts a notice for publishing; null if a number is out of range. */
export function toNotice({ progress, total, message }: Parameters<OnProgress>[0]): ProgressNotice | null {
  const [done, all] = [Number(progress), Number(total)];
  if (!Number.isFinite(done)) return null;
  return {
    progress: done,
    total: Number.isFinite(all) ? all : null,
    message: message?.slice(0, MESSAGE_CHARS_MAX).toWellFormed() ?? null,
  };
}

/** One statement for all notices, so that they arrive in this order. */
async function publish({ db, liveFeed, vault }: Ctx, call: Call, notices: readonly Notice[]): Promise<void> {
  const payloads = notices.map((notice) => {
    const sealed = notice && sealText(vault, PURPOSE, rowOf(call), JSON.stringify(notice));
    return livePayload({ kind: 'progress', ...call, sealed: sealed && Buffer.from(sealed).toString('base64') });
  });
  const payloadText = JSON.stringify(payloads);
  await db.$executeRaw`
    SELECT pg_notify(${LIVE_CHANNEL}, payload) FROM json_array_elements_text(${payloadText}::json) AS payload`;
  liveFeed.publish(payloads);
}

/**
 * Streams the progress of one of the actor's calls, on any instance, until it ends. Yields nothing for other callers'
 * calls and unknown ids.
 * @throws forbidden for callers that may not call tools; invalid_input for a malformed id
 */
export async function watchProgress(
  ctx: Ctx,
  progressId: string,
): Promise<AsyncGenerator<Live<ProgressNotice>, void, void>> {
  singleStacks(ctx.actor, 'invoke');
  const call = toCall(ctx, progressId);
  const { accountId, caller } = call;
  const live = await watch(ctx, (event) => {
    if (event.kind !== 'progress' || event.progressId !== call.progressId) return null;
    return event.accountId === accountId && event.caller === caller ? event : null;
  });
  return openUntilOver(live, (sealed) => openNotice(ctx.vault, call, sealed));
}

async function* openUntilOver(
  live: AsyncGenerator<Live<ProgressEvent>, void, void>,
  open: (sealed: string) => ProgressNotice | null,
): AsyncGenerator<Live<ProgressNotice>, void, void> {
  for await (const { value: event, end } of live) {
    if (end) {
      yield { end };
      return;
    }
    if (event.sealed === null) return;
    const value = open(event.sealed);
    if (value) yield { value };
  }
}

/** Associated data of an encrypted notice. */
const rowOf = ({ accountId, caller, progressId }: Call): string => `${accountId} ${caller} ${progressId}`;

/** Decrypts a notice. Null if another master key encrypted it, as can happen during key rotation. */
function openNotice(vault: Vault, call: Call, sealed: string): ProgressNotice | null {
  return openedOrNull(() =>
    noticeSchema.parse(JSON.parse(openText(vault, PURPOSE, rowOf(call), Buffer.from(sealed, 'base64')))),
  );
}
