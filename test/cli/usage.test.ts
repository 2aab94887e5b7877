import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { paintHelp, paintResult } from '../../src/cli/colour.ts';
import type { Command, Group } from '../../src/cli/command.ts';
import { EXIT_CODES, EXIT_OF } from '../../src/cli/exit.ts';
import { root } from '../../src/cli/root.ts';
import { STATUS } from '../../src/wire/errors.ts';
import { run, toolyard } from './toolyard.ts';

type Named = { readonly path: readonly string[]; readonly node: Command | Group };

async function everything(node: Command | Group, path: readonly string[]): Promise<Named[]> {
  if (node.kind === 'command') return [{ path, node }];
  const below = Object.entries(node.commands).map(async ([name, entry]) =>
    everything(await entry.load(), [...path, name]),
  );
  return [{ path, node }, ...(await Promise.all(below)).flat()];
}

const all = await everything(root, []);
const commands = all.filter(({ node }) => node.kind === 'command');

describe('every command and group', () => {
  it.each(all.map(({ path, node }) => [path.join(' ') || 'toolyard', path, node] as const))(
    '%s has help: usage, options, examples, exit codes',
    async (_name, path, node) => {
      const { code, out, err } = await run([...path, '--help'], {});
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toContain(`Usage:\n  ${['toolyard', ...path].join(' ')}`);
      expect(out).toContain('\nExamples:\n  ');
      for (const [exit, meaning] of Object.entries(EXIT_CODES)) expect(out).toContain(`${exit}  ${meaning}`);
      for (const name of Object.keys(node.kind === 'group' ? node.commands : node.args)) {
        expect(out.toLowerCase()).toContain(name);
      }
      expect(node.examples.every((example) => example.includes('toolyard '))).toBe(true);
    },
  );

  it.each(commands.map(({ path }) => [path.join(' '), path] as const))(
    '%s refuses an unknown option, with its usage and exit code 2',
    async (_name, path) => {
      const { code, out, err } = await run([...path, '--nonsense'], {});
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toBe(`Unknown option '--nonsense'\n\n${err.slice(err.indexOf('Usage:'))}`);
      expect(err).toContain(`Usage: ${['toolyard', ...path].join(' ')}`);
    },
  );
});

describe('irreversible commands', () => {
  const FINAL = /^(delete|remove|revoke|abandon|reset|apply)|^rotate$/;
  /** Commands with such a name that lose nothing. */
  const HARMLESS = ['vault rotate', 'signing-key rotate'];
  const final = commands.filter(({ path }) => FINAL.test(path.at(-1) ?? '') && !HARMLESS.includes(path.join(' ')));
  const named = ({ path, node }: Named): readonly string[] => {
    const args = node.kind === 'command' ? Object.entries(node.args) : [];
    return [...path, ...args.flatMap(([name, { type }]) => (type === 'positional' ? [`the-${name}`] : []))];
  };

  it('confirm with a person at a terminal, who may decline', async () => {
    process.stdout.write(`${final.length} commands delete, revoke or replace\n`);
    expect(final.length).toBeGreaterThan(18);
    for (const one of final) {
      const questions: string[] = [];
      const ask = async (question: string) => {
        questions.push(question);
        return '';
      };
      const { code, out, err } = await run(named(one), {}, '', ask);
      expect({ path: one.path, code, out, err }).toEqual({
        path: one.path,
        code: 130,
        out: '',
        err: 'Cancelled: nothing was changed',
      });
      expect(questions).toEqual([expect.stringMatching(/^[^?]+\?.* \[y\/N\] $/)]);
      for (const value of named(one).slice(one.path.length)) expect(questions[0]).toContain(value);
    }
  });

  it('need --yes in a script, and do not ask with it', async () => {
    const ask = () => Promise.reject(new Error('asked'));
    // With these settings, neither the database nor the API is reachable.
    const env = { PORT: 'none', TOOLYARD_API_KEY: 'k', TOOLYARD_URL: 'http://127.0.0.1:1' };
    for (const one of final) {
      expect((await run([...named(one), '--yes'], env, '', ask)).err).not.toMatch(/asked|--yes/);
      const { code, out, err } = await run(named(one), env);
      expect({ path: one.path, code, out }).toEqual({ path: one.path, code: 2, out: '' });
      expect(err).toMatch(/^.+\? .*Confirm with --yes\n/);
    }
  });
});

it.each([[[]], [['stack']]])('lists the commands when none is given: %j', async (line) => {
  expect(await run(line, {})).toEqual(await run([...line, '--help'], {}));
});

it('prints its version', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(await run(['--version'], {})).toEqual({ code: 0, out: version, err: '' });
  expect(JSON.parse((await run(['--version', '--json'], {})).out)).toEqual({ version });
});

describe('colours', () => {
  const ESCAPE = String.fromCodePoint(27);

  it('apply to terminals: none in a pipe or with NO_COLOR, all with FORCE_COLOR, none in JSON', async () => {
    const line = ['stak'];
    const [piped, forced, json] = await Promise.all([
      toolyard(line, {}),
      toolyard(line, { FORCE_COLOR: '1' }),
      toolyard([...line, '--json'], { FORCE_COLOR: '1' }),
    ]);
    expect(piped.err).not.toContain(ESCAPE);
    expect(forced.err).toContain(`${ESCAPE}[31mUnknown command: stak. Did you mean stack?${ESCAPE}[39m`);
    expect(json.err).not.toContain(ESCAPE);
  });

  it('mark headings and states, never similar text in a name', () => {
    const marked = (style: string, text: string) => `<${style}>${text}</>`;
    expect(paintResult('NAME  STATE\nok-shop  ok\nNAME  X', marked)).toBe('<bold>NAME  STATE</>\nok-shop  ok\nNAME  X');
    expect(paintResult('fail  key  wrong\nok    clock', marked)).toBe(
      '<red>fail</>  key  wrong\n<green>ok</>    clock',
    );
    expect(paintHelp('About\n\nUsage:\n  toolyard', marked)).toBe('About\n\n<bold>Usage:</>\n  toolyard');
  });
});

describe('an invalid command line', () => {
  it.each([
    [['bogus'], 'Unknown command: bogus\n'],
    [['stak', 'list'], 'Unknown command: stak. Did you mean stack?'],
    [['stack', 'craete'], 'Unknown command: craete. Did you mean create?'],
    [['account', 'create', '--nmae', 'a'], "Unknown option '--nmae'. Did you mean --name?"],
    [['account', 'create', '--x', 'a'], "Unknown option '--x'\n"],
    [['stack', 'bogus'], 'Unknown command: bogus'],
    [['--nonsense'], 'Unknown option: --nonsense'],
    [['toString'], 'Unknown command: toString'],
    [['account', 'create'], 'Missing required argument: --name'],
    [['account', 'create', '--name'], "Option '--name <value>' argument missing"],
    [['account', 'create', '--name', 'a', '--name', 'b'], 'Option --name can be passed only once'],
    [['account', 'create', '--name', 'a', 'surplus'], 'Unexpected argument: surplus'],
    [['account', 'list', '--no-json'], "Unknown option '--no-json'"],
    [['account', 'limits', '--account', 'acct_1', '--set', 'invoke=many'], '--set: invoke must be a whole number'],
    [['key', 'revoke', '--yes'], 'Missing required positional argument: KEY'],
    [['key', 'create', '--name', 'a', '--expires-days', '1.5'], '--expires-days must be a whole number'],
    [['key', 'create', '--name', 'a', '--account', 'acct_1', '--api-key', 'k'], 'Pass either --account'],
    [
      ['endpoint', 'create', '--stack', 's', '--name', 'n', '--expires-days', '1', '--never-expires'],
      'Pass either --expires-days or --never-expires',
    ],
    [['token', 'list'], 'Pass either --endpoint or --stack'],
    [['server', 'import'], 'Pass either a file or URL, or --command'],
    [['server', 'import', 'a.json', '--command', 'b'], 'Pass either a file or URL, or --command'],
    [['stack', 'add-server', 's', 'x', '--all', '--tool', 'a'], 'Pass either --all or --tool'],
    [['stack', 'set-tools', 's', 'x'], 'Pass either --none, or --tool one or more times'],
    [['stack', 'update', 's'], 'Pass --name, --record-calls or both'],
    [['stack', 'update', 's', '--record-calls', 'maybe'], 'Invalid value for argument: --record-calls (maybe)'],
    [['stack', 'set-credentials', 's', 'x'], 'Pass either FIELD=VALUE'],
    [['stack', 'set-credentials', 's', 'x', 'a=b', '--from-stdin'], 'Pass either FIELD=VALUE'],
    [['stack', 'list', '--api-key', 'k', '--url', 'ftp://host'], 'must be an http or https URL'],
  ])('%j: %s', async (line, message) => {
    const { code, out, err } = await run(line, {});
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).toContain('Usage: toolyard');
  });

  it('is one JSON object on standard error with --json', async () => {
    const { code, out, err } = await run(['account', 'create', '--json'], {});
    expect({ code, out, err: JSON.parse(err) }).toEqual({
      code: 2,
      out: '',
      err: { error: { code: 'usage', message: 'Missing required argument: --name' } },
    });
  });

  it('does not repeat a value that may be secret', async () => {
    const { err } = await run(['stack', 'set-credentials', 's', 'x', 'hunter2-without-a-field'], {});
    expect(err).toContain('Expected name=value');
    expect(err).not.toContain('hunter2');
  });
});

describe('docs/cli.md', () => {
  const document = readFileSync('docs/cli.md', 'utf8');

  it.each(Object.entries(EXIT_CODES))('explains exit code %s with all its error codes', (exit, meaning) => {
    const codes = Object.entries(EXIT_OF).flatMap(([code, of]) => (String(of) === exit ? [code] : []));
    const row = document.split('\n').find((line) => line.startsWith(`| ${exit} | ${meaning} |`)) ?? '';
    expect([...row.matchAll(/`(\w+)`/g)].map(([, code]) => code).toSorted()).toEqual(codes.toSorted());
  });

  it('names every group of commands', () => {
    expect(Object.keys(root.commands).filter((name) => !document.includes(`\`${name}\``))).toEqual([]);
  });
});

it('has an exit code for every error code of the service', () => {
  expect(Object.keys(EXIT_OF)).toEqual(expect.arrayContaining(Object.keys(STATUS)));
});
