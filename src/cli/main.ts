#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
import type { Paint } from './colour.ts';
import { readEnvironment } from './env.ts';
import { CliError } from './exit.ts';
import { bytesUpTo } from './input.ts';
import { root } from './root.ts';
import { runLine } from './run.ts';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Once only: a second Ctrl-C ends the process even if something does not stop.
  process.once(signal, () => interrupted.abort(new CliError('interrupted', 'Interrupted')));
}
// A reader that stops early (`| head`) isn't an error.
process.stdout.on('error', () => process.exit(0));

/** Colours for terminals that support them; `NO_COLOR` and `FORCE_COLOR` override this. */
const paintOn =
  (stream: NodeJS.WriteStream): Paint =>
  (style, line) =>
    styleText(style, line, { stream });

const out = (line: string): void => void process.stdout.write(`${line}\n`);
const err = (line: string): void => void process.stderr.write(`${line}\n`);

const exitCode = await runLine(root, process.argv.slice(2), {
  environment: readEnvironment(),
  signal: interrupted.signal,
  readStdin: async (bytesMax) => (await bytesUpTo(process.stdin, bytesMax)).toString('utf8'),
  notice: err,
  // Questions go to standard error, because standard output may be piped.
  ask:
    process.stdin.isTTY && process.stderr.isTTY
      ? async (question: string): Promise<string> => {
          const terminal = createInterface({ input: process.stdin, output: process.stderr });
          // Ctrl-C or Ctrl-D: no answer.
          const answer = terminal.question(question, { signal: interrupted.signal }).catch(() => '');
          return answer.finally(() => terminal.close());
        }
      : null,
  print: out,
  paint: paintOn(process.stdout),
  paintErr: paintOn(process.stderr),
  out,
  err,
});
// An empty write completes after all earlier ones. Idle connections must not delay the exit.
process.stdout.write('', () => process.exit(exitCode));
