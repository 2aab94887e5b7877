import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const TYPESCRIPT = 'clients/typescript';

/** Checks the TypeScript client with its own settings, and builds it. */
function buildTypeScriptClient(): void {
  const run = (...args: string[]) => execFileSync(process.execPath, args, { stdio: ['ignore', 2, 2] });
  run('scripts/install.ts', TYPESCRIPT);
  run(`${TYPESCRIPT}/node_modules/typescript/bin/tsc`, '-p', TYPESCRIPT);
}

/** Puts both client libraries into a folder, as the files that users install: `….tgz` and `….whl`. */
export function packClients(folder: string): void {
  buildTypeScriptClient();
  const into = resolve(folder);
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', into];
  execFileSync('npm', args, { cwd: TYPESCRIPT, stdio: ['ignore', 2, 2] });
  execFileSync('python3', ['clients/python/build_backend/wheel_of_files.py', into], { stdio: ['ignore', 2, 2] });
}
