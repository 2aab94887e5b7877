import { expect, it } from 'vitest';
import { storedBound } from '../../../src/core/kernel/bounds.ts';
import { countTryFrom } from '../../../src/core/limits/charge.ts';
import type { Limiter } from '../../../src/core/limits/limiter.ts';

/* Limits without an account's actor: attempts by anyone, and stored bounds. */

const notPartOfThisTest = () => Promise.reject(new Error('not asked here'));

it.each([true, false])(
  'an attempt counts for its network like a failed authentication; allowed: %s',
  async (isAllowed) => {
    const counted: unknown[] = [];
    const limiter: Limiter = {
      ...{ peek: notPartOfThisTest, count: notPartOfThisTest, readCount: notPartOfThisTest, isDegraded: () => false },
      async reserve(...args) {
        counted.push(args);
        return { limitClass: 'failed_auth', isAllowed, limit: 1, remaining: 0, resetAt: 0 };
      },
    };
    const trying = countTryFrom({ limiter, now: () => new Date(0) }, '2001:db8:1:2:3::4');
    if (isAllowed) await trying;
    else await expect(trying).rejects.toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: 1 } });
    expect(counted).toEqual([['failed_auth', '2001:db8:1:2::']]);
  },
);

it.each<[unknown, number]>([
  [{ max_stacks: 3, max_tokens: 4 }, 3],
  [{ max_stacks: 0 }, 0],
  [{ max_tokens: 4 }, 1_000],
  [{ max_stacks: '3' }, 1_000],
  [[3], 1_000],
  ['max_stacks', 1_000],
  [null, 1_000],
  [undefined, 1_000],
])('an account with the stored limits %j has a max_stacks of %d', (stored, expected) => {
  expect(storedBound(stored, 'max_stacks')).toBe(expected);
});
