import type { Command, Group } from './command.ts';
import { NAME } from './help.ts';

/** The words after a command or group. */
type CompletionEntry = {
  /** The command line without the program's name: `stack create`; empty for the program itself. */
  readonly path: string;
  /** A group's commands or a command's options, with descriptions. */
  readonly words: readonly (readonly [word: string, description: string])[];
  /** The values of options with few values. */
  readonly values: readonly (readonly [option: string, values: readonly string[]])[];
};

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** The script that completes command lines in a shell. All words consist of `[a-z-]`, so none needs quotes. */
export async function completionScript(root: Group, shell: (typeof SHELLS)[number]): Promise<string> {
  const all = await completed(root, []);
  return { bash, zsh, fish }[shell](all);
}

async function completed(node: Command | Group, path: readonly string[]): Promise<readonly CompletionEntry[]> {
  const here = path.join(' ');
  if (node.kind === 'group') {
    const below = Object.entries(node.commands).map(async ([name, entry]) =>
      completed(await entry.load(), [...path, name]),
    );
    const words = Object.entries(node.commands).map(([name, { description }]) => [name, description] as const);
    return [{ path: here, words: [...words, HELP], values: [] }, ...(await Promise.all(below)).flat()];
  }
  const options = Object.entries(node.args).filter(([, { type }]) => type !== 'positional');
  const places = Object.values(node.args).filter(({ type }) => type === 'positional');
  const choices = places.flatMap((arg) => (arg.options ?? []).map((option) => [option, arg.description] as const));
  const words = options.map(([name, { description }]) => [`--${name}`, description] as const);
  const values = options.flatMap(([name, arg]) => (arg.options ? [[`--${name}`, arg.options] as const] : []));
  return [{ path: here, words: [...choices, ...words, HELP], values }];
}

const HELP = ['--help', 'Print the help'] as const;

const paths = (all: readonly CompletionEntry[]): readonly string[] =>
  all.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`]));

/** Shared by bash and zsh: `offered` are the possible next words after those typed. */
function offering(all: readonly CompletionEntry[], typed: string): string {
  const cases = all.flatMap(({ path, words, values }) => [
    ...values.map(([option, known]) => `    '${path}:${option}') offered='${known.join(' ')}' ;;`),
    `    '${path}:'*) offered='${words.map(([word]) => word).join(' ')}' ;;`,
  ]);
  return `  local at= offered= typed= last=
  for typed in ${typed}; do
    case "\${at:+$at }$typed" in
      ${paths(all).join('|')}) at="\${at:+$at }$typed" ;;
    esac
    last=$typed
  done
  case "$at:$last" in
${cases.join('\n')}
  esac`;
}

const bash = (all: readonly CompletionEntry[]): string => `_${NAME}() {
${offering(all, `"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`)}
  COMPREPLY=($(compgen -W "$offered" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${NAME} ${NAME}`;

const zsh = (all: readonly CompletionEntry[]): string => `#compdef ${NAME}
_${NAME}() {
${offering(all, `"\${(@)words[2,CURRENT-1]}"`)}
  compadd -- \${=offered} || _files
}
compdef _${NAME} ${NAME}`;

const fish = (all: readonly CompletionEntry[]): string => {
  const offers = all.flatMap(({ path, words, values }) => [
    ...words.map(([word, description]) => fishOffer(path, '', word, description)),
    ...values.map(([option, known]) => fishOffer(path, option, known.join(' '), '')),
  ]);
  return `function __${NAME}_at
  set -l at
  set -l last
  for typed in (commandline -opc)[2..-1]
    set -l next (string join -- ' ' $at $typed)
    contains -- "$next" ${paths(all).join(' ')}; and set at $next
    set last $typed
  end
  test "$at" = "$argv[1]"; and begin; test -z "$argv[2]"; or test "$last" = "$argv[2]"; end
end
${offers.join('\n')}`;
};

const fishOffer = (path: string, option: string, words: string, description: string): string => {
  const escaped = description.replaceAll(/[\\']/g, '\\$&');
  const kind = option === '' ? '' : ' -f';
  return `complete -c ${NAME}${kind} -n "__${NAME}_at '${path}' '${option}'" -a '${words}'${escaped && ` -d '${escaped}'`}`;
};
