import { randomBytes } from 'node:crypto';
import type { Closers } from '../../src/start/closers.ts';
import { withConnection } from '../../src/store/connection.ts';
import { openEmbedded } from '../../src/store/embedded.ts';
import { startDebianServer } from '../../test/harness/debianPostgres.ts';
import { silentLog } from '../../test/harness/log.ts';
import { endure } from '../chaos/endure.ts';
import { openInstallation, temporaryFolder } from './installation.ts';
import { commandsBelow, paste } from './paste.ts';
import { notesOf, type Result } from './result.ts';
import { readRows, requireEqual } from './rows.ts';

/** Moves an installation from Debian's PostgreSQL to the newest one, while agents keep calling. */
export async function majorUpgrade(closers: Closers): Promise<Result> {
  const old = await startDebianServer();
  closers.add(async () => old.close());
  // A newer PostgreSQL than Debian's: the one of the embedded database, as an ordinary server.
  const server = await openEmbedded({ dataDir: temporaryFolder(closers), log: silentLog });
  closers.add(() => server.close());
  const next = new URL(server.url);
  next.pathname = '/toolyard';
  const env = {
    DATABASE_URL: old.url,
    TOOLYARD_MASTER_KEY: randomBytes(32).toString('base64'),
    TOOLYARD_DATA_DIR: temporaryFolder(closers),
  };
  const installation = await openInstallation(env, closers);
  const { instance } = installation;
  const admin = { PGHOST: next.hostname, PGPORT: next.port, PGUSER: next.username, PGPASSWORD: next.password };
  let note = '';
  const upgrade = async (): Promise<void> => {
    const values = { 'postgresql://toolyard:password@db.example.com:5432/toolyard': next.href };
    const [create = '', move = ''] = commandsBelow('## Move', values);
    const place = { cwd: temporaryFolder(closers), env: { ...installation.env, ...admin } };
    await paste([create, move], place);
    note = requireEqual(await readRows(old.url), await readRows(next.href));
    await instance.start({ DATABASE_URL: next.href });
  };
  const { tally } = await endure(installation, {
    name: 'major upgrade',
    holdMs: 0,
    begin: async () => {
      await instance.stop();
      return upgrade;
    },
  });
  return {
    drill: `PostgreSQL ${await versionOf(old.url)} → ${await versionOf(next.href)}`,
    steps: 'the last answer, the next answer',
    seconds: tally.silentMs / 1_000,
    lost: tally.lost,
    doubled: tally.doubled,
    notes: `${note}; ${notesOf(tally)}`,
  };
}

async function versionOf(url: string): Promise<string> {
  const { rows } = await withConnection(url, (client) =>
    client.query<{ server_version: string }>('SHOW server_version'),
  );
  return rows[0]?.server_version.split(' ')[0] ?? '';
}
