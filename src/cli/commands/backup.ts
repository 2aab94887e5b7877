import packageJson from '../../../package.json' with { type: 'json' };
import { createLog } from '../../log/log.ts';
import { dumpDatabase } from '../../store/backup/dump.ts';
import { recordBackup } from '../../store/backup/lastBackup.ts';
import { loadDatabase } from '../../store/backup/load.ts';
import { type Checked, checkBackup } from '../backups/check.ts';
import { readBackup, writeBackup } from '../backups/file.ts';
import { rowsOf, withBackupErrors } from '../backups/loaded.ts';
import { command } from '../command.ts';
import { withDatabase } from '../operator.ts';
import { fields } from '../output.ts';

const FILE_ARG = { type: 'positional', required: true, description: 'The backup' } as const;
const KEY_WARNING =
  'The backup does not include the master key. Store the key separately: without it, the credentials are lost.';

const UNRECORDED_WARNING =
  'The time of this backup could not be stored in the database, so the metric of the last backup shows an earlier one.';

const checkedFields = ({ loaded, chains }: Checked) => ({
  'Made by': `Toolyard ${loaded.header.toolyard}, ${loaded.header.madeAt}`,
  Rows: rowsOf(loaded),
  'Audit chains intact': chains ?? 'not checked',
});

const checkedJson = ({ loaded, chains }: Checked) => ({
  made_by: loaded.header.toolyard,
  made_at: loaded.header.madeAt,
  rows: loaded.rows,
  chains_intact: chains,
});

export const backup = command({
  description:
    'Back up the whole database to a new file while the service runs, and restore it to a temporary database as a check. Does not include the master key',
  examples: ['toolyard backup /backups/toolyard-$(date +%F).backup', 'toolyard backup now.backup --unchecked'],
  args: {
    file: { ...FILE_ARG, description: 'Path of the new file' },
    unchecked: { type: 'boolean', description: 'Skip the restore check' },
  },
  async run({ file, unchecked }, run) {
    const config = run.environment.config();
    const bytes = await withDatabase(config, (url) =>
      writeBackup(file, dumpDatabase(url, packageJson.version), run.signal),
    );
    const checked = unchecked === true ? null : await withBackupErrors(() => checkBackup(file, run));
    const isRecorded = await withDatabase(config, recordBackup).then(
      () => true,
      () => false,
    );
    return {
      json: { file, bytes, ...(checked && checkedJson(checked)) },
      text: fields({ File: file, Bytes: bytes, ...(checked && checkedFields(checked)) }),
      warnings: [
        ...(checked?.warning ? [checked.warning] : []),
        ...(isRecorded ? [] : [UNRECORDED_WARNING]),
        KEY_WARNING,
      ],
    };
  },
});

export const restore = command({
  description: 'Restore a backup into the configured database, which must be empty, and migrate it to this version',
  examples: [
    'DATABASE_URL=postgresql://…/restored toolyard restore toolyard.backup',
    'toolyard restore toolyard.backup --check',
  ],
  args: {
    file: FILE_ARG,
    check: {
      type: 'boolean',
      description: 'Only restore it to a temporary database, and report whether it is complete',
    },
  },
  async run({ file, check }, run) {
    if (check === true) {
      const checked = await withBackupErrors(() => checkBackup(file, run));
      const warnings = checked.warning === null ? [] : [checked.warning];
      return { json: { file, ...checkedJson(checked) }, text: fields(checkedFields(checked)), warnings };
    }
    const config = run.environment.config();
    const log = createLog(run.isVerbose ? config.logLevel : 'silent');
    const loaded = await withBackupErrors(() =>
      withDatabase(config, (url) => loadDatabase(url, readBackup(file), log)),
    );
    return {
      json: { made_by: loaded.header.toolyard, made_at: loaded.header.madeAt, rows: loaded.rows },
      text: fields({ 'Made by': `Toolyard ${loaded.header.toolyard}, ${loaded.header.madeAt}`, Rows: rowsOf(loaded) }),
      warnings: ['Install the master key of the original installation, then run `toolyard doctor`.'],
    };
  },
});
