import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { seriousViolations, sidewaysScroll } from './axe.ts';
import { newVisitor, shoot } from './browser.ts';
import { signIn } from './people.ts';
import { seed } from './seed.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

let running: Running;
let browser: Browser;
let stackId: string;

beforeAll(async () => {
  const world = await openOwnedWorld();
  ({ running, browser } = world);
  ({ stackId } = await seed(running.url, running.apiKey));
  return world.close;
});

const OPEN = 'stack_…';

it('inserts a stack of the reader on this page and the next, until it’s reset', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto('/docs/credentials');
  const code = page.locator('.block code', { hasText: 'createConnectLink' }).first();
  await expect.poll(() => code.textContent()).toContain(OPEN);
  await page.getByRole('button', { name: 'Choose' }).click();
  const choice = page.getByRole('combobox', { name: 'Stack in the examples' });
  await choice.selectOption({ label: 'Research' });
  await expect.poll(() => code.textContent()).toContain(`"${stackId}"`);
  await shoot(page, 'docs-stack');
  expect(await seriousViolations(page)).toEqual([]);

  await page.goto('/reference/stacks');
  const command = page.locator('#get_stack .block code').first();
  await expect.poll(() => command.textContent()).toContain(`'${running.url}/v1/stacks/${stackId}'`);
  await page.getByRole('button', { name: 'Choose' }).click();
  await choice.selectOption({ label: 'None' });
  await expect.poll(() => command.textContent()).toContain('/v1/stacks/{stack_id}');
  expect(complaints).toEqual([]);
  await close();
});

it('shows a signed-out reader where to sign in, and sends no request until asked', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await page.goto('/docs/credentials', { waitUntil: 'networkidle' });
  expect(complaints).toEqual([]);
  await page.getByRole('button', { name: 'Choose' }).click();
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/signin/);
  await close();
});

it('creates a key for an hour for a signed-in reader, and links others to sign-in', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await page.goto('/reference/stacks');
  const form = page.locator('#list_stacks form');
  const offer = form.getByRole('button', { name: 'Create a key for 1 hour' });
  const open = () => page.locator('#list_stacks summary', { hasText: 'Try it' }).click();
  await open();
  await offer.click();
  await form.getByRole('link', { name: 'Sign in' }).waitFor();
  await signIn(page);
  await page.goto('/reference/stacks');
  await open();
  await offer.click();
  await form.getByText('It expires in 1 hour').waitFor();
  await form.getByRole('button', { name: 'Send GET' }).click();
  await form.getByText('200 OK').waitFor();
  // On a wide page, axe sees the side list as one without links: its groups are closed, but CSS shows them.
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await seriousViolations(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.goto('/keys');
  const row = page.getByRole('row').filter({ hasText: 'REST reference' });
  await row.getByText(/in (an|1) hour|in \d+ minutes/).waitFor();
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
  await close();
});

it.each([390, 768, 1440])('tries operations with the pasted key, %i pixels wide', async (width) => {
  const { page, complaints, close } = await newVisitor(browser, running.url, {
    theme: width === 768 ? 'dark' : 'light',
  });
  await page.setViewportSize({ width, height: 900 });
  await signIn(page);
  const cookies: (string | undefined)[] = [];
  page.on('request', async (request) => {
    if (request.url().includes('/v1/')) cookies.push((await request.allHeaders())['cookie']);
  });
  await page.goto('/reference/stacks');
  const open = async (id: string) => {
    await page.locator(`#${id} summary`, { hasText: 'Try it' }).click();
    return page.locator(`#${id} form`);
  };
  const list = await open('list_stacks');
  await list.getByLabel(/^API key/).fill(running.apiKey);
  await list.getByRole('button', { name: 'Send GET' }).click();
  await list.getByText('200 OK').waitFor();
  await expect.poll(() => list.getByRole('region').textContent()).toContain('"Research"');
  await expect.poll(() => list.getByRole('region').textContent()).toContain('x-ratelimit-remaining: ');

  const create = await open('create_stack');
  // A key pasted once is in every form of the page.
  await create.getByLabel(/^Body/).fill(JSON.stringify({ stack_name: `Tried at ${width}` }));
  await create.getByRole('button', { name: 'Send POST' }).click();
  await create.getByText(`"Tried at ${width}"`).waitFor();
  await create.scrollIntoViewIfNeeded();
  await page.screenshot({ path: `test/browser/screenshots/reference-try-${width}.png` });
  await create.getByLabel(/^API key/).fill('ty_wrong');
  await create.getByRole('button', { name: 'Send POST' }).click();
  await create.getByText('401 Unauthorized').waitFor();

  await expect.poll(() => cookies.length).toBeGreaterThanOrEqual(3);
  expect(cookies.filter((cookie) => cookie !== undefined)).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain('ty_');
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
  await page.reload();
  const again = await open('list_stacks');
  await expect.poll(() => again.getByLabel(/^API key/).inputValue()).toBe('');
  await close();
});
