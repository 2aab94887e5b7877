import { afterAll, expect, it } from 'vitest';
import { ESCAPES, EXHAUSTING, expectStopped, openTrap } from './hostile.ts';

const trap = await openTrap();
afterAll(trap.close);

it(`none of ${ESCAPES} programs reaches anything outside its interpreter`, { timeout: 900_000 }, async () => {
  expect(ESCAPES).toBeGreaterThanOrEqual(500);
  expect(await trap.reaching(trap.programs)).toEqual([]);
});

it.each(EXHAUSTING)('%s ends at a bound', { timeout: 300_000 }, expectStopped);
