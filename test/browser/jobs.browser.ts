import { beforeAll, expect, it } from 'vitest';
import { expectAppearance } from './appearance.ts';
import { newVisitor } from './browser.ts';
import { signIn } from './people.ts';
import { type Seeded, seed } from './seed.ts';
import { type BrowserWorld, openOwnedWorld } from './world.ts';

let world: BrowserWorld;
let seeded: Seeded;
beforeAll(async () => {
  world = await openOwnedWorld();
  seeded = await seed(world.running.url, world.running.apiKey);
  return world.close;
});

const START = 'mutation ($input: StartJobInput!) { startJob(input: $input) { __typename } }';

it('lists jobs live, shows progress and results, and cancels one', async () => {
  const { page, complaints, close } = await newVisitor(world.browser, world.running.url);
  await signIn(page);
  /** Starts a job as the signed-in person. */
  const start = (tool: string, toolInput: object) =>
    page.evaluate(
      (body) =>
        fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then((r) =>
          r.text(),
        ),
      JSON.stringify({ query: START, variables: { input: { stackId: seeded.stackId, toolId: tool, toolInput } } }),
    );
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Jobs' }).click();
  await page.getByText('No jobs', { exact: true }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();

  await start('everything_trigger-long-running-operation', { duration: 600, steps: 600 });
  const slow = page.getByRole('row', { name: /trigger-long-running-operation/ });
  await slow.getByText('Running', { exact: true }).waitFor();
  await slow.getByRole('progressbar').waitFor();
  await expectAppearance(page, 'jobs-running');

  await start('everything_get-sum', { a: 2, b: 3 });
  const quick = page.getByRole('row', { name: /get-sum/ }).first();
  await quick.getByText('Succeeded', { exact: true }).waitFor();
  await quick.getByRole('button', { name: 'Result of everything_get-sum' }).click();
  await page.getByText('The sum of 2 and 3 is 5').waitFor();

  await slow.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click();
  await slow.getByText('Cancelled', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Waiting or running' });
  await page.getByText('No matching jobs').waitFor();
  await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Ended' });
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(2);
  await expectAppearance(page, 'jobs-ended');
  expect(complaints).toEqual([]);
  await close();
});
