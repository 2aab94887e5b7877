import { keepCompiled } from '../../start/compileCache.js';
import { command } from '../command.ts';

export const start = command({
  description: 'Start the server; same as npm start',
  examples: ['toolyard start', 'PORT=8080 toolyard start'],
  async run(_args, { environment }) {
    keepCompiled(environment.dataDir);
    const { run } = await import('../../start/workers/run.ts');
    const isClean = (await run(environment.config())) === 0;
    return isClean ? 0 : 1;
  },
});
