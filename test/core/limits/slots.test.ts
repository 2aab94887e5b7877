import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/core/actor.ts';
import { type AccountId, toAccountId, toApiKeyId } from '../../../src/core/ids.ts';
import { createSlots, listSlots, slotsTaken, takeUploadPart, withImportSlot } from '../../../src/core/limits/slots.ts';

const limits = { max_lists: 2, max_imports: 1 };
const key = {
  kind: 'apiKey',
  accountId: toAccountId('acct_1'),
  keyId: toApiKeyId('key_1'),
  role: 'developer',
  limits,
} as const;
const keyOf = (id: AccountId): Actor => ({ ...key, accountId: id, limits: {} });
const operator: Actor = { kind: 'operator', accountId: null };

describe('places for what is open at a time', () => {
  const full = { code: 'rate_limited', message: expect.stringContaining('The limit max_lists is reached: 2 (') };

  it('are an account’s own, and come back once', () => {
    const slots = createSlots('max_lists');
    const first = slots.take(key);
    slots.take(key);
    expect(() => slots.take(key)).toThrow(expect.objectContaining(full));
    for (let at = 0; at < 8; at += 1) slots.take(keyOf(toAccountId('acct_2')));
    expect(() => slots.take(keyOf(toAccountId('acct_2')))).toThrow('max_lists is reached: 8 (');
    first();
    first();
    const again = slots.take(key);
    expect(() => slots.take(key)).toThrow(expect.objectContaining(full));
    again();
    slots.take(key);
    expect(() => slots.take(key)).toThrow(expect.objectContaining(full));
  });

  it('all come back when all have been given back', () => {
    const slots = createSlots('max_lists');
    for (let round = 0; round < 3; round += 1) for (const done of [slots.take(key), slots.take(key)]) done();
    slots.take(key);
    slots.take(key);
    expect(() => slots.take(key)).toThrow(expect.objectContaining(full));
  });

  it('do not run out for the operator', () => {
    const slots = createSlots('max_lists');
    for (let at = 0; at < 20; at += 1) slots.take(operator)();
    const open = Array.from({ length: 20 }, () => slots.take(operator));
    expect(open).toHaveLength(20);
  });

  it('are eight for whole lists', () => {
    const other = keyOf(toAccountId('acct_lists'));
    const open = Array.from({ length: 8 }, () => listSlots.take(other));
    expect(() => listSlots.take(other)).toThrow('The limit max_lists is reached: 8 (');
    for (const done of open) done();
  });

  it('are given back by an import, also by one that fails', async () => {
    const alone = { ...key, accountId: toAccountId('acct_imports') };
    const running = Promise.withResolvers<string>();
    const first = withImportSlot(alone, () => running.promise);
    await expect(withImportSlot(alone, async () => 'second')).rejects.toMatchObject({ code: 'rate_limited' });
    running.resolve('first');
    expect(await first).toBe('first');
    await expect(withImportSlot(alone, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await withImportSlot(alone, async () => 'third')).toBe('third');
  });

  it('are held while a list is read: from its first row until it ends, fails or is left', async () => {
    const slots = createSlots('max_lists');
    const one = { ...key, limits: { max_lists: 1 } };
    async function* rows(problem?: Error) {
      yield 'first';
      if (problem) throw problem;
      yield 'last';
    }
    const rest = async (list: AsyncGenerator<string>) => {
      for await (const row of list) if (row === 'last') return row;
      return null;
    };
    const list = slots.during(one, rows());
    slots.take(one)();
    expect(await list.next()).toEqual({ value: 'first', done: false });
    expect(() => slots.take(one)).toThrow('max_lists is reached: 1 (');
    expect(await rest(list)).toBe('last');
    await expect(rest(slots.during(one, rows(new Error('broken'))))).rejects.toThrow('broken');
    for await (const row of slots.during(one, rows())) if (row === 'first') break;
    slots.take(one)();
  });

  it('are counted for all accounts together, by what they are for', () => {
    const counted = (): number => slotsTaken().get('max_streams') ?? Number.NaN;
    const slots = createSlots('max_streams');
    const before = counted();
    const open = ['acct_3', 'acct_4'].map((id) => slots.take(keyOf(toAccountId(id))));
    createSlots('max_streams');
    expect(counted()).toBe(before + 2);
    for (const done of open) for (let times = 0; times < 2; times += 1) done();
    expect(counted()).toBe(before);
  });

  it('are 4 parts of uploads of an account, and 64 of all', () => {
    const open: (() => void)[] = [];
    const take = (name: string) => open.push(takeUploadPart(keyOf(toAccountId(name))));
    for (let at = 0; at < 63; at += 1) take(`acct_of_four_${Math.floor(at / 4)}`);
    expect(() => take('acct_of_four_0')).toThrow('max_upload_parts is reached: 4 (');
    take('acct_last');
    const details = { retryAfterSeconds: 5 };
    expect(() => take('acct_late')).toThrow(expect.objectContaining({ code: 'unavailable', details }));
    open.pop()?.();
    take('acct_late');
    for (const done of open) done();
  });
});
