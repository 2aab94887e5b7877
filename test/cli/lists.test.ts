import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import type { Command, Group } from '../../src/cli/command.ts';
import { root } from '../../src/cli/root.ts';
import { openListed } from './listed.ts';
import { type Env, run, runJson } from './toolyard.ts';

const { at, endpoint, close } = await openListed();
afterAll(close);

type Row = Readonly<Record<string, unknown>>;
const [A, B, C] = ['a one', 'b two', 'c three'] as const;

/**
 * The rows of the three test objects that the options select, as printed; ignores other rows, such as the first key.
 */
type Finds = Readonly<Record<string, readonly string[]>>;
const MADE: Finds = {
  '': [C, B, A],
  '--order newest': [C, B, A],
  '--order oldest': [A, B, C],
  '--order name': [A, B, C],
  '--search THREE': [C],
  '--search %': [],
};
const ENDING: Finds = {
  ...MADE,
  '--state active --order name': [A, C],
  '--state over': [B],
  '--state over --search one': [],
};

/** By list, for the API and, where noted, for the database: `of` is the parent, `name` the row's name column. */
type Listed = {
  readonly of?: 'stack' | 'endpoint';
  readonly name?: string;
  readonly on: readonly Surface[];
  readonly finds: Finds;
};
type Surface = 'api' | 'database';
const BOTH = ['api', 'database'] as const;
const LISTS: Readonly<Record<string, Listed>> = {
  'stack list': {
    name: 'stack_name',
    on: ['api'],
    finds: {
      ...MADE,
      '': [A, B, C],
      '--search shop': [A, B],
      '--needs-attention': [B],
      '--unrecorded': [B, C],
      '--unrecorded --search shop': [B],
      '--order called': [A, C, B],
      '--order idle': [B, C, A],
    },
  },
  'endpoint list': { of: 'stack', on: ['api'], finds: MADE },
  'token list': {
    of: 'endpoint',
    on: ['api'],
    finds: { ...ENDING, '--order used': [C, B, A], '--order idle': [A, B, C] },
  },
  'key list': { on: BOTH, finds: { ...ENDING, '--order used': [A, C, B], '--order idle': [B, C, A] } },
  'service-account list': { of: 'endpoint', on: ['api'], finds: ENDING },
  'issuer list': { of: 'endpoint', on: ['api'], finds: { ...MADE, '--search three.EXAMPLE': [C] } },
  'policy list': {
    on: ['api'],
    finds: {
      ...MADE,
      '': [A, B, C],
      '--effect allow': [A, C],
      '--effect deny': [B],
      '--effect allow --search two': [],
    },
  },
  'approval list': {
    name: 'tool_id',
    on: ['api'],
    finds: {
      '': ['shop_fail', 'shop_echo'],
      '--order newest': ['shop_fail', 'shop_echo'],
      '--order oldest': ['shop_echo', 'shop_fail'],
      '--search ECHO': ['shop_echo'],
      '--search two': [],
    },
  },
  'review list': {
    name: 'tool_id',
    on: ['api'],
    finds: {
      '--search READ': ['notes_read'],
      '--order oldest --search read': ['notes_read'],
      '--order newest --search keep': ['notes_keep'],
      '--search notes --kind reworded': ['notes_keep'],
      '--kind widening': ['notes_read'],
      '--kind breaking': [],
    },
  },
  'server list': {
    name: 'name',
    on: ['database'],
    finds: { '--search shop': ['The Shop'], '--category development': ['Forge'], '--category ai': [] },
  },
};

/** Lists without options to search, sort or filter, and why they need none. */
const WITHOUT: Readonly<Record<string, string>> = {
  'account list': 'the API lists no accounts',
  'alert list': 'what is open, at most 1,000',
  'job list': 'jobs of the last day, newest first',
  'profile list': 'a file of this computer',
  'user list': 'the API has no search of people',
  'webhook list': 'at most ten',
};

async function commandsNamed(
  last: string,
  node: Command | Group,
  path: readonly string[] = [],
): Promise<[string, Command][]> {
  if (node.kind === 'command') return path.at(-1) === last ? [[path.join(' '), node]] : [];
  const below = Object.entries(node.commands).map(async ([name, entry]) =>
    commandsNamed(last, await entry.load(), [...path, name]),
  );
  return (await Promise.all(below)).flat();
}
const lists = new Map(await commandsNamed('list', root));
const SEARCH_OPTIONS = ['search', 'order', 'state', 'effect', 'kind', 'category', 'needs-attention', 'unrecorded'];
const optionsOf = (name: string): readonly string[] =>
  Object.keys(lists.get(name)?.args ?? {}).filter((each) => SEARCH_OPTIONS.includes(each));

/** A list's trials: each option, and each order and state. */
function toTry(name: string): readonly string[] {
  const args = Object.entries(lists.get(name)?.args ?? {}).filter(([option]) => optionsOf(name).includes(option));
  return args.flatMap(([option, { options = [''] }]) =>
    (['order', 'state'].includes(option) ? options : ['']).map((value) => `--${option} ${value}`.trim()),
  );
}

it('covers every list command and each of its options', () => {
  expect([...Object.keys(LISTS), ...Object.keys(WITHOUT)].sort()).toEqual([...lists.keys()].sort());
  for (const name of Object.keys(WITHOUT)) expect([name, optionsOf(name)]).toEqual([name, []]);
  for (const [name, { finds }] of Object.entries(LISTS)) {
    const tried = Object.keys(finds).join(' ');
    expect([name, toTry(name).filter((each) => !tried.includes(each))]).toEqual([name, []]);
    expect(toTry(name), name).toContain('--search');
  }
  const counts = Object.values(LISTS).map(({ finds }) => Object.keys(finds).length);
  process.stdout.write(
    `${counts.length} lists, ${counts.reduce((sum, each) => sum + each)} ways to look through them\n`,
  );
});

/** The command line's name for a list's parent. */
function ownerOf(name: string, of: Listed['of']): readonly string[] {
  if (of === undefined) return [];
  const value = of === 'stack' ? A : endpoint;
  return lists.get(name)?.args[of]?.type === 'positional' ? [value] : [`--${of}`, value];
}

async function expectMatches(name: string, env: Env, options: readonly string[]): Promise<void> {
  const { of, name: member = 'name', finds = {} } = LISTS[name] ?? {};
  const expected = new Set(Object.values(finds).flat());
  for (const each of options) {
    const line = [...name.split(' '), ...ownerOf(name, of), ...each.split(' ').filter(Boolean)];
    const rows = (await runJson(line, env)) as Row[];
    const names = rows.map((row) => String(row[member])).filter((shownName) => expected.has(shownName));
    expect([line.join(' '), names]).toEqual([line.join(' '), finds[each]]);
  }
}

it.each(Object.keys(LISTS).filter((name) => LISTS[name]?.on.includes('api')))(
  '%s searches, filters and sorts',
  (name) => expectMatches(name, at.api, Object.keys(LISTS[name]?.finds ?? {})),
);

it.each(Object.keys(LISTS).filter((name) => LISTS[name]?.on.includes('database')))(
  '%s searches and filters the same on the database',
  (name) => {
    const { finds = {} } = LISTS[name] ?? {};
    const some = ['--search THREE', '--search %', '--state active --order name', '--state over', '--search shop'];
    const chosen = [...some, '--category development', '--category ai'].filter((each) => each in finds);
    return expectMatches(name, at.operator, chosen);
  },
);

it('lists the tokens of a stack in one order across endpoints', async () => {
  const tokens = (await runJson(['token', 'list', '--stack', A, '--order', 'name'], at.api)) as Row[];
  expect(tokens.map(({ name }) => name)).toEqual([A, B, B, C, C]);
});

it('refuses an unsupported sort order, and lists the supported ones', async () => {
  const env: Env = at.api;
  expect(await run(['policy', 'list', '--order', 'used'], env)).toMatchObject({
    code: 2,
    err: expect.stringContaining('newest'),
  });
});

it('completes sort orders, and documents them in docs/cli.md', async () => {
  const script = (await run(['completion', 'bash'], {})).out;
  const offered = (line: string): readonly string[] => {
    const ask = `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _toolyard; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const words = ['toolyard', ...line.split(' ')];
    return execFileSync('bash', ['-c', ask, 'bash', ...words], { encoding: 'utf8' })
      .trim()
      .split('\n');
  };
  const documented = readFileSync('docs/cli.md', 'utf8');
  for (const name of Object.keys(LISTS)) {
    expect(offered(`${name} --sea`), name).toEqual(['--search']);
    const { order } = lists.get(name)?.args ?? {};
    if (order) expect(offered(`${name} --order `), name).toEqual(order.options);
    const documentedOptions = optionsOf(name).map((option) => `\`--${option}\``);
    expect(documented, name).toContain(`| \`${name}\` | ${documentedOptions.join(', ')} |`);
  }
});
