import { afterAll, beforeAll, expect, it } from 'vitest';
import { type McpUpstream, startUpstream } from '../connectors/mcp/mcpUpstream.ts';
import { entry, registryPage } from '../connectors/registry/page.ts';
import { type StandInRegistry, startRegistry } from '../connectors/registry/standIn.ts';
import { type Env, type Installation, run, runJson, startInstallation } from './toolyard.ts';

let at: Installation;
let upstream: McpUpstream;
let registry: StandInRegistry;
let env: Env;
beforeAll(async () => {
  upstream = await startUpstream('sessions');
  registry = await startRegistry(() => registryPage(upstream.url));
  at = await startInstallation('127.0.0.1/32');
  env = {
    ...at.operator,
    TOOLYARD_MCP_REGISTRY_URL: registry.url,
    TOOLYARD_EGRESS_ALLOW_INDIRECT: '127.0.0.1/32',
  };
});
afterAll(async () => {
  await at.close();
  await registry.close();
  await upstream.close();
});

it('finds servers by part of their name, up to the requested count', async () => {
  const { code, out } = await run(['registry', 'search', 'WEATHER'], env);
  expect(code).toBe(0);
  expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['SERVER', 'VERSION', 'CAN BE ADDED', 'DESCRIPTION'],
    ['com.weather/forecast', '1.0.0', 'address', 'Weather by place'],
  ]);
  const ways = (await runJson(['registry', 'search'], env)) as { name: string; way: string }[];
  expect(ways.map(({ name, way }) => `${name}: ${way}`)).toEqual([
    'io.example/echo: import',
    'com.weather/forecast: import',
    'io.example/files: operator',
    'io.example/python: operator',
    'io.example/old-ways: none',
    'io.example/needs-a-folder: none',
    'io.example/given-up: none',
    'io.example/signed-in: import',
    'io.example/locked: import',
  ]);
  expect(await runJson(['registry', 'search', '--limit', '2'], env)).toHaveLength(2);
  expect((await run(['registry', 'search', 'given-up'], env)).out).toContain('no, deprecated');
  expect((await run(['registry', 'search', 'no such server'], env)).out).toBe('No servers');
});

it('reads at most ten pages from a registry without end', async () => {
  let pages = 0;
  registry.misbehave((_request, response) => {
    pages += 1;
    const servers = [entry({ name: `a/${pages}` })];
    response.end(JSON.stringify({ servers, metadata: { nextCursor: `page${pages}` } }));
    return true;
  });
  expect(await runJson(['registry', 'search', '--limit', '500'], env)).toHaveLength(10);
  registry.misbehave(null);
  expect(pages).toBe(10);
});

it('shows what adding a server would run, or why it cannot be added', async () => {
  const { out } = await run(['registry', 'show', 'io.example/files'], env);
  expect(out).toContain(String.raw`npx -y @example/files@2.1.0 '--greeting=it'\''s me'`);
  expect(out).toMatch(/Packages +npm @example\/files 2\.1\.0/);
  expect(out).toMatch(/Credentials +files_key/);
  expect((await run(['registry', 'show', 'io.example/old-ways'], env)).out).toMatch(
    /Cannot be added +.*offers websocket/,
  );
  expect(await runJson(['registry', 'show', 'io.example/echo'], env)).toMatchObject({
    name: 'io.example/echo',
    website: 'https://echo.example/about',
    way: 'import',
    document_url: `${registry.url}/v0.1/servers/io.example%2Fecho/versions/1.0.0`,
  });
});

it('adds a server to the marketplace or to one account after a preview', async () => {
  const dry = await runJson(['registry', 'add', 'io.example/echo', '--dry-run'], env);
  expect(dry).toMatchObject({ server_id: 'echo', replaces: null });
  expect((await run(['server', 'show', 'echo'], env)).code).toBe(3);
  const added = await runJson(['registry', 'add', 'io.example/echo'], env);
  expect(added).toMatchObject({ server_id: 'echo', name: 'Echo', changed: true, warnings: [] });
  expect(await runJson(['registry', 'add', 'io.example/echo', '--version', '1.0.0'], env)).toMatchObject({
    changed: false,
  });
  const own = ['--account', at.world.account.id, '--id', 'own-echo', '--title', 'Our echo'];
  expect(await runJson(['registry', 'add', 'io.example/echo', ...own], env)).toMatchObject({ name: 'Our echo' });
  const credential = ['--credential', 'authorization=Bearer x'];
  expect(await runJson(['registry', 'add', 'io.example/locked', ...credential], env)).toMatchObject({
    server_id: 'locked',
    required_credentials: ['authorization'],
  });
});

it('reports errors: unknown server, invalid name, registry disabled or failing', async () => {
  const cases: readonly (readonly [readonly string[], Env, number, RegExp])[] = [
    [['show', 'io.example/none'], env, 3, /The registry has no io\.example\/none/],
    [['add', 'io.example/echo', '--version', '9'], env, 3, /The registry has no io\.example\/echo 9/],
    [['add', 'echo'], env, 2, /must be the name of an entry/],
    [['add', 'io.example/old-ways'], env, 2, /offers websocket/],
    [['add', 'io.example/locked'], env, 2, /credentials/],
    [['search', '--limit', 'many'], env, 2, /--limit/],
    [['search'], { ...env, TOOLYARD_MCP_REGISTRY_URL: 'off' }, 2, /TOOLYARD_MCP_REGISTRY_URL is off/],
    [['add', 'a/b'], { ...env, TOOLYARD_MCP_REGISTRY_URL: 'off' }, 2, /TOOLYARD_MCP_REGISTRY_URL is off/],
    [['search'], { ...env, TOOLYARD_EGRESS_ALLOW: '' }, 5, /TOOLYARD_EGRESS_ALLOW/],
    [['search'], { ...env, TOOLYARD_MCP_REGISTRY_URL: 'ftp://x' }, 2, /TOOLYARD_MCP_REGISTRY_URL/],
  ];
  for (const [line, environment, code, message] of cases) {
    const ended = await run(['registry', ...line], environment);
    expect({ code: ended.code, err: ended.err }, line.join(' ')).toEqual({ code, err: expect.stringMatching(message) });
  }
  expect(cases).toHaveLength(10);
});
