import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Installation, run, runJson, startInstallation } from './toolyard.ts';

let at: Installation;
const toolyard = (...args: readonly string[]) => run(['stack', ...args], at.api);
const TEXT = '---\nname: tidy\ndescription: Tidy up.\n---\n\nSteps.\n';

beforeAll(async () => {
  at = await startInstallation();
  await toolyard('create', '--name', 'support');
  writeFileSync(join(at.dir, 'tidy.md'), TEXT);
  writeFileSync(join(at.dir, 'wrong.md'), '# Steps\n');
});
afterAll(() => at?.close());

it('sets, lists, prints and deletes a skill', async () => {
  const set = await toolyard('set-skill', 'support', join(at.dir, 'tidy.md'));
  expect(set.out).toBe('Set the skill tidy. MCP clients read it at skill://tidy/SKILL.md');
  expect((await toolyard('skills', 'support')).out).toMatch(/^SKILL +DESCRIPTION\ntidy +Tidy up\.$/);
  expect(`${(await toolyard('skills', 'support', 'tidy')).out}\n`).toBe(TEXT);
  expect(await runJson(['stack', 'skills', 'support'], at.api)).toMatchObject([
    {
      name: 'tidy',
      uri: 'skill://tidy/SKILL.md',
      digest: expect.stringMatching(/^sha256:[\da-f]{64}$/),
      content: TEXT,
    },
  ]);
  expect((await toolyard('delete-skill', 'support', 'tidy', '--yes')).out).toBe('Deleted the skill tidy');
  expect((await toolyard('skills', 'support')).out).toBe('No skills');
});

it.each([
  [['skills', 'support', 'other'], 'Skill other not found'],
  [['delete-skill', 'support', 'other', '--yes'], 'Skill other not found'],
  [['skills', 'nowhere'], 'Stack nowhere not found'],
])('refuses %j', async (args, message) => {
  expect(await toolyard(...args)).toMatchObject({ out: '', err: expect.stringContaining(message) });
});

it('says why a file is not a skill', async () => {
  const { err } = await toolyard('set-skill', 'support', join(at.dir, 'wrong.md'));
  expect(err).toContain('must begin with front matter');
});
