import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acquireServerLock } from '../../src/store/serverLock.ts';
import { type Opener, startOpener } from './fixtures/process.ts';

let dataDir: string;
let openers: Opener[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'toolyard-lock-'));
  openers = [];
});
afterEach(async () => {
  for (const { kill } of openers) await kill();
  rmSync(dataDir, { recursive: true, force: true });
});

function opener(): Opener {
  const started = startOpener(dataDir);
  openers.push(started);
  return started;
}

describe('the server lock', () => {
  it('refuses a second server and names the first', async () => {
    const first = opener();
    await first.ask('lock', 'locked');
    await expect(acquireServerLock(dataDir)).rejects.toThrow(
      `Another Toolyard server (pid ${first.child.pid}) uses ${dataDir}`,
    );
  });

  it('is free again after release, and after kill -9', async () => {
    const first = opener();
    await first.ask('lock', 'locked');
    await first.ask('unlock', 'unlocked');
    const second = opener();
    await second.ask('lock', 'locked');
    await second.kill();
    const lock = await acquireServerLock(dataDir);
    await lock.release();
    expect(readdirSync(dataDir)).toHaveLength(1);
  });

  it('is free when another process has its pid', async () => {
    const lock = await acquireServerLock(dataDir);
    const [name = ''] = readdirSync(dataDir);
    const content = JSON.parse(readFileSync(join(dataDir, name), 'utf8'));
    await lock.release();
    writeFileSync(join(dataDir, name), JSON.stringify({ ...content, identity: 'earlier.1' }));
    await (await acquireServerLock(dataDir)).release();
  });

  it('goes to exactly one of many that find a stale one concurrently', async () => {
    for (let round = 0; round < 2; round++) {
      const victim = opener();
      await victim.ask('lock', 'locked');
      await victim.kill();
      const racers = Array.from({ length: 6 }, opener);
      const results = await Promise.allSettled(racers.map((racer) => racer.ask('lock', 'locked')));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await Promise.all(racers.map((racer) => racer.kill()));
    }
  });
});
