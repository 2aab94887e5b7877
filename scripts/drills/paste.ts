import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { debianPrograms } from '../../test/harness/debianPostgres.ts';
import { CHILD_ENV } from '../../test/harness/service.ts';

/** The file of a backup, in the current folder. */
export const BACKUP = { '/backups/toolyard-$(date +%F)': 'toolyard' };

const PAGE = 'docs/operate.md';

/**
 * The lines of commands below a heading of `docs/operate.md`, with `values` in place of those in the page.
 * @throws if the page doesn't have such a value
 */
export function commandsBelow(heading: string, values: Readonly<Record<string, string>>): readonly string[] {
  const [, rest = ''] = readFileSync(PAGE, 'utf8').split(`\n${heading}\n`);
  const [section = ''] = rest.split(/^##/m);
  const printed = [...section.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, block]) => block).join('');
  const commands = Object.entries(values).reduce((text, [value, own]) => {
    if (!text.includes(value)) throw new Error(`${PAGE}, ${heading}: ${value} is not in the commands`);
    return text.replaceAll(value, own);
  }, printed);
  return commands.trim().split('\n');
}

type Place = { readonly cwd: string; readonly env: Readonly<Record<string, string>> };

/** Runs commands in a shell that stops at the first failure. @throws with their output if one fails */
export async function paste(commands: readonly string[], { cwd, env }: Place): Promise<string> {
  const { promise, resolve: end, reject } = Promise.withResolvers<string>();
  const bin = mkdtempSync(join(tmpdir(), 'toolyard-bin-'));
  symlinkSync(resolve('bin/toolyard.js'), join(bin, 'toolyard'));
  const path = [bin, dirname(process.execPath), debianPrograms, CHILD_ENV['PATH']].join(':');
  const child = spawn('bash', ['-euo', 'pipefail', '-c', commands.join('\n')], {
    cwd,
    env: { ...CHILD_ENV, ...env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  child.once('close', (code) => {
    rmSync(bin, { recursive: true, force: true });
    if (code === 0) end(output);
    else reject(new Error(`These commands ended with ${code}:\n${commands.join('\n')}\n${output}`));
  });
  return promise;
}
