import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { registerSite } from '../../src/site/server.ts';
import { referenceText } from './reference.ts';

/** The site of a service at an address, and a page's content for a given `Host` header. */
async function openSite(publicUrl: (port: string) => string) {
  const app: FastifyInstance = Fastify();
  let url = '';
  registerSite(app, { publicUrl: () => url }, openApiDocument);
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  url = publicUrl(port);
  const read = (path: string, host: string): Promise<string> =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, headers: { host } }, (response) => resolve(text(response)))
        .on('error', reject)
        .end();
    });
  return { port, read, close: () => app.close() };
}

type Site = Awaited<ReturnType<typeof openSite>>;
let far: Site;
let here: Site;
beforeAll(async () => {
  far = await openSite(() => 'https://tools.company.test');
  here = await openSite((port) => `http://127.0.0.1:${port}`);
});
afterAll(async () => {
  await far.close();
  await here.close();
});

const EVIL = ['evil.test', 'localhost:1', '127.0.0.1:1', '[::1]', 'tools.company.test.evil.test', '"><script>', ''];

it('the shown address is the public one, whatever a request says', async () => {
  for (const host of ['tools.company.test', ...EVIL]) {
    const page = await far.read('/docs/agents', host);
    expect(page).toContain('TOOLYARD_URL=https://tools.company.test ');
    expect(await far.read('/reference/stacks', host)).toContain('https://tools.company.test/v1/stacks');
    expect(page).not.toMatch(/127\.0\.0\.1|evil/);
  }
  expect(await far.read('/docs/graphql', 'evil.test')).toContain('wss://tools.company.test/graphql');
});

it('the shown address has the reader’s name for this machine, and no other port or name', async () => {
  for (const name of ['127.0.0.1', 'localhost', '[::1]'])
    expect(await here.read('/docs/agents', `${name}:${here.port}`)).toContain(`URL=http://${name}:${here.port} `);
  for (const host of EVIL)
    expect(await here.read('/docs/agents', host)).toContain(`URL=http://127.0.0.1:${here.port} `);
});

it('Markdown and installation steps keep their addresses', async () => {
  expect(await far.read('/docs/agents.md', 'tools.company.test')).toContain('http://127.0.0.1:4000');
  expect(await far.read('/docs/deploy', 'tools.company.test')).toContain('https://tools.example.com');
});

it('each operation’s command has the shown address, and a shell parses it as intended', async ({ annotate }) => {
  const page = await referenceText((path) => far.read(path, 'tools.company.test'));
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#x27': "'" };
  const examples = page
    .split('<article ')
    .slice(1)
    .map((article) => {
      const [, method = '', path = ''] = /<b>(\w+)<\/b> <code>([^<]+)</.exec(article) ?? [];
      const [, code = ''] =
        /<h4>Example<\/h4><div class="block"><pre[^>]*><code>([\s\S]*?)<\/code>/.exec(article) ?? [];
      const command = code.replace(/<\/?span[^>]*>/g, '').replace(/&([#\w]+);/g, (_, name) => entities[name] ?? '?');
      return { method, path, command, hasBody: article.includes('<h4>Request body</h4>') };
    });
  await annotate(`${examples.length} commands`);
  const paths = Object.values(openApiDocument()['paths'] ?? {});
  expect(examples).toHaveLength(paths.flatMap((item) => Object.keys(item)).length);
  // Replaces curl and prints its arguments, one per line.
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-curl-'));
  writeFileSync(join(folder, 'curl'), '#!/bin/sh\nfor each; do printf "%s\\0" "$each"; done\n', { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env['PATH']}`, TOOLYARD_API_KEY: 'secret', TOOLYARD_TOKEN: 'secret' };
  for (const { method, path, command, hasBody } of examples) {
    const args = execFileSync('sh', ['-c', command], { env, encoding: 'utf8' }).split('\0');
    const after = (option: string): string | undefined =>
      args.includes(option) ? args[args.indexOf(option) + 1] : undefined;
    expect(args).toContain(`https://tools.company.test${path}`);
    expect(args).toContain('Authorization: Bearer secret');
    expect([path, after('-X') ?? 'GET', args.includes('-d')]).toEqual([path, method, hasBody]);
    if (hasBody) expect(JSON.parse(after('-d') ?? '')).toEqual(expect.any(Object));
  }
  rmSync(folder, { recursive: true });
});
