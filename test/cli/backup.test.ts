import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStack } from '../../src/core/stacks/stack.ts';
import { createEmptyDatabase } from '../harness/database.ts';
import { type Env, type Installation, run, runJson, startInstallation, temporaryDir } from './toolyard.ts';

let at: Installation;
let file: string;
beforeAll(async () => {
  at = await startInstallation();
  await createStack(at.world.account.ctx, { name: 'kept' });
  file = join(at.dir, 'one.backup');
  await run(['backup', file, '--unchecked'], at.operator);
});
afterAll(() => at?.close());

/** Runs `work` with an empty database as the configured one, without the key of the installation if `key` is false. */
async function inEmpty<T>(work: (env: Env) => Promise<T>): Promise<T> {
  const database = await createEmptyDatabase();
  const dir = temporaryDir();
  try {
    return await work({ ...at.operator, DATABASE_URL: database.url, TOOLYARD_DATA_DIR: dir.path });
  } finally {
    await database.close();
    dir.remove();
  }
}

const accounts = async (env: Env): Promise<readonly string[]> =>
  ((await runJson(['account', 'list'], env)) as { name: string }[]).map(({ name }) => name).sort();

describe('backup and restore', () => {
  it('writes one owner-only file while a server runs, and verifies it', async () => {
    const checked = join(at.dir, 'checked.backup');
    const { code, out, err } = await run(['backup', checked], at.operator);
    expect({ code, mode: statSync(checked).mode & 0o777 }).toEqual({ code: 0, mode: 0o600 });
    expect(out).toMatch(/^File +\S+checked\.backup\nBytes +\d+\nMade by +Toolyard \d\S+, \S+Z\nRows +\d+\n/);
    expect(out).toMatch(/Audit chains intact +3$/);
    expect(err).toBe(
      'warning: The backup does not include the master key. Store the key separately: without it, the credentials are lost.',
    );
  });

  it('does not overwrite a file, and reports an unwritable path', async () => {
    expect(await run(['backup', file], at.operator)).toMatchObject({
      code: 2,
      err: `${file} already exists: choose another path`,
    });
    const nowhere = join(at.dir, 'no', 'such.backup');
    const { code, err } = await run(['backup', nowhere], at.operator);
    expect({ code, err }).toEqual({ code: 2, err: `${nowhere}.part cannot be created: the directory does not exist` });
  });

  it('restores the installation into an empty database, with its audit chains', async () => {
    await inEmpty(async (env) => {
      const { code, err } = await run(['restore', file], env);
      expect({ code, err }).toEqual({
        code: 0,
        err: 'warning: Install the master key of the original installation, then run `toolyard doctor`.',
      });
      expect(await accounts(env)).toEqual(['Ours', 'Theirs']);
      expect((await run(['audit', 'verify'], env)).out).toContain('3 chains, all intact');
      expect(await run(['restore', file], env)).toMatchObject({
        code: 2,
        err: 'The database is not empty (table account): restore into a new one, so that nothing is mixed or overwritten',
      });
    });
  });

  it('checks a backup without the key, except credentials and audit chains', async () => {
    const other = { ...at.operator, TOOLYARD_MASTER_KEY: randomBytes(32).toString('base64') };
    const { code, out, err } = await run(['restore', file, '--check'], other);
    expect({ code, out: out.split('\n').at(-1) }).toEqual({ code: 0, out: 'Audit chains intact  not checked' });
    expect(err).toMatch(/^warning: Credentials and audit chains were not checked\. /);
  });

  it('refuses an incomplete backup and says so', async ({ annotate }) => {
    const whole = readFileSync(file);
    const flipped = Array.from({ length: 12 }, (_, index) => {
      const bytes = Buffer.from(whole);
      const place = Math.floor((whole.length * (index + 0.5)) / 12);
      bytes[place] = (bytes[place] ?? 0) ^ 0x10;
      return bytes;
    });
    const cases = [
      ...flipped,
      whole.subarray(0, -1),
      whole.subarray(0, 1_000),
      Buffer.from('not one'),
      Buffer.alloc(0),
    ];
    const bad = join(at.dir, 'bad.backup');
    await inEmpty(async (env) => {
      for (const bytes of cases) {
        writeFileSync(bad, bytes);
        const { code, err } = await run(['restore', bad], env);
        expect({ code, err }).toMatchObject({ code: 2, err: expect.stringMatching(/^(The|This) .*backup/i) });
      }
      expect((await run(['restore', join(at.dir, 'absent')], env)).code).toBe(3);
      expect((await run(['restore', file], env)).code).toBe(0);
    });
    await annotate(`${cases.length} files that are no whole backup`);
  });
});

describe('move', () => {
  it('waits until no server has the database open', async () => {
    await inEmpty(async (env) => {
      const { code, err } = await run(['move'], at.operator, env['DATABASE_URL']);
      expect({ code, err }).toEqual({ code: 5, err: 'A server still uses the database: stop it first' });
    });
  });

  it('names the new database when that one is unusable', async () => {
    await inEmpty(async (env) => {
      const { code, err } = await run(['move'], env, 'postgresql://me:hunter2@127.0.0.1:9/db');
      expect({ code, err }).toMatchObject({
        code: 5,
        err: expect.stringMatching(/^The new database at 127\.0\.0\.1:9 /),
      });
      expect(err).not.toContain('hunter2');
    });
  });

  it('accepts only an address on standard input', async () => {
    const { code, err } = await run(['move'], at.operator, 'https://user:hunter2@db.example.com/');
    expect(code).toBe(2);
    expect(err).not.toContain('hunter2');
  });

  it('copies to another PostgreSQL, and from there into a new data directory', async () => {
    const dir = temporaryDir();
    const target = join(dir.path, 'embedded');
    await inEmpty(async (first) => {
      await run(['restore', file], first);
      await inEmpty(async (second) => {
        expect(await run(['move'], first, `${second['DATABASE_URL']}\n`)).toMatchObject({ code: 0 });
        expect(await accounts(second)).toEqual(['Ours', 'Theirs']);
        const { code, out } = await run(['move', '--to-directory', target], second);
        expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining(`TOOLYARD_DATA_DIR=${target} `) });
      });
    });
    const embedded = { ...at.operator, DATABASE_URL: '', TOOLYARD_DATA_DIR: target };
    expect(await accounts(embedded)).toEqual(['Ours', 'Theirs']);
    dir.remove();
  });
});

describe('migrate', () => {
  it('applies the missing migrations once', async () => {
    await inEmpty(async (env) => {
      const { applied } = (await runJson(['migrate'], env)) as { applied: readonly string[] };
      expect(applied[0]).toBe('20261121092212_init');
      expect(await run(['migrate'], env)).toMatchObject({ code: 0, out: 'The database is up to date' });
    });
  });
});
