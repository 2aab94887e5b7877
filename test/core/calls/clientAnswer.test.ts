import { Client } from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { newElicitationId, storeClientAnswer, waitForAnswers } from '../../../src/core/calls/clientAnswer.ts';
import { createWaitingElicitations } from '../../../src/core/calls/waitingElicitations.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { slotsInUse } from '../../../src/core/limits/slots.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { startDatabaseProxy } from '../../harness/databaseProxy.ts';
import { eventually } from '../../harness/eventually.ts';
import { startWorld } from '../../harness/world.ts';

const database = await createTestDatabase();
const proxy = await startDatabaseProxy(database.url);
const lines: string[] = [];
const world = await startWorld({ databaseUrl: proxy.url, log: { write: (line) => void lines.push(line) } });
afterAll(async () => {
  await world.close();
  proxy.close();
  await database.close();
});
const { ctx } = world.account;
const { id: stackId } = await createStack(ctx, { name: 'asked' });

const newIds = (count: number) => Array.from({ length: count }, () => newElicitationId(ctx, stackId));
const wait = (ids: readonly string[], asker: Ctx = ctx) => waitForAnswers(asker, stackId, ids, () => undefined);
const answer = (id: string, by: Ctx = ctx, said = 'yes') => storeClientAnswer(by, stackId, id, { said });

/** The executed statements that read stored answers, with their values. */
function watchPolls() {
  const query = vi.spyOn(Client.prototype, 'query');
  const polls = () =>
    query.mock.calls
      .map(([statement, values]) => JSON.stringify([statement, values]))
      .filter((text) => /SELECT[^;]*idempotent_call/i.test(text));
  return { polls, end: () => query.mockRestore() };
}

it('64 waiting calls share one polling statement, and each gets its own answer', async () => {
  const ids = newIds(64);
  const { polls, end } = watchPolls();
  try {
    const calls = ids.map((id) => wait([id]));
    await eventually('three looks', () => polls().length >= 3);
    const [first = '', ...more] = polls();
    const keys = first.match(/toolyard-question-[\w-]{36}/g) ?? [];
    expect(new Set(keys).size).toBe(64);
    for (const poll of more) expect(poll.match(/toolyard-question-[\w-]{36}/g)).toEqual(keys);
    for (const id of ids) await answer(id, ctx, id);
    expect(await Promise.all(calls)).toEqual(ids.map((id) => new Map([[id, { said: id }]])));
  } finally {
    end();
  }
  expect(await ctx.db.idempotentCall.count()).toBe(0);
});

it('a brief database outage costs no call its answer', async () => {
  const [id = ''] = newIds(1);
  const call = wait([id]);
  proxy.reset();
  const failed = 'answers to elicitations could not be read';
  try {
    await eventually('a look that failed', () => lines.some((line) => line.includes(failed)));
  } finally {
    proxy.heal();
  }
  const isBack = () => ctx.db.stack.count().then(Boolean, () => false);
  await eventually('the database is back', isBack);
  await answer(id);
  expect(await call).toEqual(new Map([[id, { said: 'yes' }]]));
});

it('an answer for another end user or account matches no call', async () => {
  const [id = ''] = newIds(1);
  const call = wait([id]);
  await answer(id, { ...ctx, endUser: 'somebody else' }, 'no');
  await answer(id, world.otherAccount.ctx, 'no');
  await answer(id);
  expect(await call).toEqual(new Map([[id, { said: 'yes' }]]));
  expect(await ctx.db.idempotentCall.deleteMany()).toEqual({ count: 2 });
});

it('an account polls for 64 answers at a time, and its other calls queue', async () => {
  const before = slotsInUse().get('max_streams');
  const over = new AbortController();
  const asker = { ...ctx, signal: over.signal };
  const calls = Array.from({ length: 8 }, () => wait(newIds(8), asker));
  const ended = Promise.allSettled(calls);
  const ask = vi.fn();
  const refused = waitForAnswers(ctx, stackId, newIds(1), ask);
  await expect(refused).rejects.toThrow('The limit max_streams is reached: 64');
  expect(ask).not.toHaveBeenCalled();
  const theirs = { ...world.otherAccount.ctx, signal: over.signal };
  const { id } = await createStack(theirs, { name: 'asked' });
  const other = waitForAnswers(theirs, id, [newElicitationId(theirs, id)], ask);
  expect(ask).toHaveBeenCalledOnce();
  over.abort();
  await expect(other).rejects.toThrow();
  expect((await ended).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'));
  expect(slotsInUse().get('max_streams')).toBe(before);
});

it('1,024 calls wait in a process, and one more is refused until one ends', () => {
  const questions = createWaitingElicitations(ctx);
  const keys = Array.from({ length: 1_024 }, (_, i) => `key ${i}`);
  const most = questions.watch('caller', keys.slice(1));
  const last = questions.watch('caller', keys.slice(0, 1));
  const oneMore = () => questions.watch('other caller', ['one more']);
  expect(oneMore).toThrow('Too many calls wait for an answer from their client');
  last.end();
  oneMore().end();
  most.end();
});
