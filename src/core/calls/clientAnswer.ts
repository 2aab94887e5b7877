import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx } from '../kernel/context.ts';
import type { StackId } from '../kernel/ids.ts';
import { openText, sealText } from '../kernel/vault/sealText.ts';
import { openedOrNull } from '../kernel/vault/vault.ts';
import { isDatabaseUnavailable } from '../lib/databaseFault.ts';
import { AppError } from '../lib/errors.ts';
import { isJsonObject, type JsonObject } from '../lib/json.ts';
import { callerOf } from '../limits/caller.ts';
import { createSlots } from '../limits/slots.ts';
import { consumeOutcome, runOnce } from './idempotency.ts';

/*
 * Older MCP clients answer an elicitation, sent on the call's stream, with a separate message that may reach another
 * instance. That instance stores the answer as the outcome of an idempotent call keyed by the elicitation id. The
 * instance that holds the stream reads it there. Only the call itself is in memory, and it runs on one instance
 * anyway.
 */

const PURPOSE = 'client-question';
const PREFIX = 'toolyard-question-';
/** How long a person may take to answer; equal to the lifetime of a change stream. */
const WAIT_MS = 10 * 60_000;
/** Maximum bytes of one answer, since it is parsed on the event loop. */
const ANSWER_BYTES_MAX = 65_536;

/** Elicitations that wait for a person, on the open streams of their calls. */
const waiting = createSlots('max_streams');

/** Elicitation id, encrypted with the caller, so that other callers cannot answer it. */
export function newElicitationId({ vault, now }: Ctx, stackId: StackId): string {
  const text = `${randomUUID()} ${now().getTime() + WAIT_MS}`;
  return PREFIX + Buffer.from(sealText(vault, PURPOSE, stackId, text)).toString('base64url');
}

/** Whether a message id looks like one of ours. */
export const isElicitationId = (id: unknown): id is string => typeof id === 'string' && id.startsWith(PREFIX);

/** The key of the stored answer; null for an id of another stack, or one that is too old. */
function keyOf({ vault, now }: Ctx, stackId: StackId, id: string): string | null {
  const sealed = Buffer.from(id.slice(PREFIX.length), 'base64url');
  const [key, expiresAt] = openedOrNull(() => openText(vault, PURPOSE, stackId, sealed))?.split(' ') ?? [];
  return key !== undefined && Number(expiresAt) > now().getTime() ? PREFIX + key : null;
}

/**
 * Stores a caller's answer for the instance that runs its call; the first answer wins. Answers from another endpoint
 * are stored under a key that no call reads. Messages that answer no elicitation of the stack are ignored.
 * @throws too_large; rate_limited at `max_idempotency_bytes`; unavailable
 */
export async function storeClientAnswer(ctx: Ctx, stackId: StackId, id: string, answer: JsonObject): Promise<void> {
  const key = keyOf(ctx, stackId, id);
  if (key === null) return;
  if (Buffer.byteLength(JSON.stringify(answer)) > ANSWER_BYTES_MAX)
    throw new AppError('too_large', 'An answer can have at most 64 KiB');
  const outcome = { kind: 'ok', output: { type: 'json', value: answer } } as const;
  try {
    await runOnce(ctx, stackId, { key, request: 'answer', isRepeatable: true }, async () => outcome);
  } catch (error) {
    // Another answer to the same question is being stored at this moment.
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
  }
}

/** The answers by the ids of their questions; null if some did not arrive in time. */
type Answers = ReadonlyMap<string, JsonObject> | null;

/**
 * Asks, and waits at most `waitMs` for all answers, even if the database does not respond. Rejects when `ctx.signal`
 * aborts.
 * @throws rate_limited at `max_streams`; unavailable when too many wait in this process; in both cases before anything
 * is asked
 */
export async function waitForAnswers(
  ctx: Ctx,
  stackId: StackId,
  ids: readonly string[],
  ask: () => void,
  waitMs = WAIT_MS,
): Promise<Answers> {
  const keys = new Map(ids.map((id) => [id, keyOf(ctx, stackId, id) ?? id]));
  const slots = acquireSlots(ctx, ids.length);
  const over = new AbortController();
  try {
    const watched = ctx.waitingElicitations.watch(callerOf(ctx), [...keys.values()]);
    over.signal.addEventListener('abort', () => watched.end());
    ask();
    const signal = AbortSignal.any([ctx.signal, over.signal]);
    const answers = [...keys].map(async ([id, key]) => {
      for (;;) {
        await watched.answered(key);
        const answer = await consumeAnswer(ctx, key);
        if (answer) return [id, answer] as const;
      }
    });
    const all = Promise.all(answers).then((each) => new Map(each));
    return await Promise.race([all, delay(waitMs, null, { signal, ref: false })]);
  } finally {
    over.abort();
    for (const release of slots) release();
  }
}

/** Takes a slot for each elicitation. @throws rate_limited, without taking any */
function acquireSlots({ actor }: Ctx, count: number): readonly (() => void)[] {
  const slots: (() => void)[] = [];
  try {
    while (slots.length < count) slots.push(waiting.acquire(actor));
    return slots;
  } catch (error) {
    for (const release of slots) release();
    throw error;
  }
}

/** Reads and deletes the stored answer. Null if there is none yet, or if the database is unavailable. */
async function consumeAnswer(ctx: Ctx, key: string): Promise<JsonObject | null> {
  try {
    const outcome = await consumeOutcome(ctx, key);
    const output = outcome?.kind === 'ok' ? outcome.output : null;
    return output?.type === 'json' && isJsonObject(output.value) ? output.value : null;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return null;
  }
}
