import { setFlagsFromString } from 'node:v8';
import { keepCompiled } from './start/compileCache.js';

// Raise the number of libuv's threads, half of which may resolve names (`connectors/egress/names.ts`). Set it before
// libuv's first use.
process.env['UV_THREADPOOL_SIZE'] ??= '32';
// By default, a heap grows to four times its live size before a full collection. After a few large responses, that
// would be half a gigabyte of garbage.
setFlagsFromString('--heap-growing-percent=100');
keepCompiled(process.env['TOOLYARD_DATA_DIR']);
const { ConfigError, readConfig } = await import('./config/config.ts');
const { run } = await import('./start/workers/run.ts');

async function main(): Promise<number> {
  try {
    return await run(readConfig(process.env));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

process.exit(await main());
