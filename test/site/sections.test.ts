import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { startWorld, type World } from '../harness/world.ts';
import { referencePaths } from './reference.ts';

/** The maximum size of the data that a search of the documents loads. */
const BYTES_MAX = 640 * 1024;

type Section = { readonly path: string; readonly document: string; readonly heading: string; readonly text: string };

let world: World;
let body: string;
let sections: readonly Section[];
beforeAll(async () => {
  world = await startWorld();
  const response = await fetch(`${world.url}/docs/sections.json`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  body = await response.text();
  sections = JSON.parse(body);
});
afterAll(() => world.close());

it(`the search data has every heading once, in at most ${BYTES_MAX} bytes`, async ({ annotate }) => {
  await annotate(`${sections.length} sections, ${body.length} bytes`);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(BYTES_MAX);
  expect(sections.length).toBeGreaterThan(150);
  expect(new Set(sections.map(({ path }) => path)).size).toBe(sections.length);
});

it('the search data links to a page’s heading with its text', async () => {
  const names = readdirSync('docs').filter((name) => name.endsWith('.md'));
  const [, ...reference] = await referencePaths(async (path) => (await fetch(world.url + path)).text());
  const pages = [...names.map((name) => `/docs/${name.replace(/\.md$/, '')}`), ...reference];
  for (const page of pages) {
    const text = await (await fetch(world.url + page)).text();
    const own = sections.filter(({ path }) => path.split('#')[0] === page);
    expect([page, own.length > 0]).toEqual([page, true]);
    for (const { path } of own.filter(({ path: each }) => each.includes('#')))
      expect(text).toContain(` id="${path.split('#')[1]}"`);
    const ids = [...text.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id]) => `${page}#${id}`);
    expect(own.map(({ path }) => path)).toEqual(expect.arrayContaining(ids));
  }
});

it('the search data has the words of prose, code, tables and operations', () => {
  const textOf = (path: string): string => sections.find((one) => one.path === path)?.text ?? '';
  expect(textOf('/docs/quickstart')).toBe('Start Toolyard and connect an agent, on one machine, in a few minutes.');
  expect(textOf('/docs/quickstart#1-start')).toContain('npm install -g ./toolyard-*.tgz toolyard start You need Node');
  const words = sections.map(({ text }) => text).join(' ');
  // The names in a table's code spans.
  for (const [, name] of readFileSync('docs/deploy.md', 'utf8').matchAll(/^\| `(\w+)` \|/gm))
    expect(words).toContain(name);
  for (const path of Object.keys(openApiDocument()['paths'] ?? {})) expect(words).toContain(path);
});
