import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStack } from '../../src/core/stacks/stack.ts';
import { type Env, type Installation, run, runJson, start, startInstallation, temporaryDir } from './toolyard.ts';

const reference = (name: string): string => `\${${name}}`;

let installation: Installation;
let api: Env;
let stackId: string;
beforeAll(async () => {
  installation = await startInstallation();
  api = installation.api;
  stackId = (await createStack(installation.world.account.ctx, { name: 'research' })).id;
});
afterAll(() => installation.close());

const project = temporaryDir();
afterAll(() => project.remove());

let projects = 0;
const newProject = (): string => {
  projects += 1;
  const path = join(project.path, String(projects));
  mkdirSync(path);
  return path;
};

type Made = { file: string; client: string; url: string; token: string | null; token_variable: string };

const init = (directory: string, ...options: string[]): Promise<Made> =>
  runJson(['init', '--directory', directory, ...options], api) as Promise<Made>;

const contentOf = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

async function endpointCount(): Promise<number> {
  return ((await runJson(['endpoint', 'list', '--stack', stackId], api)) as unknown[]).length;
}

describe('each client gets its configuration file, without the token where it can reference it', () => {
  it.each([
    [
      'claude-code',
      '.mcp.json',
      (url: string) => ({
        mcpServers: {
          toolyard: { type: 'http', url, headers: { Authorization: `Bearer ${reference('TOOLYARD_TOKEN')}` } },
        },
      }),
    ],
    [
      'cursor',
      '.cursor/mcp.json',
      (url: string) => ({
        mcpServers: { toolyard: { url, headers: { Authorization: `Bearer ${reference('env:TOOLYARD_TOKEN')}` } } },
      }),
    ],
    [
      'vscode',
      '.vscode/mcp.json',
      (url: string) => ({
        inputs: [{ type: 'promptString', id: 'toolyard-token', description: 'Toolyard stack token', password: true }],
        servers: {
          toolyard: { type: 'http', url, headers: { Authorization: `Bearer ${reference('input:toolyard-token')}` } },
        },
      }),
    ],
  ])('%s: %s', async (client, path, content) => {
    const directory = newProject();
    const made = await init(directory, '--stack', 'research', '--client', client);
    expect(made).toEqual({
      file: join(directory, path),
      client,
      url: expect.stringMatching(/\/s\/client_[\w-]+\/mcp$/),
      token: expect.stringMatching(/^ey/),
      token_variable: 'TOOLYARD_TOKEN',
    });
    expect(contentOf(made.file)).toEqual(content(made.url));
    expect(readFileSync(made.file, 'utf8')).not.toContain(made.token);
    expect(readdirSync(dirname(made.file)).filter((name) => name.startsWith(`${path.split('/').at(-1)}.`))).toEqual([]);

    const mcp = new Client({ name: 'test', version: '1' });
    const headers = { authorization: `Bearer ${made.token}` };
    await mcp.connect(new StreamableHTTPClientTransport(new URL(made.url), { requestInit: { headers } }));
    expect(await mcp.listTools()).toMatchObject({ tools: [] });
    await mcp.close();
  });

  it('claude-desktop: the file with the token is readable only by its owner', async () => {
    const directory = newProject();
    const made = await init(directory, '--client', 'claude-desktop', '--file', 'desktop.json');
    expect(contentOf(made.file)).toEqual({
      mcpServers: {
        toolyard: {
          command: 'npx',
          args: [
            '-y',
            'mcp-remote',
            made.url,
            '--transport',
            'http-only',
            '--allow-http',
            '--header',
            `Authorization:${reference('AUTHORIZATION')}`,
          ],
          env: { AUTHORIZATION: `Bearer ${made.token}` },
        },
      },
    });
    expect(statSync(made.file).mode & 0o777).toBe(0o600);
  });
});

describe('existing content of the file', () => {
  it('keeps other servers and members, and adds a second server next to the first', async () => {
    const directory = newProject();
    const others = { other: { command: 'npx' }, $comment: 'mine' };
    writeFileSync(join(directory, '.mcp.json'), JSON.stringify({ before: 1, mcpServers: others }));
    const made = await init(directory);
    await init(directory, '--name', 'second-one');
    expect(contentOf(made.file)).toEqual({
      before: 1,
      mcpServers: {
        ...others,
        toolyard: expect.objectContaining({ url: made.url }),
        'second-one': expect.objectContaining({
          headers: { Authorization: `Bearer ${reference('TOOLYARD_TOKEN_SECOND_ONE')}` },
        }),
      },
    });
  });

  it('creates no second endpoint for an existing entry of the stack', async () => {
    const directory = newProject();
    const made = await init(directory);
    const before = [readFileSync(made.file, 'utf8'), await endpointCount()];
    expect(await init(directory)).toEqual({ ...made, token: null });
    expect([readFileSync(made.file, 'utf8'), await endpointCount()]).toEqual(before);
  });

  it.each([
    ['a different entry with that name', '{"mcpServers":{"toolyard":{"url":"http://x.test/mcp"}}}', '--name'],
    ['an entry with that name that runs a command', '{"mcpServers":{"toolyard":{"command":"x"}}}', '--name'],
    ['comments', '{ // mine\n}', 'not plain JSON'],
    ['a list', '[]', 'not plain JSON'],
  ])('%s is refused, and no endpoint is created', async (_name, text, message) => {
    const directory = newProject();
    writeFileSync(join(directory, '.mcp.json'), text);
    const before = await endpointCount();
    const { code, out, err } = await run(['init', '--directory', directory], api);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(readFileSync(join(directory, '.mcp.json'), 'utf8')).toBe(text);
    expect(await endpointCount()).toBe(before);
  });

  it('leaves no endpoint behind when the file cannot be written', async () => {
    const directory = newProject();
    // A file in place of the directory: this fails for root, too.
    writeFileSync(join(directory, '.cursor'), '');
    const before = await endpointCount();
    const { code } = await run(['init', '--directory', directory, '--client', 'cursor'], api);
    expect(code).toBe(2);
    expect(await endpointCount()).toBe(before);
  });
});

it('needs the name of the stack if there are several', async () => {
  await createStack(installation.world.account.ctx, { name: 'second' });
  const directory = newProject();
  chmodSync(directory, 0o700);
  const refused = await run(['init', '--directory', directory], api);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('one of research, second') });
  const made = (await runJson(['init', '--directory', directory, '--stack', 'second'], api)) as Made;
  expect(contentOf(made.file)).toMatchObject({ mcpServers: { toolyard: { url: made.url } } });
});

describe('the folder that init writes to', () => {
  /** The command as a program in `cwd`, as an installed command runs. */
  const runIn = (cwd: string, env: Env) => start(['init', '--stack', 'research'], env, '', cwd).ended;

  it('is an empty folder or another project, whose other files stay', async () => {
    for (const files of [{}, { 'package.json': '{"name":"other"}', '.env': 'PORT=1' }]) {
      const directory = newProject();
      for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
      const { code, out } = await runIn(directory, api);
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Set the variable in the shell') });
      expect(readdirSync(directory).sort()).toEqual(['.mcp.json', ...Object.keys(files)].sort());
    }
  });

  it('is never Toolyard’s own by default', async () => {
    const own = join(import.meta.dirname, '../..');
    const before = readdirSync(own);
    const { code, err } = await runIn(own, api);
    expect(code).toBe(2);
    expect(err).toContain('Run the command in your project, or pass --directory');
    expect(readdirSync(own)).toEqual(before);
  });

  it('gets no database without a login', async () => {
    const directory = newProject();
    const { code, err } = await runIn(directory, { XDG_CONFIG_HOME: directory });
    expect({ code, err }).toEqual({ code: 4, err: expect.stringContaining('run toolyard login') });
    expect(readdirSync(directory)).toEqual([]);
  });
});
