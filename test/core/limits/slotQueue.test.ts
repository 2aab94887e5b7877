import { expect, it } from 'vitest';
import type { Actor } from '../../../src/core/kernel/actor.ts';
import { BOUNDS } from '../../../src/core/kernel/bounds.ts';
import { toAccountId, toApiKeyId } from '../../../src/core/kernel/ids.ts';
import { AppError } from '../../../src/core/lib/errors.ts';
import * as concurrency from '../../../src/core/limits/concurrency.ts';
import { createSlotQueue } from '../../../src/core/limits/slotQueue.ts';
import { slotsInUse } from '../../../src/core/limits/slots.ts';

const NEVER_MS = 600_000;
const never = new AbortController().signal;
const keyOf = (id: string, limits: Readonly<Record<string, number>> = { max_long_answers: 2 }): Actor => ({
  ...{ kind: 'apiKey', accountId: toAccountId(id), keyId: toApiKeyId('key_1'), role: 'developer' },
  limits,
});
const create = (waitingMax = 3, waitMsMax = NEVER_MS) => createSlotQueue('max_long_answers', { waitingMax, waitMsMax });
const full = {
  code: 'rate_limited',
  message: expect.stringContaining('The limit max_long_answers is reached: 2 ('),
  details: { retryAfterSeconds: 5, reached: { name: 'max_long_answers', limit: 2, remaining: 0 } },
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('grants slots in order, each when one is released', async () => {
  const queue = create();
  const one = keyOf('acct_1');
  const open = [await queue.acquire(one, never), await queue.acquire(one, never)];
  const begun: number[] = [];
  const waiting = [0, 1, 2].map(async (at) => {
    const done = await queue.acquire(one, never);
    begun.push(at);
    return done;
  });
  await settled();
  expect([begun, queue.waiting()]).toEqual([[], 3]);
  open[0]?.();
  open[0]?.();
  await settled();
  expect([begun, queue.waiting()]).toEqual([[0], 2]);
  open[1]?.();
  (await waiting[0])?.();
  await settled();
  expect([begun, queue.waiting()]).toEqual([[0, 1, 2], 0]);
  for (const done of waiting) (await done)();
  expect(slotsInUse().get('max_long_answers')).toBe(0);
});

it('never makes one account wait for another, and never delays the operator', async () => {
  const queue = create();
  const [one, other] = [keyOf('acct_1'), keyOf('acct_2')];
  const open = [await queue.acquire(one, never), await queue.acquire(one, never)];
  const late = queue.acquire(one, never);
  for (let at = 0; at < 2; at += 1) open.push(await queue.acquire(other, never));
  for (let at = 0; at < 9; at += 1) open.push(await queue.acquire({ kind: 'operator', accountId: null }, never));
  for (const done of open) done();
  (await late)();
  expect(slotsInUse().get('max_long_answers')).toBe(0);
});

it('refuses one more than may wait, and requests that waited too long', async () => {
  const queue = create(1, 20);
  const one = keyOf('acct_1');
  const open = [await queue.acquire(one, never), await queue.acquire(one, never)];
  const late = queue.acquire(one, never);
  await expect(queue.acquire(one, never)).rejects.toMatchObject(full);
  await expect(late).rejects.toMatchObject(full);
  expect(queue.waiting()).toBe(0);
  for (const done of open) done();
});

it('loses no slot to a cancelled waiter, in any order', async () => {
  const queue = create();
  const one = keyOf('acct_1');
  const left = { code: 'unavailable', message: 'The request was closed' };
  const open = [await queue.acquire(one, never), await queue.acquire(one, never)];
  const leaving = new AbortController();
  // The slot is granted before the queue learns that the caller has disconnected.
  leaving.signal.addEventListener('abort', () => open.shift()?.());
  const late = queue.acquire(one, leaving.signal);
  // The abort arrives after the grant.
  leaving.signal.addEventListener('abort', () => open.shift()?.());
  leaving.abort();
  await late.then(
    (done) => done(),
    (error: unknown) => expect(error).toMatchObject(left),
  );
  await expect(queue.acquire(one, leaving.signal)).rejects.toMatchObject(left);
  expect([queue.waiting(), slotsInUse().get('max_long_answers')]).toEqual([0, 0]);
});

it('holds a slot during work and during a streamed list, even if they fail or are cancelled', async () => {
  const queue = create();
  const caller = { actor: keyOf('acct_1'), signal: never };
  const inUse = (): number => slotsInUse().get('max_long_answers') ?? Number.NaN;
  async function* rows(problem?: Error) {
    yield 'first';
    if (problem) throw problem;
    yield 'last';
  }
  const read: string[] = [];
  for await (const row of queue.during(caller, rows())) read.push(`${row} ${inUse()}`);
  expect([read, inUse()]).toEqual([['first 1', 'last 1'], 0]);
  const failing = async () => {
    for await (const _row of queue.during(caller, rows(new Error('broken'))));
  };
  await expect(failing()).rejects.toThrow('broken');
  for await (const _row of queue.during(caller, rows())) break;
  expect(await queue.run(caller, async () => inUse())).toBe(1);
  await expect(queue.run(caller, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(inUse()).toBe(0);
});

it('refuses immediately if the bound is 0', async () => {
  const none = { ...keyOf('acct_1'), limits: { max_long_answers: 0 } };
  await expect(create().acquire(none, never)).rejects.toMatchObject({ code: 'rate_limited' });
});

/** Bounds whose text in `docs/limits.md` says how many more wait. */
const QUEUED = new Map(
  Object.entries(BOUNDS).flatMap(([name, { counts }]) => {
    const [, waiting] = /; (\d+) more wait/.exec(counts) ?? [];
    return waiting === undefined ? [] : [[name, Number(waiting)] as const];
  }),
);
type Acquire = (actor: Actor, signal: AbortSignal) => Promise<() => void>;
const acquirers: readonly Acquire[] = Object.values(concurrency).map((each) =>
  typeof each === 'function' ? (actor, signal) => each({ actor, signal }) : each.acquire,
);

/** Takes slots of an account with a bound of 1 until one is refused. */
async function fill(
  acquire: Acquire,
  limits: Readonly<Record<string, number>>,
): Promise<{ readonly name: string; readonly waiting: number }> {
  const leaving = new AbortController();
  const free: (() => void)[] = [];
  for (let tried = 0; ; tried += 1) {
    const answer = await Promise.race([
      acquire(keyOf('acct_1', limits), leaving.signal).catch((error) => error),
      settled(),
    ]);
    if (typeof answer === 'function') free.push(answer);
    if (answer instanceof AppError) {
      // Another account gets its slots at once.
      (await acquire(keyOf('acct_2', limits), never))();
      leaving.abort();
      for (const done of free) done();
      return { name: answer.details.reached?.name ?? '', waiting: tried - free.length };
    }
  }
}

it('every bound on concurrent work queues as many requests of an account as its text says', async () => {
  const limits = Object.fromEntries([...QUEUED.keys()].map((name) => [name, 1]));
  const filled = await Promise.all(acquirers.map((acquire) => fill(acquire, limits)));
  process.stdout.write(`${QUEUED.size} bounds queue, ${acquirers.length} queues filled\n`);
  expect(new Map(filled.map(({ name, waiting }) => [name, waiting]))).toEqual(QUEUED);
  const inUse: ReadonlyMap<string, number> = slotsInUse();
  expect([...QUEUED.keys()].map((name) => inUse.get(name))).toEqual([...QUEUED].map(() => 0));
});

it('parts of uploads wait while other accounts use all slots of the process, and accounts take turns', async () => {
  const acquire = (id: string, signal = never) => concurrency.acquireUploadSlot({ actor: keyOf(id, {}), signal });
  const held = await Promise.all(Array.from({ length: 64 }, (_, at) => acquire(`acct_${at % 16}`)));
  const begun: string[] = [];
  const waitAs = (id: string, signal = never) =>
    acquire(id, signal).then((done) => {
      begun.push(id);
      return done;
    });
  const leaving = new AbortController();
  const left = waitAs('acct_left', leaving.signal);
  const waiting = ['acct_many', 'acct_many', 'acct_many', 'acct_late'].map((id) => waitAs(id));
  await settled();
  expect(begun).toEqual([]);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'unavailable' });
  for (const done of held.splice(0, 3)) {
    done();
    await settled();
  }
  expect(begun).toEqual(['acct_many', 'acct_late', 'acct_many']);
  for (const done of held) done();
  for (const done of waiting) (await done)();
  await settled();
  expect(slotsInUse().get('max_upload_parts')).toBe(0);
});
