import { afterAll, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { openShop } from './shop.ts';
import { run, runJson } from './toolyard.ts';

const { at, close } = await openShop();
afterAll(close);

it('lists what waits for an approval, approves and denies it', async () => {
  const { api } = at;
  await runJson(['stack', 'create', '--name', 'held'], api);
  await run(['stack', 'update', 'held', '--analytics', 'on'], api);
  await run(['stack', 'add-server', 'held', 'shop', '--all'], api);
  await run(['stack', 'set-credentials', 'held', 'shop', 'shop_key=k'], api);
  await runJson(['policy', 'create', '{"name":"ask first","effect":"ASK"}'], api);
  const call = (message: string) => run(['call', 'held', 'shop_echo', '--input', JSON.stringify({ message })], api);

  const asked = await call('one');
  expect(asked.code).not.toBe(0);
  const [waiting] = (await runJson(['approval', 'list'], api)) as { approval_id: string }[];
  const id = waiting?.approval_id ?? '';
  expect(asked.err).toContain(`/approvals/${id}; then make the same call again`);
  expect(waiting).toMatchObject({ state: 'pending', tool_id: 'shop_echo', tool_input: { message: 'one' } });
  expect((await run(['approval', 'list'], api)).out).toContain('{"message":"one"}');
  expect(await run(['approval', 'approve', id, '--minutes', '5'], api)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Every call of shop_echo by key_\S+ may be made until 20/),
  });
  expect((await call('two')).code).toBe(0);
  expect((await run(['approval', 'list'], api)).out).toBe('Nothing waits for an approval');
  expect(await runJson(['approval', 'list', '--all'], api)).toMatchObject([{ approval_id: id, state: 'approved' }]);

  await run(['call', 'held', 'shop_fail'], api);
  const [second] = (await runJson(['approval', 'list'], api)) as { approval_id: string }[];
  expect(await runJson(['approval', 'deny', second?.approval_id ?? '', '--message', 'Not now.'], api)).toMatchObject({
    state: 'denied',
    message: 'Not now.',
  });
  expect((await run(['call', 'held', 'shop_fail'], api)).err).toContain(': Not now. (the rule “ask first”');
  expect((await run(['approval', 'deny', 'approval_none'], api)).code).toBe(3);
});

it('lists recorded calls, with who called, what was decided and why they failed', async () => {
  const list = (...args: string[]) => runJson(['activity', '--stack', 'held', ...args], at.api);
  await eventually('four calls are recorded', async () => {
    const calls = await list();
    return Array.isArray(calls) && calls.length === 4;
  });
  const caller = { surface: 'graphql', caller_kind: 'apiKey', caller_id: expect.stringMatching(/^key_/) };
  expect(await list()).toMatchObject([
    { ...caller, outcome: 'denied', decision: 'denied', error: expect.stringContaining('Not now.') },
    { ...caller, outcome: 'approval_required', decision: 'held', approval_id: expect.stringMatching(/^approval_/) },
    { ...caller, outcome: 'ok', decision: 'approved', upstream_status: 200, error: null },
    { ...caller, outcome: 'approval_required', decision: 'held' },
  ]);
  expect(await list('--failed', '--limit', '2')).toHaveLength(2);
  expect(await list('--tool', 'shop_none')).toEqual([]);
  const { out } = await run(['activity', '--failed'], at.api);
  expect(out).toMatch(/^TIME +TOOL +OUTCOME +MS +THROUGH +CALLER +ERROR/);
});
