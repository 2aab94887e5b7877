import { inspect } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { type Paint, paintHelp, paintResult } from './colour.ts';
import type { BaseRun, Command, CommandEntry, Group } from './command.ts';
import { EXIT_OF, type ExitCode, unknownError, usageError } from './exit.ts';
import { type Failure, toFailure } from './failure.ts';
import { helpOf, NAME, usageOf } from './help.ts';
import { harmless, jsonText, type Result } from './output.ts';

type OutputStreams = { out(text: string): void; err(text: string): void; readonly paintErr: Paint };

type FoundCommand = { readonly node: Command | Group; readonly path: string; readonly rawArgs: readonly string[] };

const HELP = ['--help', '-h'];

/** Runs one command line and returns its exit code. */
export async function runLine(root: Group, line: readonly string[], base: BaseRun & OutputStreams): Promise<ExitCode> {
  const parsed = options(line);
  const isJson = parsed.includes('--json');
  const match = await find(root, line);
  try {
    return await runCommand(match, isJson, base);
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code === 'internal' && parsed.includes('--verbose')) base.err(harmless(inspect(error)));
    return fail(failure, match, isJson, base);
  }
}

/** The arguments before `--`, after which nothing is an option. */
const options = (line: readonly string[]): readonly string[] =>
  line.includes('--') ? line.slice(0, line.indexOf('--')) : line;

async function find(root: Group, line: readonly string[]): Promise<FoundCommand> {
  let node: Command | Group = root;
  const path = [NAME];
  let at = 0;
  while (node.kind === 'group') {
    const name = line[at] ?? '';
    const entry: CommandEntry | undefined = Object.hasOwn(node.commands, name) ? node.commands[name] : undefined;
    if (!entry) break;
    node = await entry.load();
    path.push(name);
    at += 1;
  }
  return { node, path: path.join(' '), rawArgs: line.slice(at) };
}

async function runCommand(
  { node, path, rawArgs }: FoundCommand,
  isJson: boolean,
  base: BaseRun & OutputStreams,
): Promise<ExitCode> {
  const isBare = node.kind === 'group' && rawArgs.length === 0;
  if (isBare || options(rawArgs).some((arg) => HELP.includes(arg))) {
    base.out(paintHelp(helpOf(node, path), base.paint));
    return 0;
  }
  if (path === NAME && rawArgs[0] === '--version') {
    const { version } = packageJson;
    return print({ json: { version }, text: version }, isJson, base);
  }
  if (node.kind === 'group') {
    const [value = ''] = rawArgs;
    if (value.startsWith('-')) throw usageError(`Unknown option: ${value}`);
    throw unknownError(`Unknown command: ${value}`, value, Object.keys(node.commands));
  }
  // Notices may contain text from a server.
  const result = await node.run(rawArgs, { ...base, notice: (text) => base.notice(harmless(text)) });
  return typeof result === 'number' ? result : print(result, isJson, base);
}

type Printing = OutputStreams & Pick<BaseRun, 'paint'>;

function print(result: Result, isJson: boolean, { out, err, paint, paintErr }: Printing): ExitCode {
  out(isJson ? jsonText(result.json, 2) : paintResult(harmless(result.text), paint));
  if (!isJson) for (const text of result.warnings ?? []) err(paintErr('yellow', harmless(`warning: ${text}`)));
  if (result.failure !== undefined) return EXIT_OF[result.failure];
  return result.isFailure ? 1 : 0;
}

function fail(
  { code, message, details }: Failure,
  { node, path }: FoundCommand,
  isJson: boolean,
  { err, paintErr }: OutputStreams,
): ExitCode {
  if (isJson) err(jsonText({ error: { code, message, ...details } }));
  else {
    const usage = `Usage: ${usageOf(node, path)}\n       Run ${path} --help for details.`;
    const text = harmless(code === 'usage' ? `${message}\n\n${usage}` : message);
    // Highlights the problem, not the usage below it.
    const [first = '', ...rest] = text.split('\n');
    err([paintErr('red', first), ...rest].join('\n'));
  }
  return EXIT_OF[code];
}
