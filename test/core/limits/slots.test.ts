import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/core/actor.ts';
import { type AccountId, toAccountId, toApiKeyId } from '../../../src/core/ids.ts';
import { createSlots, listing, withImportSlot } from '../../../src/core/limits/slots.ts';

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
    const open = Array.from({ length: 8 }, () => listing.take(other));
    expect(() => listing.take(other)).toThrow('The limit max_lists is reached: 8 (');
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
});
