import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const PRIORITY = pathToFileURL(resolve('src/start/priority.ts')).href;

/** Nice values of the main thread, then of all threads, in a process that may or may not raise its priority. */
function niceValues(setUp: string): { readonly during: number; readonly after: readonly number[] } {
  const program = `
    import { readdirSync, readFileSync } from 'node:fs';
    import { lookup } from 'node:dns/promises';
    import { getPriority } from 'node:os';
    const { goLast } = await import(${JSON.stringify(PRIORITY)});
    ${setUp}
    const ready = goLast();
    const during = getPriority();
    // Starts threads.
    await lookup('localhost').catch(() => undefined);
    ready();
    const niceOf = (id) => Number(readFileSync('/proc/self/task/' + id + '/stat', 'utf8').split(') ')[1].split(' ')[16]);
    const after = [...new Set(readdirSync('/proc/self/task').map(niceOf))];
    console.log(JSON.stringify({ during, after }));`;
  const args = ['--input-type=module', '--eval', program];
  return JSON.parse(execFileSync('nice', ['-n', '0', process.execPath, ...args], { encoding: 'utf8' }));
}

describe.skipIf(!existsSync('/proc/self/task') || process.getuid?.() !== 0)('a process that starts', () => {
  it('lets others go first, and then returns to its priority with all its threads', () => {
    expect(niceValues('')).toEqual({ during: 5, after: [0] });
  });

  it('keeps its priority if it could not return to it', () => {
    expect(niceValues('process.setgid(65534); process.setuid(65534);')).toEqual({ during: 0, after: [0] });
  });
});
