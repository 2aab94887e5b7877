import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Closers } from '../../src/start/closers.ts';
import { endure } from '../chaos/endure.ts';
import { callWith, openInstallation, temporaryFolder } from './installation.ts';
import { BACKUP, commandsBelow, paste } from './paste.ts';
import { type Result, stopwatch } from './result.ts';
import { readRowsIn, requireEqual } from './rows.ts';

const CALLS = 20;

/** Restores a backup into a new data directory. */
export async function restore(closers: Closers): Promise<Result> {
  const folder = temporaryFolder(closers);
  const [old, restored] = [join(folder, 'old'), join(folder, 'restored')];
  const installation = await openInstallation({ TOOLYARD_DATA_DIR: old }, closers);
  const { env, instance, upstream } = installation;
  await endure(installation, { name: 'no fault', holdMs: 0, begin: async () => () => undefined });
  const keys = Array.from({ length: CALLS }, () => randomUUID());
  for (const key of keys) await callWith(installation, key);
  await instance.stop();
  const before = await readRowsIn(old);
  await paste(commandsBelow('## Back up', BACKUP), { cwd: folder, env });
  cpSync(join(old, 'master.key'), join(folder, 'master.key'));

  const seconds = stopwatch();
  await paste(commandsBelow('## Restore', { '/var/lib/toolyard-restored': restored }), { cwd: folder, env });
  const note = requireEqual(before, await readRowsIn(restored));
  await instance.start({ TOOLYARD_DATA_DIR: restored });
  const endings = await Promise.all(keys.map((key) => callWith(installation, key)));
  const total = seconds();
  return {
    drill: 'restore of a backup',
    steps: 'start of the restore, answered calls',
    seconds: total,
    lost: endings.filter((ending) => ending !== 'ok').length,
    doubled: keys.filter((key) => upstream.runs(key) > 1).length,
    notes: `${note}; ${CALLS} calls repeated with their keys don't run again`,
  };
}
