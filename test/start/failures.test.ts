import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canTraverse } from '../../src/store/embedded/serviceUser.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { type ServiceOptions, startService } from '../harness/service.ts';

const START_MS_MAX = 60_000;
const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;

let database: TestDatabase;
let dir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dir = mkdtempSync(join(tmpdir(), 'toolyard-failures-'));
  chmodSync(dir, 0o755);
  writeFileSync(join(dir, 'file'), '');
  mkdirSync(join(dir, 'closed'), { mode: 0o555 });
});
afterAll(async () => {
  await database.close();
  rmSync(dir, { recursive: true, force: true });
});

async function refusal(env: Record<string, string>, options: ServiceOptions = {}): Promise<string> {
  const { code, out, err } = await startService({ TOOLYARD_LOG_LEVEL: 'silent', ...env }, options).ended;
  expect({ code, out }).toEqual({ code: 1, out: '' });
  return err.trim();
}

describe('startup errors say plainly', () => {
  const elsewhere = (change: (url: URL) => void): string => {
    const url = new URL(database.url);
    change(url);
    return url.href;
  };
  it.each<[string, () => string, RegExp]>([
    [
      'that nothing listens at the database’s address',
      () => 'postgresql://user:hunter2@127.0.0.1:1/x',
      /^Toolyard cannot run: The database at 127\.0\.0\.1:1 does not answer\. Is it running, and is DATABASE_URL right\?$/,
    ],
    [
      'that the host of the database is unknown',
      () => 'postgresql://user:hunter2@nowhere.invalid/x',
      /^Toolyard cannot run: The database at nowhere\.invalid does not answer\. Is it/,
    ],
    [
      'that the server does not have the database',
      () => elsewhere((url) => Object.assign(url, { pathname: '/absent' })),
      /^Toolyard cannot run: The database at [\w.:]+ holds no database absent: create it, or correct DATABASE_URL$/,
    ],
    [
      'that the server refuses the user',
      () => elsewhere((url) => Object.assign(url, { username: 'stranger', password: 'hunter2' })),
      /^Toolyard cannot run: The database at [\w.:]+ refuses the user (or the password )?of DATABASE_URL$/,
    ],
  ])('%s', { timeout: START_MS_MAX }, async (_name, url, words) => {
    const key = randomBytes(32).toString('base64');
    const err = await refusal({ DATABASE_URL: url(), TOOLYARD_MASTER_KEY: key, TOOLYARD_DATA_DIR: join(dir, 'data') });
    expect(err).toMatch(words);
    expect(err).not.toContain('hunter2');
  });

  it.each([
    ['is a file', 'file', (path: string) => `${path} is a file`],
    [
      'is below a file',
      'file/below',
      (path: string) => `${path} cannot be created, because ${join(dir, 'file')} is a file`,
    ],
  ])('that the data directory %s', { timeout: START_MS_MAX }, async (_name, name, words) => {
    const path = join(dir, name);
    expect(await refusal({ TOOLYARD_DATA_DIR: path })).toBe(
      `Toolyard cannot run: The data directory ${words(path)}: set another TOOLYARD_DATA_DIR`,
    );
  });

  it.each(['closed', 'closed/below'])(
    'that the data directory %s is not open to its user',
    { timeout: START_MS_MAX },
    async (name) => {
      if (isRoot && !canTraverse(NOBODY, process.cwd())) return;
      const path = join(dir, name);
      expect(await refusal({ TOOLYARD_DATA_DIR: path }, isRoot ? NOBODY : {})).toBe(
        `Toolyard cannot run: The data directory ${path} is not accessible to this user: set another TOOLYARD_DATA_DIR`,
      );
    },
  );
});
