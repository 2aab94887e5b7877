import { expect, it } from 'vitest';
import { killInstances, seededRandom } from './kills.ts';

const KILLS = 60;

const seed = Date.now();

it(`killing instances ${KILLS} times loses no job and runs none twice (seed ${seed})`, async () => {
  const tally = await killInstances(KILLS, seededRandom(seed));
  expect(tally).toMatchObject({ sentMost: 1, liars: [] });
  // Every job has ended in a way that says what happened.
  expect(Object.keys(tally.states).sort()).toEqual(
    ['failed', 'outcome_unknown', 'succeeded'].filter((state) => state in tally.states),
  );
});
