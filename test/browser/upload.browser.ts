import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newVisitor, shoot, type Visitor } from './browser.ts';
import { acceptInvitation, signIn } from './people.ts';
import { APPEARANCES } from './screens.ts';
import { THINGS, THINGS_DOCUMENT } from './things.ts';
import { type BrowserWorld, openWorld } from './world.ts';

const MIB = 1_048_576;
let dir: string;
let world: BrowserWorld;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'toolyard-upload-'));
  world = await openWorld();
  visitor = await newVisitor(world.browser, world.running.url);
  page = visitor.page;
  await acceptInvitation(page, world.running.welcomeUrl);
  return async () => {
    await world.close();
    rmSync(dir, { recursive: true, force: true });
  };
});

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

/** The document of things, in the requested length. */
function documentOf(bytes: number): string {
  const padded = (padding: string) => JSON.stringify({ ...JSON.parse(THINGS_DOCUMENT), 'x-padding': padding });
  return padded('x'.repeat(bytes - padded('').length));
}

async function chooseFile(name: string, text: string): Promise<void> {
  const path = join(dir, name);
  writeFileSync(path, text);
  await page.goto('/import');
  await page.getByLabel('Upload a file').check();
  await page.getByLabel('OpenAPI document file').setInputFiles(path);
}

/** Forwards this many upload parts and holds the next; `all` forwards everything. */
async function holdParts(passing: number) {
  const seen: string[] = [];
  await page.route(/\/graphql\/uploads\/[^/]+\/\d+$/, async (route) => {
    seen.push(route.request().url());
    if (seen.length <= passing) await route.continue();
  });
  return { seen, all: () => page.unrouteAll({ behavior: 'ignoreErrors' }) };
}

it('shows upload progress of a long file, and leaves nothing after cancelling', async () => {
  await chooseFile('long.json', documentOf(6 * MIB));
  const held = await holdParts(2);
  await press('Continue');
  await page.getByText('2.0 MiB of 6.0 MiB').waitFor();
  const progress = page.getByRole('progressbar', { name: 'Uploading the document' });
  await expect
    .poll(() => progress.evaluate((bar) => [bar.getAttribute('value'), bar.getAttribute('max')]))
    .toEqual([String(2 * MIB), String(6 * MIB)]);
  await shoot(page, 'import-sending');
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await press('Cancel');
  await page.getByRole('button', { name: 'Continue' }).waitFor();
  expect((await removed).status()).toBe(204);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  const gone = await page.request.delete(new URL((await removed).url()).pathname, {
    headers: { origin: world.running.url },
  });
  expect(gone.status()).toBe(404);
  await held.all();
});

it('resends a lost part, and imports the selected part of the document', async () => {
  await chooseFile('again.json', documentOf(3 * MIB));
  let lost = 0;
  await page.route(/\/graphql\/uploads\/[^/]+\/1048576$/, (route) => {
    lost += 1;
    return lost === 1 ? route.abort() : route.continue();
  });
  await press('Continue');
  await page.getByText('40 selected.').waitFor();
  expect(lost).toBe(2);
  await page.unrouteAll();
  await press('Continue with 40 operations');
  await press('Save server');
  await page.getByText('is saved with 40 tools').waitFor();
});

it('uploads pasted text that is too long for a request', async () => {
  await page.goto('/import');
  await page.getByLabel('Paste').check();
  await page.getByLabel('OpenAPI document text').fill(documentOf(MIB));
  await press('Continue');
  await page.getByText('40 selected.').waitFor();
  await press('Select shown');
  await press(`Continue with ${THINGS} operations`);
  await page.getByRole('heading', { name: `Tools (${THINGS})` }).waitFor();
});

it('shows the limit for a file one byte too long, and sends nothing', async () => {
  await chooseFile('longer.json', documentOf(32 * MIB + 1));
  const held = await holdParts(0);
  await press('Continue');
  await page.getByText('The document is larger than 32 MiB').waitFor();
  expect(held.seen).toEqual([]);
  await held.all();
});

it.each(APPEARANCES)('shows the upload in %s and %s', async (theme, width) => {
  const other = await newVisitor(world.browser, world.running.url, { theme, width });
  await signIn(other.page);
  const before = page;
  page = other.page;
  try {
    await chooseFile('shown.json', documentOf(4 * MIB));
    await shoot(page, `import-file-${theme}-${width}`);
    const held = await holdParts(1);
    await press('Continue');
    await page.getByText('1.0 MiB of 4.0 MiB').waitFor();
    await shoot(page, `import-sending-${theme}-${width}`);
    await press('Cancel');
    await held.all();
  } finally {
    page = before;
    await other.close();
  }
});
