import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { toAlertId } from '../../src/core/kernel/ids.ts';
import { makeAlert } from '../core/alerts/kit.ts';
import { type Env, type Installation, run, runJson, startInstallation } from './toolyard.ts';

let at: Installation;
let open: string;
let over: string;
let theirs: string;
/** A key with all rights except an admin's. */
let developer: Env;
beforeAll(async () => {
  at = await startInstallation();
  const { operator, account, otherAccount } = at.world;
  [open, over, theirs] = await Promise.all(
    [account.id, account.id, otherAccount.id].map((id) => makeAlert(operator.db, id)),
  ).then(([one = '', other = '', foreign = '']) => [one, other, foreign] as const);
  await operator.db.alert.update({ where: { id: toAlertId(over) }, data: { endedAt: new Date() } });
  const { key } = await createApiKey(account.ctx, { name: 'developer', role: 'developer' });
  developer = { ...at.api, TOOLYARD_API_KEY: key };
});
afterAll(() => at.close());

/** The lines of a table, as cells. */
const cells = (text: string) => text.split('\n').map((line) => line.split(/ {2,}/));
const idsOf = async (...line: string[]) =>
  ((await runJson(['alert', 'list', ...line], at.api)) as { alert_id: string }[]).map(({ alert_id }) => alert_id);

describe('toolyard alert', () => {
  it('lists open alerts, adds closed ones with --all, and shows nothing of another account', async () => {
    const { code, out } = await run(['alert', 'list'], at.api);
    expect(code).toBe(0);
    expect(cells(out)).toEqual([
      ['STATE', 'KIND', 'ALERT', 'SINCE'],
      ['open', 'review', expect.stringMatching(/Notes/), expect.stringMatching(/^20\d\d-/)],
    ]);
    expect(await idsOf()).toEqual([open]);
    expect(await idsOf('--all')).toEqual([open, over]);
    expect(cells((await run(['alert', 'list', '--all'], at.api)).out).map(([state]) => state)).toEqual([
      'STATE',
      'open',
      'over',
    ]);
    expect(await runJson(['alert', 'list'], at.api)).toEqual([
      {
        alert_id: open,
        kind: 'review',
        title: expect.stringMatching(/Notes/),
        stack_id: null,
        details: { server_id: 'notes', server_name: 'Notes', tools: 1, instructions: false },
        started_at: expect.stringMatching(/^20/),
        ended_at: null,
        told_at: null,
      },
    ]);
    const other = { ...at.api, TOOLYARD_API_KEY: at.world.otherAccount.apiKey };
    expect(await runJson(['alert', 'list'], other)).toMatchObject([{ alert_id: theirs }]);
  });

  it('says so when there are no alerts', async () => {
    const third = await at.world.newAccount('Third');
    const env = { ...at.api, TOOLYARD_API_KEY: third.apiKey };
    expect((await run(['alert', 'list'], env)).out).toBe('No alerts');
    expect(await runJson(['alert', 'list', '--all'], env)).toEqual([]);
  });

  it('shows and changes alert settings, and keeps those not given', async () => {
    const before = { muted: [], failure_hours: 1, failure_count: 5, failure_percent: 20, end_days: 7 };
    expect(await runJson(['alert', 'rules'], at.api)).toEqual(before);
    const numbers = ['--failure-percent', '50', '--failure-count', '20'];
    const changed = { ...before, failure_percent: 50, failure_count: 20 };
    expect(await runJson(['alert', 'set', ...numbers], at.api)).toEqual(changed);
    const rest = ['--mute', 'review,ending_token', '--failure-hours', '24', '--end-days', '60'];
    const muted = { ...changed, muted: ['review', 'ending_token'], failure_hours: 24, end_days: 60 };
    expect(await runJson(['alert', 'set', ...rest], at.api)).toEqual(muted);
    const { out } = await run(['alert', 'rules'], at.api);
    expect(cells(out)).toEqual([
      ['A tool fails', 'from 20 failed calls and 50%, in this hour and the 24 before'],
      ['Expires soon', 'in 60 days'],
      ['Muted', 'review, ending_token'],
    ]);
    expect(await runJson(['alert', 'set', '--mute', 'none'], at.api)).toEqual({ ...muted, muted: [] });
  });

  it('refuses invalid settings and unauthorized callers, and changes nothing', async () => {
    const before = await runJson(['alert', 'rules'], at.api);
    const cases: readonly (readonly [readonly string[], Env, number, RegExp])[] = [
      [['set', '--mute', 'everything'], at.api, 2, /everything must be one of failing_tool, credential/],
      [['set', '--failure-count', 'many'], at.api, 2, /failure-count/],
      [['set', '--failure-percent', '101'], at.api, 2, /failurePercent|100/],
      [['set', '--failure-hours', '0'], at.api, 2, /failureHours|1/],
      [['set', '--end-days', '61'], at.api, 2, /endDays|60/],
      [['set', '--end-days', '3'], developer, 4, /needs the right “admin”/],
    ];
    for (const [line, env, code, message] of cases) {
      const ended = await run(['alert', ...line], env);
      expect({ code: ended.code, err: ended.err }, line.join(' ')).toEqual({
        code,
        err: expect.stringMatching(message),
      });
    }
    expect(cases).toHaveLength(6);
    expect(await runJson(['alert', 'rules'], developer)).toEqual(before);
  });
});

describe('toolyard webhook create --events', () => {
  const create = (...more: string[]) => [
    'webhook',
    'create',
    '--name',
    'Pager',
    '--address',
    'http://127.0.0.1:9/x',
    ...more,
  ];

  it('creates a webhook for the given events, by default approvals, and lists it', async () => {
    const events: Readonly<Record<string, readonly string[]>> = {
      approvals: ['approvals'],
      alerts: ['alerts'],
      'approvals,alerts': ['approvals', 'alerts'],
    };
    for (const [list, expected] of Object.entries(events))
      expect(await runJson(create('--events', list), at.api)).toMatchObject({ name: 'Pager', events: expected });
    expect(await runJson(create(), at.api)).toMatchObject({ events: ['approvals'] });
    const listed = (await runJson(['webhook', 'list'], at.api)) as { events: string[] }[];
    expect(listed.map((each) => each.events).sort()).toEqual([
      ['alerts'],
      ['approvals'],
      ['approvals'],
      ['approvals', 'alerts'],
    ]);
  });

  it('refuses unknown events and unauthorized callers', async () => {
    const before = await runJson(['webhook', 'list'], at.api);
    for (const events of ['calls', 'alerts,', '', 'Alerts'])
      expect(await run(create('--events', events), at.api), events).toMatchObject({
        code: 2,
        err: expect.stringContaining('must be approvals, alerts or jobs'),
      });
    expect(await run(create('--events', 'alerts'), developer)).toMatchObject({ code: 4 });
    expect(await runJson(['webhook', 'list'], at.api)).toEqual(before);
  });
});
