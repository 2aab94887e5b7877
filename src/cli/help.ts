import type { ArgDef, ArgsDef } from './args.ts';
import type { Command, Group } from './command.ts';
import { EXIT_CODES } from './exit.ts';
import { columns } from './output.ts';

export const NAME = 'toolyard';

/** The help text of a command or group; `path` is its full name, such as `toolyard stack create`. */
export function helpOf(node: Command | Group, path: string): string {
  const exits = Object.entries(EXIT_CODES).map(([code, meaning]) => [code.padStart(3), meaning]);
  const commands = Object.entries(node.kind === 'group' ? node.commands : {});
  const commandRows = commands.map(([name, { description }]) => [name, description]);
  return [
    node.description,
    ...section('Usage', [usageOf(node, path)]),
    ...(node.kind === 'group' ? section('Commands', columns(commandRows)) : argumentSections(node)),
    ...section('Examples', node.examples),
    ...section('Exit codes', columns(exits)),
    ...(node.kind === 'group' ? ['', `Run ${path} COMMAND --help for details of a command.`] : []),
    ...(path === NAME ? [`Run ${path} --version for the version.`] : []),
  ].join('\n');
}

const section = (heading: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `${heading}:`, ...lines.map((line) => `  ${line}`)];

export function usageOf(node: Command | Group, path: string): string {
  if (node.kind === 'group') return `${path} COMMAND`;
  const { args, rest } = node;
  const positionals = entries(args, isPositional).map(([name, arg]) =>
    arg.required === false ? `[${name.toUpperCase()}]` : name.toUpperCase(),
  );
  const required = entries(args, (arg) => !isPositional(arg) && arg.required === true).map(optionLabel);
  return [path, ...positionals, ...(rest === null ? [] : [rest]), ...required, '[OPTIONS]'].join(' ');
}

function argumentSections({ args }: Command): readonly string[] {
  const positionals = entries(args, isPositional).map(([name, arg]) => [name.toUpperCase(), arg.description ?? '']);
  const options = entries(args, (arg) => !isPositional(arg)).map((entry) => {
    const { description = '', required } = entry[1];
    return [optionLabel(entry), required === true ? `${description} (required)` : description];
  });
  return [
    ...section('Arguments', columns(positionals)),
    ...section('Options', columns([...options, ['--help', 'Print this help']])),
  ];
}

type ArgEntry = readonly [name: string, arg: ArgDef];

const entries = (args: ArgsDef, isListed: (arg: ArgDef) => boolean): readonly ArgEntry[] =>
  Object.entries(args).filter(([, arg]) => isListed(arg));

const isPositional = (arg: ArgDef): boolean => arg.type === 'positional';

const optionLabel = ([name, arg]: ArgEntry): string =>
  arg.type === 'boolean' ? `--${name}` : `--${name} ${arg.valueHint ?? name.toUpperCase()}`;
