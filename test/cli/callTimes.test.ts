import { afterAll, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { openShop } from './shop.ts';
import { run, runJson } from './toolyard.ts';

const { at, close } = await openShop();
afterAll(close);

const WAIT_MS = 30_000;
const TIMEOUT = { timeout: 120_000 };
const names = async (...args: string[]) =>
  ((await runJson(['activity', ...args], at.api)) as { tool_id: string }[]).map(({ tool_id }) => tool_id);

describe('toolyard activity', () => {
  it('lists calls by time range and server, and the tools that fail most', TIMEOUT, async () => {
    await run(['stack', 'create', '--name', 'mine'], at.api);
    await run(['stack', 'update', 'mine', '--record-calls', 'on'], at.api);
    await run(['stack', 'add-server', 'mine', 'shop', '--all'], at.api);
    await run(['stack', 'set-credentials', 'mine', 'shop', 'shop_key=k'], at.api);
    for (const tool of ['shop_echo', 'shop_echo', 'shop_fail']) await run(['call', 'mine', tool], at.api);
    await eventually('all are recorded', async () => (await names()).length === 3, WAIT_MS);
    const [earlier, later] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString());
    expect(await names('--from', earlier ?? '', '--to', later ?? '', '--server', 'shop')).toHaveLength(3);
    expect(await names('--to', earlier ?? '')).toEqual([]);
    expect(await names('--from', '2026-01-01', '--to', '2026-01-02T12:00')).toEqual([]);
    expect(await names('--server', 'other')).toEqual([]);
    expect(await names('--tools', 'calls')).toEqual(['shop_echo', 'shop_fail']);
    expect(await runJson(['activity', '--tools', 'failures'], at.api)).toEqual([
      expect.objectContaining({
        ...{ tool_id: 'shop_fail', server_id: 'shop', calls: 1, failures: 1 },
        main_failure: { outcome: 'upstream_error', calls: 1 },
      }),
    ]);
    expect((await run(['activity', '--tools', 'share'], at.api)).out).toMatch(
      /shop_fail +1 +1 +100.0% .*upstream_error/,
    );
    expect(await runJson(['activity', '--callers', 'agent'], at.api)).toEqual([
      {
        ...{ caller_id: expect.stringMatching(/^key_/), name: expect.stringMatching(/./), end_user: null },
        ...{ calls: 3, failures: 1 },
      },
    ]);
    expect((await run(['activity', '--callers', 'person'], at.api)).out).toBe('No calls recorded in this period');
    const [call] = (await runJson(['activity', '--limit', '1'], at.api)) as { caller_id: string }[];
    expect(await names('--caller', call?.caller_id ?? '')).toHaveLength(3);
    expect(await names('--caller', call?.caller_id ?? '', '--failed')).toEqual(['shop_fail']);
    expect(await names('--caller', 'token_00000000-0000-7000-8000-000000000000')).toEqual([]);
  });

  it.each([
    [['--from', 'yesterday'], '--from must be a date or a time'],
    [['--to', '2026-13-40'], '--to must be a date or a time'],
    [['--tools', 'worst'], '--tools must be one of calls, mean, p95, failures, share'],
    [['--tools', 'p95', '--failed'], '--tools cannot be combined with'],
    [['--tools', 'p95', '--caller', 'key_1'], '--tools cannot be combined with'],
    [['--callers', 'agent', '--caller', 'key_1'], '--callers cannot be combined with'],
    [['--callers', 'robot'], '--callers must be one of agent, person'],
    [['--callers', 'agent', '--server', 'shop'], '--callers cannot be combined with'],
    [['--follow', '--from', '2026-11-20'], '--follow cannot be combined with'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await run(['activity', ...args], at.api);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});
