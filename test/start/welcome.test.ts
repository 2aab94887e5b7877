import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptInvitation } from '../../src/core/people/signIn.ts';
import { banner, secretsOf } from '../../src/start/banner.ts';
import { secretLines } from '../../src/start/startSecrets.ts';
import { welcomeFirstPerson } from '../../src/start/welcome.ts';
import { startWorld, type World } from '../harness/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const started = async () => {
  const welcome = await welcomeFirstPerson(world.operator);
  const summary = { url: 'https://tools.example', firstRun: null, programs: 'confined', welcome, notices: [] };
  return { welcome, text: banner(summary, secretsOf(summary)) };
};

it('invites the first person into the oldest account, once until the invitation expires, and nobody later', async () => {
  const first = await started();
  const [, secret = ''] = /^https:\/\/tools\.example\/welcome#(inv_[\w-]{43})$/m.exec(first.text) ?? [];
  expect(first.welcome).toEqual({ secret });

  const second = await started();
  expect(second.welcome).toEqual({ accountId: world.account.id, shownUntil: expect.any(Date) });
  expect(second.text).not.toContain('inv_');
  expect(second.text).toContain(`npm run -s toolyard -- user invite --account ${world.account.id}`);

  const { db } = world.edge.deps;
  await db.invitation.updateMany({ data: { expiresAt: new Date(Date.now() - 1_000) } });
  const third = await started();
  expect(third.welcome).toEqual({ secret: expect.not.stringMatching(secret) });

  const login = { email: 'ann@example.com', password: 'correct horse battery staple' };
  const fresh = third.welcome && 'secret' in third.welcome ? third.welcome.secret : '';
  const { user } = await acceptInvitation(world.operator, { ...login, secret: fresh }, { userAgent: '' });
  expect(user.accountId).toBe(world.account.id);
  const last = await started();
  expect(last.welcome).toBeNull();
  expect(last.text).not.toContain('welcome');
});

it('says what sandboxes programs', async () => {
  expect((await started()).text).toMatch(/^ +Programs +confined$/m);
});

describe('welcome messages for people', () => {
  const secrets = ['', '  API key  ty_secret'];
  const inDirectory = async (work: (dataDir: string) => Promise<void>): Promise<void> => {
    const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-secrets-'));
    await work(dataDir).finally(() => rm(dataDir, { recursive: true }));
  };

  it('are printed to a terminal', () =>
    inDirectory(async (dataDir) => {
      expect(await secretLines(secrets, { dataDir, isTerminal: true })).toBe(secrets);
      expect(await readdir(dataDir)).toEqual([]);
    }));

  it('are otherwise appended to a file readable only by this user', () =>
    inDirectory(async (dataDir) => {
      const path = join(dataDir, 'first-start.txt');
      await writeFile(path, 'earlier\n', { mode: 0o644 });
      const lines = (await secretLines(secrets, { dataDir, isTerminal: false })).join('\n');
      expect(lines).toContain(path);
      expect(lines).not.toContain('ty_secret');
      expect(await readFile(path, 'utf8')).toBe('earlier\n\n  API key  ty_secret\n');
      expect((await stat(path)).mode & 0o777).toBe(0o600);
    }));

  it('create no empty file', () =>
    inDirectory(async (dataDir) => {
      expect(await secretLines([], { dataDir, isTerminal: false })).toEqual([]);
      expect(await readdir(dataDir)).toEqual([]);
    }));

  it('follow no link, and say so', () =>
    inDirectory(async (dataDir) => {
      await symlink(join(dataDir, 'elsewhere'), join(dataDir, 'first-start.txt'));
      const lines = (await secretLines(secrets, { dataDir, isTerminal: false })).join('\n');
      expect(lines).toContain('could not be written');
      expect(lines).not.toContain('ty_secret');
      expect(await readdir(dataDir)).toEqual(['first-start.txt']);
    }));
});
