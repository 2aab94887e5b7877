import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Location } from '../../src/store/embedded/location.ts';
import { startUse } from '../../src/store/embedded/users.ts';
import { eventually } from '../harness/eventually.ts';

let location: Location;
let stops: number;
const stop = async (): Promise<void> => {
  stops += 1;
};

beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), 'toolyard-users-'));
  location = { home, cluster: join(home, 'postgres'), user: null, notice: null };
  stops = 0;
});
afterEach(() => rmSync(location.home, { recursive: true, force: true }));

describe('the processes that use a database', () => {
  it('stop it when the last one exits, in any order', async () => {
    const [first, second] = [await startUse(location), await startUse(location)];
    await first.leave(stop);
    expect(stops).toBe(0);
    await second.leave(stop);
    expect(stops).toBe(1);
    expect(readdirSync(join(location.home, 'users'))).toEqual([]);
  });

  it('wait while the last one stops it', async () => {
    const last = await startUse(location);
    const stopped = Promise.withResolvers<void>();
    const events: string[] = [];
    const leaving = last.leave(() => stopped.promise);
    const newcomer = startUse(location).then((use) => {
      events.push('entered');
      return use;
    });
    const isShown = () => readdirSync(join(location.home, 'users')).some((file) => file.endsWith('_using'));
    await eventually('the newcomer shows itself', isShown);
    events.push('stopped');
    stopped.resolve();
    await leaving;
    await (await newcomer).leave(stop);
    expect(events).toEqual(['stopped', 'entered']);
  });

  it('do not count once they are dead', async () => {
    const use = await startUse(location);
    const dead = join(location.home, 'users', '4194304_earlier.1_aa_using');
    writeFileSync(dead, '');
    await use.leave(stop);
    expect(stops).toBe(1);
    await (await startUse(location)).leave(stop);
    expect(existsSync(dead)).toBe(false);
  });
});
