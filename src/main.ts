import { keepCompiled } from './start/compileCache.js';

keepCompiled(process.env['TOOLYARD_DATA_DIR']);
const { ConfigError, readConfig } = await import('./config.ts');
const { runServer } = await import('./server.ts');

async function main(): Promise<number> {
  try {
    return await runServer(readConfig(process.env));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

process.exit(await main());
