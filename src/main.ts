import { ConfigError, readConfig } from './config.ts';
import { runServer } from './server.ts';

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
