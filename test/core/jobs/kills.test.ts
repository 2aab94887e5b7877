import { expect, it } from 'vitest';
import { killInstances, seededRandom } from './kills.ts';

/** `KILLS=1000 npx vitest run --config vitest.extra.config.ts --mode volumes kills` takes longer. */
const KILLS = Number(process.env['KILLS'] ?? 60);

const seed = Date.now();

it(`killing instances ${KILLS} times loses no job and runs none twice (seed ${seed})`, {
  timeout: KILLS * 2_000,
}, async () => {
  const tally = await killInstances(KILLS, seededRandom(seed));
  process.stdout.write(`${KILLS} kills: ${JSON.stringify(tally.states)}\n`);
  expect(tally).toMatchObject({ sentMost: 1, liars: [] });
  // Every job has ended in a way that says what happened.
  expect(Object.keys(tally.states).sort()).toEqual(
    ['failed', 'outcome_unknown', 'succeeded'].filter((state) => state in tally.states),
  );
});
