import { type ArgsDef, type ParsedArgs, readArgs } from './args.ts';
import type { Paint } from './colour.ts';
import type { Environment } from './env.ts';
import { CliError, type ExitCode, usageError } from './exit.ts';
import type { Result } from './output.ts';

/** A command's environment and services. */
export type Run = {
  readonly environment: Environment;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly isVerbose: boolean;
  /** Whether output is for scripts. */
  readonly isJson: boolean;
  /** Positional arguments after the named ones. */
  readonly rest: readonly string[];
  /** Every value of an option that may be repeated. */
  all(option: string): readonly string[];
  /** All of standard input. @throws AppError invalid_input for a document of more than `bytesMax` */
  readStdin(bytesMax?: number): Promise<string>;
  /** Prints on standard error while the command runs. */
  notice(text: string): void;
  /** Prints a part of the result on standard output while the command runs. */
  print(text: string): void;
  /** Colours for `print`. */
  readonly paint: Paint;
  /** Asks the person at the terminal; null without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | null;
};

export const YES_ARG = {
  yes: { type: 'boolean', description: 'Do not ask for confirmation' },
} as const satisfies ArgsDef;

export const COMMON_ARGS = {
  json: { type: 'boolean', description: 'Print the result, or the error, as JSON' },
  verbose: { type: 'boolean', description: 'Log to standard error' },
} as const satisfies ArgsDef;

/** A command whose argument type is hidden. */
export type Command = {
  readonly kind: 'command';
  readonly description: string;
  readonly examples: readonly string[];
  readonly args: ArgsDef;
  /** Heading of the remaining positional arguments; null for none. */
  readonly rest: string | null;
  run(rawArgs: readonly string[], base: BaseRun): Promise<Result | ExitCode>;
};

export type BaseRun = Omit<Run, 'rest' | 'all' | 'isVerbose' | 'isJson'>;

export type Group = {
  readonly kind: 'group';
  readonly description: string;
  readonly examples: readonly string[];
  /** Loaded on demand: most commands need neither the database nor the API. */
  readonly commands: Readonly<Record<string, CommandEntry>>;
};

export type CommandEntry = { readonly description: string; load(): Promise<Command | Group> };

type Definition<T extends ArgsDef> = {
  readonly description: string;
  readonly examples: readonly string[];
  readonly args?: T;
  readonly rest?: string;
  /** Options that may be given more than once. */
  readonly repeatable?: readonly (keyof T)[];
  /** The confirmation before an irreversible step. Scripts can't answer it and must pass `--yes`. */
  readonly confirm?: (args: ParsedArgs<T>) => string;
  /** Returns the result, or an exit code when everything has been printed. */
  run(args: ParsedArgs<T>, run: Run): Promise<Result | ExitCode>;
};

export function command<const T extends ArgsDef>(definition: Definition<T>): Command {
  const { description, examples, rest = null, repeatable = [], confirm } = definition;
  const args: T & typeof COMMON_ARGS = { ...(definition.args ?? noArgs<T>()), ...(confirm && YES_ARG), ...COMMON_ARGS };
  return {
    kind: 'command',
    description,
    examples,
    args,
    rest,
    async run(rawArgs, base) {
      const parsed = readArgs(rawArgs, { args, hasRest: rest !== null, repeatable: repeatable.map(String) });
      const [isVerbose, isJson] = [parsed.args.verbose === true, parsed.args.json === true];
      if (confirm && !rawArgs.includes('--yes')) {
        const { ask } = base;
        const question = confirm(parsed.args);
        if (!ask) throw usageError(`${question} Confirm with --yes`);
        if (!isYes(await ask(`${question} [y/N] `)))
          throw new CliError('interrupted', 'Cancelled: nothing was changed');
      }
      return definition.run(parsed.args, { ...base, rest: parsed.rest, all: parsed.all, isVerbose, isJson });
    },
  };
}

/** Whether the reply to a [y/N] question is yes. */
export const isYes = (answer: string): boolean => /^y(es)?$/i.test(answer.trim());

/** Boundary: a command without declared arguments has none. */
const noArgs = <T extends ArgsDef>() => ({}) as T;

/** Turns loaded commands into the entries of a group, which usually load on demand. */
export const loaded = (commands: Readonly<Record<string, Command>>): Group['commands'] =>
  Object.fromEntries(
    Object.entries(commands).map(([name, node]) => [name, { description: node.description, load: async () => node }]),
  );

export const group = (definition: Omit<Group, 'kind'>): Group => ({ kind: 'group', ...definition });
