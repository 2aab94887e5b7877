import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const HERE = import.meta.dirname;
const OUT = join(HERE, 'out/python');
const EMITTER = join(HERE, 'node_modules/@typespec/http-client-python');
/** Debian's own Python, with Debian's packages. */
const PYTHON = '/usr/bin/python3';
const NEEDED = 'import black, docutils, isodate, jinja2, requests, setuptools, six, tomli, typing_extensions, yaml';

const run = (
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): void => {
  execFileSync(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 2, 2] });
};

/** Runs Debian's Python with the client; returns its output. @throws with its error output if it fails */
export async function runPython(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const all = { ...process.env, ...env, PYTHONPATH: `${join(OUT, 'client')}:${join(OUT, 'runtime')}` };
  return (await promisify(execFile)(PYTHON, args, { cwd: HERE, env: all })).stdout;
}

/** True if this machine has the Debian packages that the generator and its client need; `.ci/run` installs them. */
export const hasPython = (): boolean => spawnSync(PYTHON, ['-c', NEEDED]).status === 0;

/** The client's runtime: one folder of a Debian package that takes half a gigabyte when installed. */
function unpackRuntime(): void {
  const runtime = join(OUT, 'runtime');
  mkdirSync(runtime, { recursive: true });
  run('apt-get', ['download', '-qq', 'python3-azure'], OUT);
  const file = readdirSync(OUT).find((name) => name.endsWith('.deb'));
  if (file === undefined) throw new Error('apt-get has downloaded no python3-azure');
  const core = './usr/lib/python3/dist-packages/azure/core';
  const unpack = `dpkg-deb --fsys-tarfile '${file}' | tar -x -C '${runtime}' --strip-components=5 ${core}`;
  run('sh', ['-c', unpack], OUT);
}

/** Generates the Python client: from `openapi.json` to TypeSpec to Python. */
export function generatePython(document: string): void {
  const bin = (program: string): string => join(HERE, 'node_modules', program);
  unpackRuntime();
  run(
    process.execPath,
    [bin('@typespec/openapi3/cmd/tsp-openapi3.js'), document, '--output-dir', join(OUT, 'source')],
    HERE,
  );
  // Its own installer would download from PyPI what Debian has.
  run(PYTHON, ['-m', 'venv', '--system-site-packages', '--without-pip', join(EMITTER, 'venv')], HERE);
  const config = ['--config', join(HERE, 'python/tspconfig.yaml'), '--output-dir', join(OUT, 'client')];
  const compile = [bin('@typespec/compiler/cmd/tsp.js'), 'compile', join(OUT, 'source'), ...config];
  run(process.execPath, compile, HERE, { PYTHONPATH: join(EMITTER, 'generator') });
}
