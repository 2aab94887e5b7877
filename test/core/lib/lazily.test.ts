import { expect, it } from 'vitest';
import { lazily } from '../../../src/core/lib/lazily.ts';

it('loads once for concurrent and later callers', async () => {
  let loads = 0;
  const load = lazily(async () => ({ nr: ++loads }));
  expect(loads).toBe(0);
  expect(await Promise.all([load(), load()])).toEqual([{ nr: 1 }, { nr: 1 }]);
  expect(await load()).toEqual({ nr: 1 });
});

it('tries again after a failure', async () => {
  let loads = 0;
  const load = lazily(async () => {
    loads += 1;
    if (loads === 1) throw new Error('a file is missing');
    return loads;
  });
  await expect(load()).rejects.toThrow('a file is missing');
  expect(await load()).toBe(2);
});
