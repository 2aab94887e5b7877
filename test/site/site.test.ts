import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { startWorld, type World } from '../harness/world.ts';
import { expectPageHeaders, expectStill } from './page.ts';
import { referencePaths, referenceText } from './reference.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const documents = readdirSync('docs').filter((name) => name.endsWith('.md'));

/** The raw path: `fetch` would resolve the dots. */
const statusOf = (path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(world.url, { path }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });

const textAt = async (path: string): Promise<string> => (await fetch(world.url + path)).text();

describe('/docs', () => {
  it.each(documents)('serves %s as Markdown, and the index lists it with its first line', async (name) => {
    const text = readFileSync(`docs/${name}`, 'utf8');
    const response = await fetch(`${world.url}/docs/${name}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await response.text()).toBe(text);

    const index = await (await fetch(`${world.url}/llms.txt`)).text();
    const title = /^# (.+)\n\n(\S)/.exec(text)?.[1] ?? 'a document starts with a heading and a sentence';
    expect(index).toContain(`\n- [${title}](${world.url}/docs/${name}): `);
  });

  it.each([
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/..%2fpackage.json',
    '/docs/..%5cpackage.json',
    '/docs/snippets/curl.sh',
    '/docs/snippets%2fcurl.sh',
    '/docs/quickstart.md%00',
    '/docs/__proto__',
    '/docs/nothing.md',
  ])('has nothing at %s', async (path) => {
    expect(await statusOf(path)).toBe(404);
  });
});

it('indexes the documents in llmstxt.org format, each line with a description', async () => {
  const response = await fetch(`${world.url}/llms.txt`);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const lines = (await response.text()).split('\n');
  expect(lines.slice(0, 3)).toEqual(['# Toolyard', '', expect.stringMatching(/^> \S/)]);
  const links = lines.filter((line) => line.startsWith('- '));
  expect(links).toHaveLength(documents.length + 4);
  for (const link of links) expect(link).toMatch(/^- \[[^\]]+\]\(http:\/\/127[^)]+\): \S.{10,220}$/);
});

it('serves all documents as one text with absolute links', async () => {
  const response = await fetch(`${world.url}/llms-full.txt`);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const whole = await response.text();
  for (const name of documents) {
    expect(whole).toContain(`<!-- ${world.url}/docs/${name} -->`);
    for (const line of readFileSync(`docs/${name}`, 'utf8')
      .split('\n')
      .filter((each) => !each.includes(']('))) {
      expect(whole).toContain(line);
    }
  }
  expect(whole).not.toMatch(/\]\([a-z0-9-]+\.md/);
});

describe('/reference', () => {
  it('shows every operation of the OpenAPI document, and runs and loads nothing', async () => {
    const page = await referenceText(textAt);
    const { paths } = openApiDocument() as { paths: Record<string, Record<string, { operationId: string }>> };
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    expect(operations.length).toBeGreaterThan(10);
    for (const { operationId } of operations) {
      expect(page).toContain(`<article id="${operationId}">`);
      expect(page).toContain(`<li id="${operationId}">`);
      expect(page).toMatch(new RegExp(`href="/reference/[a-z-]+#${operationId}"`));
    }
    for (const path of Object.keys(paths)) expect(page).toContain(`<code>${path}</code>`);
    // Example endpoints and example requests are plain text.
    const rest = page.replaceAll('https://toolyard.example.com/s/', '').replaceAll(`'${world.url}/`, '');
    expect(rest.replaceAll(`&#x27;${world.url}/`, '')).not.toMatch(/https?:\/\//);
    for (const path of await referencePaths(textAt)) {
      const response = await fetch(world.url + path);
      const text = await response.text();
      expectStill(text);
      expectPageHeaders(response.headers, text);
    }
    expect((await fetch(`${world.url}/reference/nothing`)).status).toBe(404);
  });

  it('returns 304 for a cached copy, like the index and the documents', async () => {
    for (const path of [
      '/reference',
      '/reference/stacks',
      '/llms.txt',
      '/llms-full.txt',
      '/docs',
      '/docs/quickstart',
      '/docs/quickstart.md',
    ]) {
      const first = await fetch(world.url + path);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]{43}"$/);
      expect(first.headers.get('cache-control')).toBe('public, max-age=300');
      const again = await fetch(world.url + path, { headers: { 'if-none-match': `"other", W/${etag}` } });
      expect([path, again.status, await again.text()]).toEqual([path, 304, '']);
      const changed = await fetch(world.url + path, { headers: { 'if-none-match': '"other"' } });
      expect([path, changed.status]).toEqual([path, 200]);
    }
  });

  it('shows the headers common to all operations', async () => {
    const page = await referenceText(textAt);
    const operations = page.split('<article ').slice(1);
    const row = '<td><code>X-End-User</code></td><td>header, optional</td><td><code>string</code></td>';
    expect(operations.filter((operation) => !operation.includes(row))).toEqual([]);
  });

  it('escapes the document’s texts', async () => {
    const page = await textAt('/reference/tools');
    expect(page).toContain('Tool &lt;tool_id&gt; not found in stack');
  });
});
