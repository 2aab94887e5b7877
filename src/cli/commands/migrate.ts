import { plural } from '../../core/lib/text.ts';
import { createLog } from '../../log/log.ts';
import { migrate } from '../../store/migrate.ts';
import { command } from '../command.ts';
import { CliError } from '../exit.ts';
import { withDatabase } from '../operator.ts';

export const migrateCommand = command({
  description: 'Run database migrations and exit, for example in a job before a rollout. Every start also runs them',
  examples: ['toolyard migrate', 'toolyard migrate --json'],
  async run(_args, run) {
    const config = run.environment.config();
    const log = createLog(run.isVerbose ? config.logLevel : 'silent');
    const applied = await withDatabase(config, (url) => migrate(url, { log })).catch((error: unknown) => {
      if (error instanceof CliError) throw error;
      throw error instanceof Error ? new CliError('unavailable', error.message, error) : error;
    });
    return {
      json: { applied },
      text:
        applied.length === 0
          ? 'The database is up to date'
          : `${plural(applied.length, 'migration')} applied:\n${applied.join('\n')}`,
    };
  },
});
