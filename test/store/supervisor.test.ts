import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { clientAt } from '../../src/store/connection.ts';
import { findPostmaster, stopPostmaster } from '../../src/store/embedded/postmaster.ts';
import { type Embedded, openEmbedded } from '../../src/store/embedded.ts';
import { fillDataDir } from '../harness/cluster.ts';
import { eventually } from '../harness/eventually.ts';
import { silentLog } from '../harness/log.ts';

const directories: string[] = [];
afterEach(async () => {
  for (const directory of directories.splice(0)) {
    await stopPostmaster(join(directory, 'postgres'));
    rmSync(directory, { recursive: true, force: true });
  }
});

type Supervised = Embedded & { readonly cluster: string; readonly restarts: ReturnType<Embedded['keepRunning']> };

async function open(): Promise<Supervised> {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-supervised-')));
  directories.push(dataDir);
  fillDataDir(dataDir);
  const embedded = await openEmbedded({ dataDir, log: silentLog, settings: { fsync: 'off' } });
  return { ...embedded, cluster: join(dataDir, 'postgres'), restarts: embedded.keepRunning() };
}

async function session(url: string): Promise<Client> {
  const client = clientAt(url);
  await client.connect();
  return client;
}

const SIGNALS = ['SIGKILL', 'SIGQUIT', 'SIGINT', 'SIGTERM'] as const;

it('restarts PostgreSQL at the same address after any exit, with a session open', async () => {
  const { url, restarts, cluster, close } = await open();
  expect(restarts()).toEqual({ count: 0, runsSince: expect.any(Date) });
  for (const [earlier, signal] of SIGNALS.entries()) {
    const held = await session(url);
    const { pid } = findPostmaster(cluster) ?? { pid: 0 };
    process.kill(pid, signal);
    await eventually(
      `it runs again after ${signal}`,
      () => findPostmaster(cluster)?.isReady === true && restarts().count > earlier && restarts().runsSince !== null,
      20_000,
    );
    const again = await session(url);
    expect((await again.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await again.end();
    await held.end().catch(() => undefined);
  }
  expect(restarts().count).toBe(SIGNALS.length);
  await close();
  expect(findPostmaster(cluster)).toBeNull();
});

it('does not restart it after close', async () => {
  const { cluster, restarts, close } = await open();
  await close();
  expect([findPostmaster(cluster), restarts().count]).toEqual([null, 0]);
});
