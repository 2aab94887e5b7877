import { afterAll, expect, it } from 'vitest';
import { expectStopped, FLOODS, openTrap } from './hostile.ts';

const trap = await openTrap();
afterAll(trap.close);
/** `hostilePrograms.test.ts` runs all of them, in minutes. */
const STEP = 49;

it('no program reaches anything outside its interpreter', async () => {
  const some = trap.programs.filter((_program, at) => at % STEP === 0);
  expect(await trap.reaching(some)).toEqual([]);
});

it.each(FLOODS)('%s ends at a bound', expectStopped);
