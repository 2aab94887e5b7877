import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { run } from './toolyard.ts';

const script = async (shell: string): Promise<string> => (await run(['completion', shell], {})).out;

const offeredIn = (bash: string, typed: readonly string[]): readonly string[] => {
  const ask = `${bash}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _toolyard; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', ask, 'bash', 'toolyard', ...typed], { encoding: 'utf8' })
    .trim()
    .split('\n');
};

it.each<[string[], string[]]>([
  [['sta'], ['start', 'stack']],
  [
    ['stack', 'remove-'],
    ['remove-server', 'remove-credential'],
  ],
  [['stack', 'delete', 'demo', '--y'], ['--yes']],
  [
    ['stack', 'tools', 'demo', '--format', 'openai_'],
    ['openai_responses', 'openai_strict'],
  ],
  [['stack', 'stack', '--h'], ['--help']],
  [['bogus', 'doc'], ['doctor']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish', '--json', '--verbose', '--help'],
  ],
])('bash completes %j', async (typed, offered) => {
  expect(offeredIn(await script('bash'), typed)).toEqual(offered);
});

it.each(['zsh', 'fish'])('%s completes every command that bash completes', async (shell) => {
  const paths = [...(await script('bash')).matchAll(/^ {4}'([a-z -]+):'\*\)/gm)].map(([, path = '']) => path);
  const text = await script(shell);
  process.stdout.write(`${shell}: ${paths.length} commands and groups\n`);
  expect(paths.length).toBeGreaterThan(60);
  expect(paths.filter((path) => !text.includes(`'${path}`))).toEqual([]);
});

it('refuses an unsupported shell', async () => {
  expect(await run(['completion', 'tcsh'], {})).toMatchObject({ code: 2, out: '' });
});
