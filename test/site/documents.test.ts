import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../harness/world.ts';
import { expectPageHeaders, expectStill } from './page.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const names = readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [name.replace(/\.md$/, '')] : []));
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const ask = (path: string, headers: Readonly<Record<string, string>> = HTML): Promise<Response> =>
  fetch(world.url + path, { headers, redirect: 'manual' });
const matches = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, capture = '']) => capture);
const part = (page: string, name: string): string =>
  new RegExp(`<nav[^>]* aria-label="${name}">([\\s\\S]*?)</nav>`).exec(page)?.[1] ?? '';

describe('/docs', () => {
  it('links to every document, with its title and description', async () => {
    const response = await ask('/docs');
    const page = await response.text();
    expect(response.status).toBe(200);
    expectPageHeaders(response.headers, page);
    expectStill(page);
    const listed = matches(page, /<li><h2><a href="\/docs\/([\w-]+)">/g);
    expect([...listed].sort()).toEqual([...names].sort());
    expect(listed[0]).toBe('quickstart');
    expect(page).toContain('<p>Start Toolyard and connect an agent, on one machine, in a few minutes.</p>');
    expect(page).not.toContain('`');
  });

  it('links the documents in one order, forward and back', async () => {
    const order = matches(part(await (await ask('/docs')).text(), 'All documents'), /href="\/docs\/([\w-]+)"/g);
    for (const [at, name] of order.entries()) {
      const steps = part(await (await ask(`/docs/${name}`)).text(), 'Reading order');
      expect([name, ...matches(steps, /rel="prev" href="\/docs\/([\w-]+)"/g)]).toEqual([
        name,
        ...order.slice(Math.max(at - 1, 0), at),
      ]);
      expect([name, ...matches(steps, /rel="next" href="\/docs\/([\w-]+)"/g)]).toEqual([
        name,
        ...order.slice(at + 1, at + 2),
      ]);
    }
  });
});

describe.each(names)('/docs/%s', (name) => {
  let response: Response;
  let page: string;
  beforeAll(async () => {
    response = await ask(`/docs/${name}`);
    page = await response.text();
  });

  it('is a page that runs and loads nothing', () => {
    expect(response.status).toBe(200);
    expectPageHeaders(response.headers, page);
    expectStill(page);
  });

  it('shows its place among the documents, its contents, and its Markdown source', () => {
    expect(matches(page, /<a href="([^"]+)" aria-current="page">/g)).toEqual([`/docs/${name}`]);
    const headings = matches(page, /<h2 id="([^"]+)">/g);
    expect(headings.length).toBeGreaterThan(0);
    expect(matches(part(page, 'On this page'), /href="#([^"]+)"/g)).toEqual(headings);
    expect(page).toContain(`<a href="/docs/${name}.md">Markdown</a>`);
    expect(page).toContain('<a class="skip" href="#main-text">');
    expect(page).toContain('<a href="/">Dashboard</a>');
    expect(matches(page, /<(h1)/g)).toHaveLength(1);
  });

  it('has unique ids, and a frame and clear headings for every table', () => {
    const ids = matches(page, / id="([^"]+)"/g);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(matches(page, /(<table>)/g)).toHaveLength(matches(page, /(<div class="frame"[^>]*><table>)/g).length);
    expect(page).not.toMatch(/<th scope="col">\s*<\/th>|<th>/);
  });

  it('shows no Markdown or internal markup', () => {
    const prose = page.replace(/<pre[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>|<style>[\s\S]*?<\/style>/g, '');
    expect(prose).not.toMatch(/&lt;!--|\]\(|\*\*|`/);
  });
});

describe('code in a document', () => {
  const FENCE = /^( *)```([\w-]*)[^\n]*\n([\s\S]*?)^\1```$/gm;
  /** Languages that the library doesn't support, so they aren't colored. */
  const PLAIN = ['csv', '', 'haproxy'];
  const SHELL = ['sh', 'bash'];
  /** Removes the indentation of a fence inside a list. */
  const unindented = ([, indent = '', , text = '']: readonly (string | undefined)[]): string =>
    indent === '' ? text : text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
  /** The text with the addresses that a reader at the test's address sees. */
  const ours = (name: string, text: string): string =>
    name === 'deploy'
      ? text
      : text
          .replaceAll(/http:\/\/127\.0\.0\.1:4000|https:\/\/tools\.example\.com/g, world.url)
          .replaceAll('wss://tools.example.com', world.url.replace('http', 'ws'));
  const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'", '#x27': "'" };
  const textOf = (code: string): string =>
    code.replace(/<\/?span[^>]*>/g, '').replace(/&([#\w]+);/g, (_, name) => ENTITIES[name] ?? '?');

  it('is highlighted by language, with identical text', async ({ annotate }) => {
    let coloured = 0;
    for (const name of names) {
      const fences = [...readFileSync(`docs/${name}.md`, 'utf8').matchAll(FENCE)];
      const blocks = matches(await (await ask(`/docs/${name}`)).text(), /<pre[^>]*><code>([\s\S]*?)<\/code>/g);
      expect([name, blocks.map(textOf)]).toEqual([name, fences.map(unindented).map((text) => ours(name, text))]);
      for (const [at, block] of blocks.entries()) {
        const language = fences[at]?.[2] ?? '';
        const isColoured = /<span class="h-/.test(block);
        // A command without quotes or comments has nothing to colour.
        if (!SHELL.includes(language))
          expect([name, language, isColoured]).toEqual([name, language, !PLAIN.includes(language)]);
        coloured += Number(isColoured);
      }
    }
    await annotate(`${coloured} blocks`);
    expect(coloured).toBeGreaterThan(80);
  });
});

describe('an unknown address', () => {
  it.each(['/docs/nothing', '/docs/nothing/', '/docs/snippets/curl.sh', '/docs/Quickstart'])(
    '%s shows a person where the documents are',
    async (path) => {
      const response = await ask(path);
      const page = await response.text();
      expect(response.status).toBe(404);
      expectPageHeaders(response.headers, page);
      expectStill(page);
      expect(page).toContain('<a href="/docs">All documents</a>');
      expect(response.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it.each([
    ['/docs/nothing.md', HTML],
    ['/docs/nothing', { accept: 'application/json' }],
    ['/docs/nothing/', { accept: '*/*' }],
  ] as const)('%s gives a program the standard error', async (path, headers) => {
    const response = await ask(path, headers);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ detail: 'Not found' });
  });

  it('is never written into the page', async () => {
    const page = await (await ask('/docs/%3Cscript%3Ealert(1)%3C%2Fscript%3E')).text();
    expect(page).not.toContain('alert(1)');
  });
});
