import { execFile } from 'node:child_process';

const CLI = 'src/cli/main.ts';

/** Runs a `toolyard` command as a process; returns both streams and the exit code. */
export function runCommand(line: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const child = execFile(
    process.execPath,
    [CLI, ...line],
    { env: { PATH: process.env['PATH'] ?? '', ...env }, maxBuffer: 64 * 1_048_576 },
    (_error, out, err) => resolve(`${out}\n${err}\nexit ${child.exitCode}`),
  );
  child.stdin?.end();
  return promise;
}
