import { claim, findKeyed, forget, markCutOff, reopen, storeAnswer } from '../calls/idempotentCall.ts';
import { actorIdOf } from '../kernel/actor.ts';
import type { Ctx } from '../kernel/context.ts';
import { newRowId, type StackId } from '../kernel/ids.ts';
import { openInChunks, sealInChunks } from '../kernel/vault/sealText.ts';
import { AppError } from '../lib/errors.ts';
import { sha256, sha256Text } from '../lib/sha256.ts';
import { callerOf } from '../limits/caller.ts';
import type { ResultSource } from '../results/source.ts';
import type { CallAnswer } from './protocol.ts';

/** The state of a program that waits for a person. */
export type SuspendedState = {
  /** The run's id. */
  readonly run: string;
  readonly startedAt: number;
  /** The call whose question the caller got. */
  readonly callIndex: number;
  /** The answers that the program has got, in order. */
  readonly answers: readonly CallAnswer[];
  /** The sources of the answers. */
  readonly sources: readonly ResultSource[];
};

/** A suspended program that only this request resumes. */
export type Resumed = {
  readonly state: SuspendedState;
  /** Suspends it again. */
  suspend(state: SuspendedState): Promise<void>;
  /** Ends the program. After a failure, its outcome is unknown. */
  end(how: 'finished' | 'cut_off'): Promise<void>;
};

const PURPOSE = 'suspended-program';
const KEPT_MS = 24 * 60 * 60_000;
const RETRY_SECONDS = 2;

const RUNNING = 'The same program was suspended and is running again: wait for it';
const CUT_OFF =
  'The same program was suspended, resumed and then cut off: its last calls may have taken effect. Check their effects first. To run it again, add a comment, so that it counts as a new program';

/** Programs are kept with idempotent calls, whose own keys contain no space. As an approval, it binds one token. */
const keyOf = ({ actor }: Ctx, stackId: StackId, code: string): string =>
  `program ${sha256Text(JSON.stringify([stackId, actor.kind, actorIdOf(actor), code]), 'base64url')}`;

/**
 * Takes the caller's suspended program with this code; null if there is none. No other request can resume it then.
 * @throws invalid_input while it runs, or after it was cut off
 */
export async function consumeSuspended(ctx: Ctx, stackId: StackId, code: string): Promise<Resumed | null> {
  const stored = await findKeyed(ctx, callerOf(ctx), keyOf(ctx, stackId, code));
  if (!stored) return null;
  const { id } = stored;
  const sealed = stored.isAnswered ? await ctx.sealedValues.read('idempotent_call', id) : null;
  if (!sealed || !(await reopen(ctx, stored))) {
    if (!stored.isAnswered && !stored.isRunning)
      throw new AppError('invalid_input', CUT_OFF, { isOutcomeUnknown: true });
    throw new AppError('invalid_input', RUNNING, { retryAfterSeconds: RETRY_SECONDS });
  }
  const release = ctx.leases.hold(id);
  return {
    state: parseState(await openInChunks(ctx.vault, PURPOSE, id, sealed)),
    async suspend(state) {
      await store(ctx, id, state);
      release();
    },
    async end(how) {
      await (how === 'finished' ? forget(ctx, id) : markCutOff(ctx, id));
      release();
    },
  };
}

/**
 * Stores a program for a day, encrypted, for its caller only.
 * @throws invalid_input if the same program is already suspended; rate_limited at the bound of `max_idempotency_bytes`
 */
export async function suspend(ctx: Ctx, stackId: StackId, code: string, state: SuspendedState): Promise<void> {
  const now = ctx.now();
  const row = { id: newRowId(), stackId, caller: callerOf(ctx), key: keyOf(ctx, stackId, code), digest: sha256(code) };
  const expiresAt = new Date(now.getTime() + KEPT_MS);
  if ((await claim(ctx, { ...row, startedAt: now, expiresAt })) !== 'claimed')
    throw new AppError('invalid_input', 'The same program of this caller is already suspended');
  await store(ctx, row.id, state);
}

const END = Buffer.from('\n');

/** The state's JSON in one line, without the answers' texts, which follow. */
async function store(ctx: Ctx, id: string, { answers, ...state }: SuspendedState): Promise<void> {
  const head = { ...state, answers: answers.map(({ json, ...answer }) => ({ ...answer, bytes: json.length })) };
  const pieces = [Buffer.from(JSON.stringify(head)), END, ...answers.map(({ json }) => json)];
  await storeAnswer(ctx, id, await sealInChunks(ctx.vault, PURPOSE, id, pieces));
}

type StoredAnswer = Omit<CallAnswer, 'json'> & { readonly bytes: number };
type StoredHead = Omit<SuspendedState, 'answers'> & { readonly answers: readonly StoredAnswer[] };

function parseState(opened: Buffer): SuspendedState {
  let at = opened.indexOf(END) + 1;
  const { answers, ...state } = headOf(opened.toString('utf8', 0, at));
  return {
    ...state,
    answers: answers.map(({ bytes, ...answer }) => {
      at += bytes;
      return { ...answer, json: opened.subarray(at - bytes, at) };
    }),
  };
}

/** Boundary: `store` encrypted this text. */
const headOf = (text: string): StoredHead => JSON.parse(text) as StoredHead;
