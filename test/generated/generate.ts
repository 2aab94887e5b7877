/** Regenerates the clients in this folder from the committed `openapi.json`: `node test/generated/generate.ts`. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { generatePython, hasPython } from './python.ts';

const HERE = import.meta.dirname;
const DOCUMENT = join(HERE, '../../openapi.json');
const OUT = join(HERE, 'out');

const run = (program: string, args: readonly string[]): void => {
  execFileSync(process.execPath, [join(HERE, 'node_modules', program), ...args], {
    cwd: HERE,
    stdio: ['ignore', 2, 2],
  });
};

rmSync(OUT, { recursive: true, force: true });
run('openapi-typescript/bin/cli.js', [DOCUMENT, '-o', join(OUT, 'schema.d.ts')]);
run('@hey-api/openapi-ts/bin/run.js', ['-i', DOCUMENT, '-o', join(OUT, 'source'), '--silent', '--no-log-file']);
run('typescript/bin/tsc', ['-p', 'tsconfig.hey.json']);

if (hasPython()) generatePython(DOCUMENT);
else if (process.env['CI']) throw new Error('The packages of Debian for the Python client are missing');
else process.stderr.write('No Python client: it takes the packages of Debian that .ci/run lists\n');
