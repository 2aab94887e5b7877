import type { Command, Group } from '../src/cli/command.ts';
import { NAME, usageOf } from '../src/cli/help.ts';
import { root } from '../src/cli/root.ts';

const HEAD = `# All commands

Generated from the command definitions by \`npm run generate\`. [Command line](cli.md) explains how to use them. Every command also has \`--help\`, \`--json\` and \`--verbose\`.
`;

/** The options of every command, which the page's head explains. */
const COMMON = new Set(['json', 'verbose']);

/** The content of `docs/commands.md`: every command with its usage, description and options. */
export async function makeCliReference(): Promise<string> {
  const sections = await Promise.all(
    Object.entries(root.commands).map(async ([name, entry]) => {
      const node = await entry.load();
      if (node.kind === 'command') return described([`${NAME} ${name}`, node], '##').join('\n');
      const commands = await commandsBelow(node, `${NAME} ${name}`);
      const about = [`## ${name}`, '', `${entry.description}.`, ''];
      return [...about, ...commands.flatMap((found) => described(found, '###'))].join('\n');
    }),
  );
  return `${[HEAD, ...sections].join('\n').trimEnd()}\n`;
}

type Found = readonly [path: string, node: Command];

async function commandsBelow(node: Command | Group, path: string): Promise<readonly Found[]> {
  if (node.kind === 'command') return [[path, node]];
  const below = Object.entries(node.commands).map(async ([name, entry]) =>
    commandsBelow(await entry.load(), `${path} ${name}`),
  );
  return (await Promise.all(below)).flat();
}

function described([path, node]: Found, heading: '##' | '###'): readonly string[] {
  const options = Object.entries(node.args).filter(([name]) => !COMMON.has(name));
  const rows = options.map(([name, { type, description, options: values, required, default: standard }]) => {
    const label = type === 'positional' ? name.toUpperCase() : `--${name}`;
    const notes = [
      ...(values ? [`One of ${values.map((value) => `\`${value}\``).join(', ')}.`] : []),
      ...(type !== 'positional' && required ? ['Required.'] : []),
      ...(standard === undefined || standard === '' ? [] : [`Default: \`${standard}\`.`]),
    ];
    return `| \`${label}\` | ${[`${cell(description)}.`, ...notes].join(' ')} |`;
  });
  return [
    `${heading} ${path}`,
    '',
    `${node.description}.`,
    '',
    '```',
    usageOf(node, path),
    '```',
    '',
    ...(rows.length === 0 ? [] : ['| argument | meaning |', '|---|---|', ...rows, '']),
  ];
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
