import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/core/kernel/actor.ts';
import { type AccountId, toAccountId, toApiKeyId } from '../../../src/core/kernel/ids.ts';
import { createSlots, slotsInUse } from '../../../src/core/limits/slots.ts';

const limits = { max_lists: 2 };
const key = {
  kind: 'apiKey',
  accountId: toAccountId('acct_1'),
  keyId: toApiKeyId('key_1'),
  role: 'developer',
  limits,
} as const;
const keyOf = (id: AccountId): Actor => ({ ...key, accountId: id, limits: {} });
const operator: Actor = { kind: 'operator', accountId: null };

describe('slots for open resources', () => {
  const full = { code: 'rate_limited', message: expect.stringContaining('The limit max_lists is reached: 2 (') };

  it('are counted per account, and each is released once', () => {
    const slots = createSlots('max_lists');
    const first = slots.acquire(key);
    slots.acquire(key);
    expect(() => slots.acquire(key)).toThrow(expect.objectContaining(full));
    for (let at = 0; at < 8; at += 1) slots.acquire(keyOf(toAccountId('acct_2')));
    expect(() => slots.acquire(keyOf(toAccountId('acct_2')))).toThrow('max_lists is reached: 8 (');
    first();
    first();
    const again = slots.acquire(key);
    expect(() => slots.acquire(key)).toThrow(expect.objectContaining(full));
    again();
    slots.acquire(key);
    expect(() => slots.acquire(key)).toThrow(expect.objectContaining(full));
  });

  it('are all free after all are released', () => {
    const slots = createSlots('max_lists');
    for (let round = 0; round < 3; round += 1) for (const done of [slots.acquire(key), slots.acquire(key)]) done();
    slots.acquire(key);
    slots.acquire(key);
    expect(() => slots.acquire(key)).toThrow(expect.objectContaining(full));
  });

  it('are unlimited for the operator', () => {
    const slots = createSlots('max_lists');
    for (let at = 0; at < 20; at += 1) slots.acquire(operator)();
    const open = Array.from({ length: 20 }, () => slots.acquire(operator));
    expect(open).toHaveLength(20);
  });

  it('are counted in total across accounts, by purpose', () => {
    const counted = (): number => slotsInUse().get('max_streams') ?? Number.NaN;
    const slots = createSlots('max_streams');
    const before = counted();
    const open = ['acct_3', 'acct_4'].map((id) => slots.acquire(keyOf(toAccountId(id))));
    createSlots('max_streams');
    expect(counted()).toBe(before + 2);
    for (const done of open) for (let times = 0; times < 2; times += 1) done();
    expect(counted()).toBe(before);
  });
});
