import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { type Started, start, temporaryDir, toolyard } from './toolyard.ts';

// PostgreSQL is created and started here as on a new machine.
const SLOW_MS = 90_000;

describe('with the embedded database', () => {
  const dir = temporaryDir();
  const env = { TOOLYARD_DATA_DIR: dir.path, PORT: '0' };
  // PostgreSQL keeps this file while it runs.
  const isPostgresThere = () => existsSync(join(dir.path, 'postgres/postmaster.pid'));
  let server: Started;
  let url = '';
  beforeAll(async () => {
    server = start(['start'], env);
    await eventually('the server is ready', () => server.out().includes('first-start.txt'), SLOW_MS);
    url = /ready at (\S+)/.exec(server.out())?.[1] ?? '';
  }, SLOW_MS);
  afterAll(() => {
    server?.child.kill('SIGKILL');
    dir.remove();
  });

  it(
    'shares PostgreSQL with a running server, and afterwards starts and stops it itself',
    async () => {
      const made = await toolyard(['account', 'create', '--name', 'one', '--json'], env);
      expect(made).toMatchObject({ code: 0, err: '' });
      const { api_key } = JSON.parse(made.out) as { api_key: string };
      const stacks = await fetch(`${url}/v1/stacks`, { headers: { authorization: `Bearer ${api_key}` } });
      expect(stacks.status).toBe(200);
      expect(isPostgresThere()).toBe(true);

      server.child.kill('SIGINT');
      expect((await server.ended).code).toBe(0);
      expect(isPostgresThere()).toBe(false);

      const { code, out, err } = await toolyard(['account', 'list', '--json'], env);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(JSON.parse(out).map((account: { name: string }) => account.name)).toEqual(['default', 'one']);
      expect(isPostgresThere()).toBe(false);
    },
    SLOW_MS,
  );
});

it('prints help as a process, and refuses unknown options', async () => {
  const [help, bogus] = await Promise.all([toolyard(['--help'], {}), toolyard(['bogus'], {})]);
  expect(help).toMatchObject({ code: 0, err: '' });
  expect(help.out).toContain('Usage:\n  toolyard COMMAND');
  expect(bogus).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Unknown command: bogus') });
});
