import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Installation, run, runJson, startInstallation } from './toolyard.ts';

let at: Installation;
beforeAll(async () => {
  at = await startInstallation();
});
afterAll(() => at?.close());

it('restores a shipped server, and refuses an unknown id', async () => {
  expect(await runJson(['server', 'reset', 'memory', '--yes'], at.operator)).toEqual({
    server_id: 'memory',
    changed: true,
  });
  await run(['server', 'remove', 'memory', '--yes'], at.operator);
  expect(await run(['server', 'reset', 'memory', '--yes'], at.operator)).toEqual({
    code: 0,
    out: 'Restored the shipped version of server memory',
    err: '',
  });
  expect(await run(['server', 'reset', 'memory', '--yes'], at.operator)).toMatchObject({
    code: 0,
    out: 'Server memory is already the shipped version',
  });
  expect(await run(['server', 'reset', 'nothing', '--yes'], at.operator)).toMatchObject({
    code: 3,
    err: 'No server nothing comes with Toolyard',
  });
});

it('duplicates a server for a second account, and refuses a taken id', async () => {
  const args = ['server', 'duplicate', 'memory', 'memory-two', '--name', 'Memory (two)'];
  const made = await runJson(args, at.operator);
  expect(made).toEqual({ server_id: 'memory-two', name: 'Memory (two)', tool_count: expect.any(Number) });
  const { code, err } = await run(['server', 'duplicate', 'memory', 'memory-two'], at.operator);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('Server memory-two already exists') });
});
