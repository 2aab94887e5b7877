import { parseArgs } from 'node:util';
import { unknownError, usageError } from './exit.ts';

/**
 * An argument of a command. An enum is an option with a few values. A positional is required unless `required` is
 * false.
 */
export type ArgDef = {
  readonly type: 'boolean' | 'string' | 'enum' | 'positional';
  readonly description: string;
  readonly valueHint?: string;
  readonly required?: boolean;
  readonly default?: string;
  /** The values of an enum. */
  readonly options?: readonly string[];
};

export type ArgsDef = Readonly<Record<string, ArgDef>>;

type IsGiven<D extends ArgDef> = D extends { readonly default: string } | { readonly required: true }
  ? true
  : D extends { readonly required: false }
    ? false
    : D['type'] extends 'positional'
      ? true
      : false;

type TextOf<D extends ArgDef> = D extends { readonly options: readonly (infer Option)[] } ? Option : string;

type ParsedArg<D extends ArgDef> = D['type'] extends 'boolean'
  ? boolean | undefined
  : IsGiven<D> extends true
    ? TextOf<D>
    : TextOf<D> | undefined;

/** The parsed values by argument name. */
export type ParsedArgs<T extends ArgsDef> = { readonly [K in keyof T]: ParsedArg<T[K]> };

type Shape<T extends ArgsDef> = {
  readonly args: T;
  /** Whether positional arguments may follow the named ones. */
  readonly hasRest: boolean;
  /** Options that may be given more than once. */
  readonly repeatable: readonly string[];
};

type ArgReader<T extends ArgsDef> = {
  readonly args: ParsedArgs<T>;
  readonly rest: readonly string[];
  /** Every value of an option that may be repeated. */
  all(option: string): readonly string[];
};

/** Parses the arguments of one command; unknown ones are errors. @throws CliError usage */
export function readArgs<T extends ArgsDef>(rawArgs: readonly string[], shape: Shape<T>): ArgReader<T> {
  const { values, positionals } = parseStrictly(rawArgs, shape.args);
  const twice = Object.keys(values).find((name) => values[name]?.length !== 1 && !shape.repeatable.includes(name));
  if (twice !== undefined) throw usageError(`Option --${twice} can be passed only once`);
  const names = Object.keys(shape.args).filter((name) => shape.args[name]?.type === 'positional');
  const surplus = positionals[names.length];
  if (!shape.hasRest && surplus !== undefined) throw usageError(`Unexpected argument: ${surplus}`);
  const entries = Object.entries(shape.args).map(([name, arg]) => {
    const value = arg.type === 'positional' ? positionals[names.indexOf(name)] : values[name]?.at(-1);
    return [name, checked(name, arg, value)] as const;
  });
  return {
    args: typed<T>(Object.fromEntries(entries)),
    rest: positionals.slice(names.length),
    all: (option) => (values[option] ?? []).map(String),
  };
}

type Value = string | boolean | undefined;

/** Boundary: each value was checked against its argument's definition. */
const typed = <T extends ArgsDef>(values: Readonly<Record<string, Value>>) => values as ParsedArgs<T>;

function checked(name: string, arg: ArgDef, input: Value): Value {
  const value = input ?? arg.default;
  if (value === undefined) {
    if (arg.type === 'positional' && arg.required !== false) {
      throw usageError(`Missing required positional argument: ${name.toUpperCase()}`);
    }
    if (arg.required) throw usageError(`Missing required argument: --${name}`);
  } else if (arg.options && !arg.options.includes(String(value))) {
    const options = arg.options.join(', ');
    throw usageError(`Invalid value for argument: --${name} (${value}). Expected one of: ${options}.`);
  }
  return value;
}

function parseStrictly(rawArgs: readonly string[], args: ArgsDef) {
  const options = Object.entries(args).flatMap(([name, { type }]) =>
    type === 'positional' ? [] : [[name, { type: type === 'boolean' ? 'boolean' : 'string', multiple: true }] as const],
  );
  try {
    return parseArgs({ args: [...rawArgs], options: Object.fromEntries(options), allowPositionals: true });
  } catch (error) {
    // Node adds a hint on positionals that start with a dash; only its first sentence is used.
    const message = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
    const [, unknown = ''] = /^Unknown option '(-\S+)'/.exec(message) ?? [];
    const known = options.map(([name]) => `--${name}`);
    throw unknownError(message, unknown, unknown === '' ? [] : known);
  }
}
