import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerDocuments } from '../../src/site/documentServer.ts';
import { createHeadingIds } from '../../src/site/markdown.ts';
import { expectStill } from './page.ts';

const TEXT = `# <b>Title</b> & \`code\`

About <script>alert(1)</script> and [a trap](javascript:alert(2)).

## <img src=x onerror=alert(3)>

[other](other.md#part), [part](#part), [home](https://example.com/x.md), <script src="//example.com"></script>

\`\`\`sh" onclick="alert(4)
echo '</code></pre><script>alert(5)</script>'
\`\`\`

<!-- run.sh -->
\`\`\`sh
run
\`\`\`

| <i>a</i> | b |
|---|---:|
| \`</td><script>\` | 1 |
`;

let app: FastifyInstance;
let page: string;
let index: string;
beforeAll(async () => {
  app = Fastify();
  const title = '<b>Title</b> & `code`';
  const document = { name: 'evil.md', title, about: 'About <script>alert(1)</script>', text: TEXT };
  registerDocuments(app, [document], () => 'https://toolyard.example.com');
  page = (await app.inject('/docs/evil')).body;
  index = (await app.inject('/docs')).body;
});
afterAll(() => app.close());

describe('the content of a document', () => {
  it('stays text if it looks like HTML', () => {
    for (const each of [page, index]) expectStill(each);
    expect(page).toContain('About &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain('&#x27;&lt;/code&gt;&lt;/pre&gt;&lt;script&gt;alert(5)');
    expect(index).toContain('<p>About &lt;script&gt;alert(1)&lt;/script&gt;</p>');
    expect(page).toContain('<title>&lt;b&gt;Title&lt;/b&gt; &amp; code – Toolyard</title>');
    expect(page).not.toMatch(/href="javascript:|onclick="/);
  });

  it('links to pages, not to Markdown', () => {
    expect(page).toContain('<a href="/docs/other#part">other</a>');
    expect(page).toContain('<a href="#part">part</a>');
    expect(page).toContain('<a href="https://example.com/x.md">home</a>');
  });

  it('does not show a snippet’s file name', () => {
    expect(page).not.toContain('run.sh');
    expect(page).toContain('<pre class="code"><code>run\n</code></pre>');
  });

  it('scrolls by keyboard where it may be too wide', () => {
    expect(page).toMatch(/<pre class="code" tabindex="0"><code><span class="h-built_in">echo<\/span> /);
    expect(page).toMatch(/<div class="frame" role="group" aria-label="Table: [^"]+" tabindex="0"><table>/);
  });
});

describe('heading ids', () => {
  it.each([
    ['Back up, embedded database', 'back-up-embedded-database'],
    ['1. Start', '1-start'],
    ['OpenAI, mcp tool', 'openai-mcp-tool'],
    ['rate_limited', 'rate_limited'],
    ['Two  spaces – dash', 'two--spaces--dash'],
    ['Über Größe', 'über-größe'],
  ])('%s is #%s, as on GitHub', (heading, id) => {
    expect(createHeadingIds()(heading)).toBe(id);
  });

  it('are unique for equal headings', () => {
    const idOf = createHeadingIds();
    expect(['Same', 'Same', 'Other', 'same'].map(idOf)).toEqual(['same', 'same-1', 'other', 'same-2']);
  });
});
