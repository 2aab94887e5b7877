/**
 * Installs the packages of folders with a `package.json`: `node scripts/install.ts FOLDER…`. `npm ci` installs
 * everything needed to start and test; other scripts install more here, once per lock file.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ARGS = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];

/** @throws if npm fails; its output goes to standard error */
function install(folder: string): void {
  const digest = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  // Written last, so that an incomplete installation doesn't count. npm's own record doesn't cover the lock file.
  const record = join(folder, 'node_modules/.installed');
  if (existsSync(record) && readFileSync(record, 'utf8') === digest) return;
  // Standard output belongs to the script that runs afterwards.
  const run = spawnSync('npm', ARGS, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (run.status !== 0) throw new Error(`npm ci failed in ${folder}`);
  writeFileSync(record, digest);
}

for (const folder of process.argv.slice(2)) install(folder);
