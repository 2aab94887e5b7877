import { COMMON_ARGS, type Command, type Group, YES_ARG } from '../src/cli/command.ts';
import { NAME, usageOf } from '../src/cli/help.ts';
import { API_ARGS } from '../src/cli/input.ts';
import { root } from '../src/cli/root.ts';
import { PAGES, type Page } from './cliPages.ts';

/** The options that many commands share. The index explains them, and the other pages leave them out. */
const SHARED = { ...COMMON_ARGS, ...YES_ARG, ...API_ARGS };
const SHARED_DESCRIPTIONS = new Set<string>(Object.values(SHARED).map(({ description }) => description));

const INDEX_HEAD = `# All commands

Every command of \`toolyard\`, with links to its arguments and options. [Command line](cli.md) explains how to use them.

Every command has \`--json\` and \`--verbose\`. Commands that delete, revoke or replace something have \`--yes\`. Commands that use the API also have \`--url\`, \`--profile\` and \`--api-key\`:

| option | meaning |
|---|---|
${Object.entries(SHARED)
  .map(([name, { description }]) => `| \`--${name}\` | ${description}. |`)
  .join('\n')}
`;

/** The content of the document \`page\`, one of `CLI_PAGES`. */
export const makeCliPage = (page: string): Promise<string> => {
  const command = PAGES.find(({ name }) => name === page);
  return command ? makePage(command) : makeIndex();
};

async function makeIndex(): Promise<string> {
  const missing = Object.keys(root.commands).filter((name) => !PAGES.some(({ entries }) => entries.includes(name)));
  if (missing.length > 0)
    throw new Error(`Add these commands to a page in scripts/cliReference.ts: ${missing.join(', ')}`);
  const sections = PAGES.map(async ({ name, title, entries }) => {
    const commands = (await Promise.all(entries.map(commandsOf))).flat();
    const rows = commands.map(
      ([path, { description }]) => `| [\`${path}\`](${name}.md#${anchorOf(path)}) | ${cell(description)}. |`,
    );
    return [`## [${title}](${name}.md)`, '', '| command | description |', '|---|---|', ...rows, ''].join('\n');
  });
  return toDocument([INDEX_HEAD, ...(await Promise.all(sections))]);
}

async function makePage({ title, entries }: Page): Promise<string> {
  const about = `Arguments and options of ${entries.map((name) => `\`${name}\``).join(', ')}. [All commands](commands.md) explains the options that many commands share.`;
  const sections = entries.map(async (name) => (await commandsOf(name)).flatMap(described).join('\n'));
  return toDocument([`# ${title}\n\n${about}\n`, ...(await Promise.all(sections))]);
}

const toDocument = (parts: readonly string[]): string => `${parts.join('\n').trimEnd()}\n`;

const anchorOf = (path: string): string => path.replaceAll(' ', '-');

type CommandEntry = readonly [path: string, node: Command];

/** The commands of a top-level entry: itself, or those of the group. */
async function commandsOf(name: string): Promise<readonly CommandEntry[]> {
  const node = await root.commands[name]?.load();
  if (!node) throw new Error(`There is no command ${name}`);
  return commandsBelow(node, `${NAME} ${name}`);
}

async function commandsBelow(node: Command | Group, path: string): Promise<readonly CommandEntry[]> {
  if (node.kind === 'command') return [[path, node]];
  const below = Object.entries(node.commands).map(async ([name, entry]) =>
    commandsBelow(await entry.load(), `${path} ${name}`),
  );
  return (await Promise.all(below)).flat();
}

function described([path, node]: CommandEntry): readonly string[] {
  const options = Object.entries(node.args).filter(([, { description }]) => !SHARED_DESCRIPTIONS.has(description));
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
    `## ${path}`,
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
