import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { type McpUpstream, startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { entry, registryPage } from '../connectors/registry/page.ts';
import { type StandInRegistry, startRegistry } from '../connectors/registry/standIn.ts';
import { colourViolations, seriousViolations, sidewaysScroll } from './axe.ts';
import { newVisitor, shoot } from './browser.ts';
import { signIn } from './people.ts';
import { comeInAs } from './roles.ts';
import type { WidthName } from './screens.ts';
import type { Running } from './service.ts';
import { openOwnedWorld } from './world.ts';

const HOSTILE = entry({
  name: 'io.hostile/page',
  title: '<img src=x onerror=alert(1)>',
  description: `<script>alert(1)</script> ${'long'.repeat(80)}`,
  websiteUrl: 'javascript:alert(1)',
  repository: { url: 'data:text/html,<script>alert(1)</script>' },
  remotes: [{ type: 'streamable-http', url: `https://${'a'.repeat(300)}.example/mcp` }],
});

let running: Running;
let browser: Browser;
let registry: StandInRegistry;
let upstream: McpUpstream;
beforeAll(async () => {
  upstream = await startUpstream('both');
  const many = Array.from({ length: 40 }, (_, at) =>
    entry({ name: `net.many/server-${at}`, description: `No. ${at}` }),
  );
  registry = await startRegistry(() => [...registryPage(upstream.url), HOSTILE, ...many]);
  const world = await openOwnedWorld({
    TOOLYARD_MCP_REGISTRY_URL: registry.url,
    TOOLYARD_EGRESS_ALLOW: '127.0.0.1/32',
    TOOLYARD_EGRESS_ALLOW_INDIRECT: '127.0.0.1/32',
  });
  ({ running, browser } = world);
  return async () => {
    await world.close();
    await registry.close();
    await upstream.close();
  };
});

const cardOf = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });

async function openCard(page: Page, title: string) {
  const card = cardOf(page, title);
  await card.getByText('Details').first().click();
  return card;
}

it('can be searched from the marketplace; a server can be imported and saved', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto('/marketplace');
  await page.getByRole('link', { name: 'MCP registry' }).click();
  await page.getByRole('heading', { name: 'MCP registry', level: 1 }).waitFor();
  await page.getByText('The first 30 servers of').waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('heading', { name: 'net.many/server-39' }).waitFor();
  await page.getByLabel('Search server names').fill('ECHO');
  await page.getByText(/^1 server of/).waitFor();
  await expect.poll(() => page.url()).toMatch(/\/registry\?q=ECHO$/);
  const card = await openCard(page, 'Echo');
  await card.getByRole('link', { name: /^https:\/\/github\.com\/example\/echo/ }).waitFor();
  await card.getByRole('link', { name: 'Add Echo' }).click();
  await page.getByRole('heading', { name: 'Import a server', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Save server' }).click();
  await page.getByText(/Echo is saved/).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('shows the exact command if only the operator can add a server, or why nobody can', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto('/registry?q=io.example');
  const files = await openCard(page, 'io.example/files');
  await files.getByText('toolyard registry add io.example/files', { exact: true }).waitFor();
  await files.getByText(String.raw`npx -y @example/files@2.1.0 '--greeting=it'\''s me'`, { exact: true }).waitFor();
  await expect.poll(() => files.getByRole('link', { name: /^Add/ }).count()).toBe(0);
  const old = await openCard(page, 'io.example/old-ways');
  await old.getByText(/^The server offers websocket; supported are/).waitFor();
  await cardOf(page, 'io.example/given-up').getByText('Deprecated').waitFor();
  await page.getByLabel('Search server names').fill('no such server');
  await page.getByRole('heading', { name: 'No servers match' }).waitFor();
  await page.getByRole('button', { name: 'Show all servers' }).click();
  await page.getByText('The first 30 servers of').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('shows untrusted texts as text, and links only to the web', async () => {
  const { page, complaints, close } = await newVisitor(browser, running.url);
  await signIn(page);
  await page.goto('/registry?q=hostile');
  const card = await openCard(page, '<img src=x onerror=alert(1)>');
  await card.getByText('<script>alert(1)</script>').waitFor();
  await expect.poll(() => card.locator('img, script').count()).toBe(0);
  const links = await card.getByRole('link').evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  expect(links).toEqual([expect.stringMatching(/^\/import\?/)]);
  expect(complaints).toEqual([]);
  await close();
});

it.each<WidthName>(['wide', 'narrow'])('is accessible on a %s screen, in both themes', async (width) => {
  const { page, complaints, close } = await newVisitor(browser, running.url, { width });
  await signIn(page);
  await page.goto('/registry?q=io.');
  for (const title of ['Echo', 'io.example/files', 'io.example/needs-a-folder', '<img src=x onerror=alert(1)>'])
    await openCard(page, title);
  await shoot(page, `registry-found-light-${width}`);
  expect(await seriousViolations(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.emulateMedia({ colorScheme: 'dark' });
  await shoot(page, `registry-found-dark-${width}`);
  expect(await colourViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it('reports a failing registry, retries, and offers no import to people without the right', async () => {
  const { page, close } = await comeInAs(browser, running, { role: 'AUDITOR' });
  registry.misbehave((_request, response) => {
    response.writeHead(500).end();
    return true;
  });
  await page.goto('/registry?q=com.weather');
  await page.getByText('The registry cannot be read: it answers with status 500').waitFor();
  await shoot(page, 'registry-failing');
  registry.misbehave(null);
  // The service caches a failure for ten seconds, so that it doesn't flood a failing registry.
  await expect
    .poll(
      async () => {
        const retry = page.getByRole('button', { name: 'Try again' });
        if (await retry.isVisible()) await retry.click();
        return page.getByText('1 server of').isVisible();
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(true);
  await expect.poll(() => page.getByRole('link', { name: 'Add Forecast' }).count()).toBe(0);
  await close();
});
