import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHistory } from '../../src/core/limits/heavyReads.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { withConnection } from '../../src/store/connection.ts';
import { databaseDir } from '../harness/databaseDir.ts';
import { eventually } from '../harness/eventually.ts';
import { lastingPort } from '../harness/listen.ts';
import { startWorld, type World } from '../harness/world.ts';

/* One address with two hosts, a primary and its standby, of Debian's PostgreSQL. */

const VERSIONS = '/usr/lib/postgresql';
const [newest = ''] = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a)) : [];
const isRoot = process.getuid?.() === 0;

function pg(name: string, ...args: readonly string[]): void {
  const program = join(VERSIONS, newest, 'bin', name);
  const command = isRoot ? ['runuser', '-u', 'postgres', '--', program] : [program];
  execFileSync(command[0] ?? '', [...command.slice(1), ...args], { stdio: 'ignore', cwd: '/' });
}

describe.skipIf(newest === '')('an address with two hosts', () => {
  let dir: string;
  let world: World;
  const ports = { primary: 0, standby: 0 };
  const folder = (name: keyof typeof ports): string => join(dir, name);
  const start = (name: keyof typeof ports): void => {
    const options = `-p ${ports[name]} -k ${dir} -c listen_addresses=127.0.0.1 -c fsync=off`;
    pg('pg_ctl', 'start', '-w', '-D', folder(name), '-l', join(dir, `${name}.log`), '-o', options);
  };

  /** Kills the server, if it runs. */
  const stop = (name: keyof typeof ports): void => {
    try {
      pg('pg_ctl', 'stop', '-m', 'immediate', '-D', folder(name));
    } catch {
      // It's stopped already.
    }
  };

  beforeAll(async () => {
    dir = mkdtempSync(join(databaseDir(), 'toolyard-hosts-'));
    if (isRoot) spawnSync('chown', ['postgres', dir]);
    ports.primary = await lastingPort();
    ports.standby = await lastingPort();
    pg(
      'initdb',
      '-D',
      folder('primary'),
      '-A',
      'trust',
      '-U',
      'toolyard',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    );
    start('primary');
    pg(
      'pg_basebackup',
      '-R',
      '-h',
      '127.0.0.1',
      '-p',
      String(ports.primary),
      '-U',
      'toolyard',
      '-D',
      folder('standby'),
    );
    start('standby');
    // The standby comes first, and can't be used.
    const databaseUrl = `postgresql://toolyard@127.0.0.1:${ports.standby},127.0.0.1:${ports.primary}/postgres`;
    const replicaUrl = `postgresql://toolyard@127.0.0.1:${ports.standby}/postgres`;
    world = await startWorld({ databaseUrl, config: { replicaUrl } });
  });
  afterAll(async () => {
    await world?.close();
    for (const name of ['primary', 'standby'] as const) stop(name);
    rmSync(dir, { recursive: true, force: true });
  });

  const hasReplayed = async (): Promise<boolean> => {
    const url = `postgresql://toolyard@127.0.0.1:${ports.standby}/postgres`;
    const { rows } = await withConnection(url, (client) => client.query(`SELECT id FROM stack WHERE name = 'before'`));
    return rows.length === 1;
  };

  it('reads statistics from the standby, but only while it is fresh', async () => {
    const { ctx } = world.account;
    const { replica } = world.edge.deps;
    const isOnStandby = () =>
      readHistory({ ...ctx, replica }, async (tx) => {
        const [row] = await tx.$queryRaw<{ is: boolean }[]>`SELECT pg_is_in_recovery() AS is`;
        return row?.is;
      });
    await eventually('the standby is fresh', () => replica?.fresh() != null, 60_000);
    expect(await isOnStandby()).toBe(true);
    const standby = `postgresql://toolyard@127.0.0.1:${ports.standby}/postgres`;
    const onStandby = (sql: string) => withConnection(standby, (client) => client.query(sql));
    await onStandby('SELECT pg_wal_replay_pause()');
    await createStack(ctx, { name: 'unseen' });
    await eventually('the standby is too old', () => replica?.fresh() === null, 60_000);
    expect(await isOnStandby()).toBe(false);
    await onStandby('SELECT pg_wal_replay_resume()');
    await eventually('the standby is fresh again', () => replica?.fresh() != null, 60_000);
  });

  it('is served by the primary, and by the standby after its promotion', async () => {
    const { ctx } = world.account;
    await createStack(ctx, { name: 'before' });
    await eventually('the standby has the stack', hasReplayed);
    stop('primary');
    pg('pg_ctl', 'promote', '-w', '-D', folder('standby'));
    let made = 0;
    const make = async (): Promise<boolean> => {
      made += 1;
      return createStack(ctx, { name: `after ${made}` }).then(
        () => true,
        () => false,
      );
    };
    await eventually('writes succeed again', make, 60_000);
    const headers = { authorization: `Bearer ${world.account.apiKey}` };
    expect(await (await fetch(`${world.url}/v1/stacks`, { headers })).text()).toContain('"before"');
    const isReady = async () => (await fetch(`${world.url}/readyz`)).headers.get('x-toolyard-writes') === 'ok';
    await eventually('the instance is ready', isReady, 60_000);
    await eventually('changes arrive', () => world.edge.deps.changes.isLive, 60_000);
  });
});
