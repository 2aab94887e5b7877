import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { toServerId } from '../../src/core/kernel/ids.ts';
import { createPolicyRule } from '../../src/core/policies/policyRule.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { serverDocument } from '../graphql/documents.ts';
import { type Env, type Installation, run, runJson, startInstallation } from './toolyard.ts';

const YAML = `name: support
contentDays: 7
contentRedactions:
  - email
servers:
  - id: one
    credentials:
      - one_key
    tools:
      - one_find
      - id: one_send
        name: send_mail
        isPinned: true
rules:
  - tools:
      - one_send
    isReadOnly: false
    name: Ask before mail
    effect: ask
    quota:
      calls: 3
      per: day
      of: tool
skills:
  - |
    ---
    name: tidy
    description: Tidy up.
    ---
    Steps.
`;

let at: Installation;
let other: Env;
let file: string;
beforeAll(async () => {
  at = await startInstallation();
  await at.world.saveServer(serverDocument('one', { tools: ['find', 'send', 'drop'] }));
  other = { ...at.api, TOOLYARD_API_KEY: at.world.otherAccount.apiKey };
  file = join(at.dir, 'support.yaml');
  writeFileSync(file, YAML);
});
afterAll(() => at?.close());

const support = (state: string) => expect.objectContaining({ stack_name: 'support', state });

it('creates a stack from a file, and exports the same file again', async () => {
  const plan = await run(['stack', 'plan', file, '--check'], at.api);
  expect(plan).toMatchObject({ code: 1, out: expect.stringContaining('support: to create') });
  const applied = await run(['stack', 'apply', file, '--yes'], at.api);
  expect(applied).toMatchObject({ code: 0, err: 'warning: support: one needs the credential one_key' });
  const { ctx } = at.world.account;
  const { id } = await ctx.db.stack.findFirstOrThrow({ where: { name: 'support' } });
  await setCredentials(ctx, id, toServerId('one'), { credentials: { one_key: 'a-secret-value' } });
  expect(await run(['stack', 'export', 'support'], at.api)).toMatchObject({ code: 0, out: YAML.trimEnd() });
  expect(await run(['stack', 'plan', file, '--check'], at.api)).toMatchObject({ code: 0, out: 'support: up to date' });
  expect(await runJson(['stack', 'apply', file, '--yes'], at.api)).toEqual([support('up to date')]);
});

it('carries all stacks to another account in a folder, and finds what changed there since', async () => {
  const { ctx } = at.world.account;
  const { id } = await createStack(ctx, { name: 'Support!', configuration: { isRecorded: false } });
  await addServerToStack(ctx, id, { serverId: 'one', enableAllTools: true });
  const folder = join(at.dir, 'stacks');
  expect(await runJson(['stack', 'export', '--directory', folder], at.api)).toEqual(['support.yaml', 'support-.yaml']);
  expect(readFileSync(join(folder, 'support-.yaml'), 'utf8')).toContain('isRecorded: false');
  expect(await runJson(['stack', 'apply', folder, '--yes'], other)).toHaveLength(2);
  expect(await runJson(['stack', 'plan', folder, '--check'], other)).toHaveLength(2);
  const theirs = at.world.otherAccount.ctx;
  const stack = await theirs.db.stack.findFirstOrThrow({
    where: { name: 'Support!', accountId: at.world.otherAccount.id },
  });
  await createPolicyRule(theirs, { stackId: stack.id, name: 'By hand', effect: 'deny' });
  const { code, out } = await run(['stack', 'plan', folder, '--check'], other);
  expect({ code, out }).toEqual({
    code: 1,
    out: expect.stringMatching(/Support!: to change\n.*\n - +\/rules\/By hand/),
  });
});

it.each([
  ['a key that does not exist', 'name: x\nservers: []\nserver: []\n', 'does not describe a stack'],
  ['broken YAML', 'name: [\n', 'support.yaml'],
  ['no stack', 'just text', 'does not describe a stack'],
  ['an unknown effect', 'name: x\nservers: []\nrules: [{ name: a, effect: maybe }]\n', 'does not describe a stack'],
  ['an unknown server', 'name: x\nservers: [{ id: nowhere, tools: [] }]\n', 'Invalid request parameters'],
])('refuses %s', async (_name, yaml, message) => {
  const path = join(at.dir, 'bad-support.yaml');
  writeFileSync(path, yaml);
  const { code, err } = await run(['stack', 'apply', path, '--yes'], at.api);
  expect({ code: code !== 0, err }).toEqual({ code: true, err: expect.stringContaining(message) });
});

it('asks a person first', async () => {
  const { err } = await run(['stack', 'apply', file], at.api, '', async () => 'n');
  expect(err).toContain('nothing was changed');
});
