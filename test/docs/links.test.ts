import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import MarkdownIt from 'markdown-it';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../harness/world.ts';
import { referencePaths } from '../site/reference.ts';

const documents = readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []));
const files = [...documents, 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
const markdown = new MarkdownIt();

/** The link targets of a Markdown file, verbatim. */
const linksOf = (file: string): readonly string[] =>
  markdown
    .parse(readFileSync(file, 'utf8'), {})
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) => (token.type === 'link_open' ? [String(token.attrGet('href'))] : []))
    .filter((href) => !/^[a-z]+:/.test(href));

/** The ids that GitHub gives to the headings of a file. */
function idsOf(file: string): readonly string[] {
  const tokens = markdown.parse(readFileSync(file, 'utf8'), {});
  const headings = tokens.filter((_token, at) => tokens[at - 1]?.type === 'heading_open');
  return headings.map(({ children }) =>
    (children ?? [])
      .map(({ content }) => content)
      .join('')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function isDead(file: string, href: string): boolean {
  const [path = '', fragment] = href.split('#', 2);
  const target = path === '' ? file : normalize(join(dirname(file), path));
  if (!existsSync(target)) return true;
  return fragment !== undefined && !idsOf(target).includes(fragment);
}

describe('Markdown links', () => {
  it.each(files)('in %s have targets', (file) => {
    expect(linksOf(file).filter((href) => isDead(file, href))).toEqual([]);
  });

  it('point only to documents: nothing else in the repository is served', () => {
    const elsewhere = documents.flatMap(linksOf).filter((href) => !/^([\w-]+\.md)?(#.+)?$/.test(href));
    expect(elsewhere).toEqual([]);
  });

  it('of README.md have all pictures', () => {
    const pictures = [...readFileSync('README.md', 'utf8').matchAll(/\bsrc(?:set)?="([^"]+)"/g)].map(
      ([, path = '']) => path,
    );
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('in README.md and the list of commands reach every document', () => {
    const commands = linksOf('docs/commands.md').map((href) => `docs/${href}`);
    const linked = [...linksOf('README.md'), ...commands].map((href) => href.split('#', 1)[0]);
    expect(documents.filter((document) => !linked.includes(document))).toEqual([]);
  });
});

describe('page links', () => {
  let world: World;
  let pages: Record<string, string>;
  beforeAll(async () => {
    world = await startWorld();
    const reference = await referencePaths(async (path) => (await ask(path)).text());
    const paths = ['/docs', ...documents.map((file) => `/${file.replace(/\.md$/, '')}`), ...reference, '/docs/nothing'];
    pages = Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await (await ask(path)).text()])));
  });
  afterAll(() => world.close());

  const ask = (path: string): Promise<Response> => fetch(world.url + path, { headers: { accept: 'text/html' } });
  // The dashboard's own file, which exists after a build.
  const BUILT = ['/', '/graphiql', '/favicon.svg'];
  const hrefsOf = (page: string): readonly string[] =>
    [...page.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href).filter((href) => !/^https?:/.test(href));

  it('have fragments that match a heading', () => {
    const links = Object.entries(pages).flatMap(([path, page]) =>
      hrefsOf(page).flatMap((href) => {
        const [target = '', fragment] = href.split('#', 2);
        return fragment === undefined ? [] : [{ path, href, text: pages[target || path], fragment }];
      }),
    );
    expect(links.length).toBeGreaterThan(50);
    const dead = links.filter(({ text, fragment }) => text?.includes(` id="${fragment}"`) !== true);
    expect(dead.map(({ path, href }) => `${path}: ${href}`)).toEqual([]);
  });

  it('are valid addresses', async () => {
    const addresses = new Set(
      Object.values(pages)
        .flatMap(hrefsOf)
        .map((href) => href.split('#', 1)[0] ?? ''),
    );
    const paths = [...addresses].filter((path) => path !== '' && !BUILT.includes(path));
    expect(paths.length).toBeGreaterThan(2 * documents.length);
    const statuses = await Promise.all(paths.map(async (path) => [path, (await ask(path)).status]));
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
  });
});
