/**
 * Walks through the dashboard like a new user, with seven APIs that people add first and four that few know. Each walk
 * goes from the marketplace, or from the API's own published description, to a tool call. A stand-in replaces each
 * API's hosts; it signs people in and reports the requests it received. Prints the steps of each walk; fails if one
 * doesn't complete. Run it with `npm run walk`, or `npm run walk -- stripe zoom`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { CHILD_ENV } from '../../harness/service.ts';
import { launchBrowser, newVisitor } from '../browser.ts';
import { acceptInvitation, signIn } from '../people.ts';
import { startFresh } from '../service.ts';
import type { Api } from './api.ts';
import { APIS } from './apis.ts';
import { type StandIn, startStandIn } from './standIn.ts';
import { type Walked, walkCatalogue, walkOwn } from './walk.ts';

const require = createRequire(join(import.meta.dirname, '../../../scripts/catalogue/package.json'));
const requireCorpus = createRequire(join(import.meta.dirname, '../../corpus/package.json'));

function descriptionOf({ description: [name, file] }: Api): string {
  const from = name.startsWith('@octokit/') ? requireCorpus : require;
  return readFileSync(join(dirname(from.resolve(`${name}/package.json`)), file), 'utf8');
}

/** The host of a URL that a user enters with the credentials. */
const SLOT_HOST = /https:\/\/\{\w+\}/g;

/** A text in which the stand-in replaces the API's hosts. */
const inPlace = (text: string, { hosts }: Api, { origin }: StandIn): string =>
  hosts.reduce(
    (now, host) => now.replaceAll(host, origin),
    text.replaceAll(SLOT_HOST, (host) => `${host.replace('https', 'http')}:${new URL(origin).port}`),
  );

/** The operator replaces the catalogue's document with the same document, whose hosts are the stand-in's. */
function replaceInCatalogue(api: Api, standIn: StandIn, env: Readonly<Record<string, string>>): void {
  const file = join(env['TOOLYARD_DATA_DIR'] ?? '', `${api.id}.json`);
  const document: unknown = JSON.parse(readFileSync(`catalogue/${api.id}.json`, 'utf8'));
  // Links are for people, so they stay unchanged.
  const placed = (key: string, value: unknown) =>
    typeof value === 'string' && key !== 'link' && key !== 'homepage' ? inPlace(value, api, standIn) : value;
  writeFileSync(file, JSON.stringify(document, placed));
  const args = ['src/cli/main.ts', 'server', 'import', file, '--replace'];
  execFileSync(process.execPath, args, { env: { ...CHILD_ENV, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
}

type Row = { readonly api: string; readonly way: string; readonly walked: Walked | Error };

async function walkBoth(browser: Browser, url: string, api: Api, standIn: StandIn): Promise<Row[]> {
  const document = inPlace(descriptionOf(api), api, standIn);
  standIn.describe(document);
  const rows: Row[] = [];
  const { catalogue } = api;
  const walksOf: readonly (readonly [string, (page: Page) => Promise<Walked>])[] = [
    ...(catalogue
      ? [['marketplace', (page: Page) => walkCatalogue({ page, api, way: catalogue, standIn })] as const]
      : []),
    ['own description', (page) => walkOwn({ page, api, standIn, document })],
  ];
  for (const [way, walk] of walksOf) {
    const visitor = await newVisitor(browser, url);
    await signIn(visitor.page);
    const walked = await walk(visitor.page).catch(async (error: unknown) => {
      await visitor.page.screenshot({ path: join(tmpdir(), `walk-${api.id}-${way[0]}.png`), fullPage: true });
      return error instanceof Error ? error : new Error(String(error));
    });
    rows.push({ api: api.name, way, walked });
    print(rows.at(-1));
    await visitor.close();
  }
  return rows;
}

function print(row: Row | undefined): void {
  if (row === undefined) return;
  const { api, way, walked } = row;
  if (walked instanceof Error) return void process.stdout.write(`${api}, ${way}: ${walked.message}\n`);
  const { pages, presses, fields, seconds } = walked.steps;
  const took = [pages, presses, fields, seconds.toFixed(1), walked.connection, walked.problems.join('; ')];
  process.stdout.write(`| ${api} | ${way} | ${took.join(' | ')} |\n`);
}

const selected = process.argv.slice(2);
const apis = APIS.filter(({ id }) => selected.length === 0 || selected.includes(id));
const walks = await Promise.all(
  apis.map(async (api) => ({ api, standIn: await startStandIn(api.credential, api.answer, api.signIn) })),
);
const dataDir = mkdtempSync(join(tmpdir(), 'toolyard-walk-'));
const allow = walks.map(({ standIn }) => new URL(standIn.origin).host).join();
const env = { TOOLYARD_DATA_DIR: dataDir, TOOLYARD_EGRESS_ALLOW: allow, TOOLYARD_EGRESS_ALLOW_INDIRECT: allow };
const browser = await launchBrowser();
const running = await startFresh(env);
try {
  for (const { api, standIn } of walks) if (api.catalogue) replaceInCatalogue(api, standIn, env);
  const { page, close } = await newVisitor(browser, running.url);
  await acceptInvitation(page, running.welcomeUrl);
  await close();
  process.stdout.write('| API | from | pages | presses | fields | seconds | test of the connection | wrong |\n');
  process.stdout.write('|---|---|---|---|---|---|---|---|\n');
  const rows: Row[] = [];
  for (const { api, standIn } of walks) rows.push(...(await walkBoth(browser, running.url, api, standIn)));
  const failed = rows.filter(({ walked }) => walked instanceof Error || walked.problems.length > 0);
  process.stdout.write(`${rows.length - failed.length} of ${rows.length} arrived\n`);
  if (failed.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await running.stop();
  for (const { standIn } of walks) standIn.close();
  rmSync(dataDir, { recursive: true, force: true });
}
