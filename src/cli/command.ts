import { parseArgs as parseStrictly, stripVTControlCharacters } from 'node:util';
import { type ArgsDef, type ParsedArgs, parseArgs } from 'citty';
import type { Environment } from './env.ts';
import { type ExitCode, usageError } from './exit.ts';
import type { Result } from './output.ts';

/** What a command gets besides its arguments. */
export type Run = {
  readonly environment: Environment;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly isVerbose: boolean;
  /** Positional arguments after the named ones. */
  readonly rest: readonly string[];
  /** Every value of an option that may be repeated. */
  all(option: string): readonly string[];
  readStdin(): Promise<string>;
  /** Says something on standard error while the command runs. */
  notice(text: string): void;
};

const COMMON_ARGS = {
  json: { type: 'boolean', description: 'Print the result, or the error, as JSON' },
  verbose: { type: 'boolean', description: 'Log to standard error' },
} as const satisfies ArgsDef;

/** A command, with the type of its arguments closed over. */
export type Command = {
  readonly kind: 'command';
  readonly description: string;
  readonly examples: readonly string[];
  readonly args: ArgsDef;
  /** Heading of the positional arguments after the named ones; null when there are none. */
  readonly rest: string | null;
  run(rawArgs: readonly string[], base: BaseRun): Promise<Result | ExitCode>;
};

export type BaseRun = Omit<Run, 'rest' | 'all' | 'isVerbose'>;

export type Group = {
  readonly kind: 'group';
  readonly description: string;
  readonly examples: readonly string[];
  /** Loaded when asked for: most commands need neither the database nor the API. */
  readonly commands: Readonly<Record<string, Entry>>;
};

export type Entry = { readonly description: string; load(): Promise<Command | Group> };

type Definition<T extends ArgsDef> = {
  readonly description: string;
  readonly examples: readonly string[];
  readonly args?: T;
  readonly rest?: string;
  /** Options that may be given more than once. */
  readonly repeatable?: readonly (keyof T)[];
  /** Gives its result, or an exit code when all has been said. */
  run(args: ParsedArgs<T>, run: Run): Promise<Result | ExitCode>;
};

export function command<const T extends ArgsDef>(definition: Definition<T>): Command {
  const { description, examples, rest = null, repeatable = [] } = definition;
  const args: ArgsDef = { ...definition.args, ...COMMON_ARGS };
  return {
    kind: 'command',
    description,
    examples,
    args,
    rest,
    run(rawArgs, base) {
      const given = readStrictly(rawArgs, { args, rest, repeatable: repeatable.map(String) });
      return definition.run(readTyped<T>(rawArgs, args), { ...base, ...given });
    },
  };
}

type Shape = Pick<Command, 'args' | 'rest'> & { readonly repeatable: readonly string[] };
type Given = Pick<Run, 'rest' | 'all' | 'isVerbose'>;

/** citty passes over what it does not know; here that is an error. @throws CliError usage */
function readStrictly(rawArgs: readonly string[], { args, rest, repeatable }: Shape): Given {
  const { values, positionals } = parseOptions(rawArgs, args);
  const twice = Object.keys(values).find((name) => (values[name]?.length ?? 0) > 1 && !repeatable.includes(name));
  if (twice !== undefined) throw usageError(`Option --${twice} is given more than once`);
  const named = Object.values(args).filter((arg) => arg.type === 'positional').length;
  const surplus = positionals[named];
  if (rest === null && surplus !== undefined) throw usageError(`Unexpected argument: ${surplus}`);
  return {
    rest: positionals.slice(named),
    all: (option) => (values[option] ?? []).map(String),
    isVerbose: values['verbose'] !== undefined,
  };
}

function parseOptions(rawArgs: readonly string[], args: ArgsDef) {
  const options = Object.entries(args).flatMap(([name, { type }]) =>
    type === 'positional' ? [] : [[name, { type: toNodeType(type), multiple: true }] as const],
  );
  try {
    return parseStrictly({ args: [...rawArgs], options: Object.fromEntries(options), allowPositionals: true });
  } catch (error) {
    // Node's hint on how to write a positional that starts with a dash is more than a sentence.
    throw usageError(messageOf(error).split('. ')[0] ?? '');
  }
}

const toNodeType = (type: string | undefined): 'boolean' | 'string' => (type === 'boolean' ? 'boolean' : 'string');

function readTyped<T extends ArgsDef>(rawArgs: readonly string[], args: ArgsDef): ParsedArgs<T> {
  try {
    return parseArgs<T>([...rawArgs], args);
  } catch (error) {
    throw usageError(stripVTControlCharacters(messageOf(error)));
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The same commands as the entries of a group. */
export const loaded = (commands: Readonly<Record<string, Command>>): Group['commands'] =>
  Object.fromEntries(
    Object.entries(commands).map(([name, node]) => [name, { description: node.description, load: async () => node }]),
  );

export const group = (definition: Omit<Group, 'kind'>): Group => ({ kind: 'group', ...definition });
