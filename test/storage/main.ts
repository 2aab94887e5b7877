/** Runs the tests of stored files against an S3 server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startBucket } from './bucket.ts';

const bucket = await startBucket();
const run = spawn(
  'npx',
  ['vitest', 'run', '--config', 'vitest.extra.config.ts', 'test/storage', 'test/core/files', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, FILES_URL: bucket.url } },
);
const [code] = await once(run, 'close');
await bucket.close();
process.exitCode = Number(code ?? 1);
