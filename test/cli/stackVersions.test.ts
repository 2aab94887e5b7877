import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverDocument } from '../graphql/documents.ts';
import { type Installation, run, runJson, startInstallation } from './toolyard.ts';

let at: Installation;
const toolyard = (...args: readonly string[]) => run(['stack', ...args], at.api);

beforeAll(async () => {
  at = await startInstallation();
  await at.world.saveServer(serverDocument('one', { tools: ['find', 'send'] }));
  await toolyard('create', '--name', 'support');
  await toolyard('add-server', 'support', 'one', '--all');
  await toolyard('set-tools', 'support', 'one', '--tool', 'one_find');
});
afterAll(() => at?.close());

it('lists versions, compares them, and rolls back', async () => {
  const { out } = await toolyard('versions', 'support');
  expect(out.split('\n').map((line) => line.split(/ {2,}/).filter((_, column) => column !== 1))).toMatchObject([
    ['VERSION', 'CHANGE', 'BY'],
    ['3', 'stack_update_tools', 'First key'],
    ['2', 'stack_add_server', 'First key'],
    ['1', 'stack_create', 'First key'],
  ]);
  const SEND = '/servers/one/tools/one_send';
  expect(await toolyard('diff', 'support', '2', '3')).toMatchObject({ out: expect.stringMatching(`- +${SEND}`) });
  expect(await toolyard('diff', 'support', '2')).toMatchObject({ out: expect.stringMatching(`- +${SEND}`) });
  const rolled = await toolyard('rollback', 'support', '2', '--yes');
  expect(rolled).toMatchObject({ code: 0, out: expect.stringMatching(`\\+ +${SEND}`) });
  expect(rolled.err).toBe('warning: support: one needs the credential one_key');
  expect(await toolyard('diff', 'support', '2')).toMatchObject({ out: 'No differences' });
  expect(await runJson(['stack', 'versions', 'support'], at.api)).toMatchObject([
    { number: 4, action: 'stack_roll_back' },
    {},
    {},
    {},
  ]);
});

it.each([
  [['diff', 'support', '99'], 'Version 99 not found'],
  [['diff', 'support', '1', '99'], 'Version 99 not found'],
  [['diff', 'support', '99', '1'], 'Version 99 not found'],
  [['rollback', 'support', '99', '--yes'], 'Version 99 not found'],
  [['rollback', 'support', 'x', '--yes'], 'A version is a number'],
  [['versions', 'nowhere'], 'Stack nowhere not found'],
])('refuses %j', async (args, message) => {
  const { code, err } = await toolyard(...args);
  expect({ isRefused: code !== 0, err }).toEqual({ isRefused: true, err: expect.stringContaining(message) });
});
