import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerDashboard } from '../../src/dashboard/server.ts';

const PAGE = '<!doctype html><title>A dashboard</title>';
const SCRIPT = 'export const answer = 42;';

let filesDir: string;
let app: FastifyInstance;

beforeAll(async () => {
  filesDir = await mkdtemp(join(tmpdir(), 'toolyard-dashboard-'));
  await mkdir(join(filesDir, 'assets'));
  await writeFile(join(filesDir, 'index.html'), PAGE);
  await writeFile(join(filesDir, 'assets/index-0a1b2c3d.js'), SCRIPT);
  await writeFile(join(filesDir, 'assets/index-0a1b2c3d.js.gz'), 'compressed');
  app = Fastify();
  await registerDashboard(app, filesDir);
});

afterAll(async () => {
  await app.close();
  await rm(filesDir, { recursive: true });
});

/** Routes that contain others. */
const PARENTS: Readonly<Record<string, string>> = { stack: '/stacks/$stackId', inbox: '/inbox' };

describe('the dashboard', () => {
  it.each([
    '/',
    '/signin',
    '/stacks',
    '/stacks/stack_1/connect',
    '/marketplace/github',
    '/import',
    '/rules',
    '/account',
    '/settings',
    '/keys',
    '/people',
    '/inbox',
    '/inbox/approvals/approval_1',
  ])('serves its one page at %s, which may only run this server’s files', async (url) => {
    const { statusCode, body, headers } = await app.inject({ url });
    expect([statusCode, body]).toEqual([200, PAGE]);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-frame-options': 'DENY' });
  });

  it('serves every address that its router knows, so that links and reloads work', async () => {
    const router = await readFile('web/src/shell/router.tsx', 'utf8');
    const paths = [...router.matchAll(/getParentRoute: \(\) => (\w+),\s+path: '([^']*)'/g)].map(
      ([, parent = '', path = '']) => `${PARENTS[parent] ?? ''}${path}`.replaceAll(/\$\w+/g, 'id'),
    );
    for (const url of paths) expect((await app.inject({ url })).statusCode, url).toBe(200);
    expect(paths.length).toBe(router.split("path: '").length - 1);
    expect(paths.length).toBeGreaterThan(20);
  });

  it('lets browsers cache files with a hash in their name', async () => {
    const { body, headers } = await app.inject({ url: '/assets/index-0a1b2c3d.js' });
    expect(body).toBe(SCRIPT);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('sends the file that was compressed at build time', async () => {
    const { body, headers } = await app.inject({
      url: '/assets/index-0a1b2c3d.js',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(body).toBe('compressed');
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  });

  it.each([
    '/v1/nowhere',
    '/assets/other.js',
    '/assets/..%2f..%2fpackage.json',
    '/index.html',
    '/stacksx',
    '/etc/passwd',
  ])('has nothing at %s', async (url) => {
    expect((await app.inject({ url })).statusCode).toBe(404);
  });

  it('says how to build it when it is not built', async () => {
    const bare = Fastify();
    await registerDashboard(bare, join(filesDir, 'nowhere'));
    const { statusCode, body } = await bare.inject({ url: '/stacks' });
    expect([statusCode, body]).toEqual([503, expect.stringContaining('npm run build')]);
    await bare.close();
  });
});
