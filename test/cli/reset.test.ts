import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Installation, run, runJson, startInstallation } from './toolyard.ts';

let at: Installation;
beforeAll(async () => {
  at = await startInstallation();
});
afterAll(() => at?.close());

it('gives a shipped server back as it was shipped, and says what it does not know', async () => {
  expect(await runJson(['server', 'reset', 'memory'], at.operator)).toEqual({ server_id: 'memory', changed: true });
  await run(['server', 'remove', 'memory'], at.operator);
  expect(await run(['server', 'reset', 'memory'], at.operator)).toEqual({
    code: 0,
    out: 'Server memory is as it was shipped',
    err: '',
  });
  expect(await run(['server', 'reset', 'memory'], at.operator)).toMatchObject({
    code: 0,
    out: 'Server memory is as it was shipped, and was so before',
  });
  expect(await run(['server', 'reset', 'nothing'], at.operator)).toMatchObject({
    code: 3,
    err: 'No server nothing comes with Toolyard',
  });
});
