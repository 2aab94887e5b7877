import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { dashboardQueries, readAlerts } from '../../scripts/deploy/files.ts';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { findLastBackup, recordBackup } from '../../src/store/backup/lastBackup.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { startWorld, type World } from '../harness/world.ts';
import { type Served, servedIn, unknownIn } from './served.ts';

const TOKEN = 'scrape-token-0123456789';
/** Units that aren't base units, and words that say the kind. */
const OTHER_UNITS = /_(ms|milliseconds|us|minutes|hours|days|kb|mb|kilobytes|megabytes|percent|counter|gauge)(_|$)/;
const FROM_MEMORY = 'toolyard_snapshot_reads_total{source="memory"}';
const FROM_DATABASE = 'toolyard_snapshot_reads_total{source="database"}';
const SERVER = {
  id: 'closed-door',
  name: 'Closed door',
  connector: { kind: 'http', baseUrl: 'http://127.0.0.1:1' },
  tools: [{ name: 'knock', inputSchema: { type: 'object' }, request: { kind: 'template', method: 'GET', path: '/' } }],
};

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await createTestDatabase();
  await recordBackup(database.url);
  world = await startWorld({
    databaseUrl: database.url,
    limits: { ...DOCUMENTED_LIMITS, invoke: 3 },
    config: { metricsToken: TOKEN },
  });
  await world.saveServer(SERVER);
});
afterAll(async () => {
  await world?.close();
  await database?.close();
});

const scrape = (authorization?: string) =>
  fetch(`${world.url}/metrics`, { headers: authorization === undefined ? {} : { authorization } });

/** Our own metrics: name and labels -> value. */
async function read(): Promise<Record<string, number>> {
  const lines = (await (await scrape(`Bearer ${TOKEN}`)).text()).split('\n');
  const ours = lines.flatMap((line) => /^(toolyard_\S+(?: \S+)?) (\d+(?:\.\d+)?)$/.exec(line)?.slice(1) ?? []);
  return Object.fromEntries(ours.flatMap((name, at) => (at % 2 === 0 ? [[name, Number(ours[at + 1])]] : [])));
}

describe('/metrics', () => {
  it('counts calls by outcome, refusals by class and cache lookups, and names nobody', async () => {
    const { account } = world;
    const stack = await createStack(account.ctx, { name: 'secret-project' });
    await addServerToStack(account.ctx, stack.id, { serverId: SERVER.id, enableAllTools: true });
    const call = () =>
      fetch(`${world.url}/v1/stacks/${stack.id}/tools/closed-door_knock/invoke`, {
        method: 'POST',
        headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tool_input: {} }),
      });
    const statuses = [];
    for (let at = 0; at < 5; at++) statuses.push((await call()).status);
    expect(statuses).toEqual([500, 500, 500, 429, 429]);

    const counted = await read();
    // The sum counts, because the notification of the stack's change may arrive between any two calls.
    const { [FROM_MEMORY]: remembered = 0, [FROM_DATABASE]: loaded = 0 } = counted;
    expect({ lookups: remembered + loaded, isRead: loaded > 0 }).toEqual({ lookups: 3, isRead: true });
    expect(counted).toMatchObject({
      'toolyard_tool_calls_total{outcome="address_refused"}': 3,
      'toolyard_tool_call_seconds_count{connector="http",outcome="address_refused"}': 3,
      'toolyard_tool_call_seconds_bucket{le="+Inf",connector="http",outcome="address_refused"}': 3,
      'toolyard_tool_call_upstream_seconds_count{connector="http"}': 3,
      toolyard_tool_call_own_seconds_count: 3,
      'toolyard_http_requests_total{surface="account_api",route="/v1/stacks/:stack_id/tools/:tool_id/invoke",status="500"}': 3,
      'toolyard_http_requests_total{surface="account_api",route="/v1/stacks/:stack_id/tools/:tool_id/invoke",status="429"}': 2,
      'toolyard_http_request_seconds_count{surface="account_api"}': 5,
      'toolyard_queue_waiting{queue="turns"}': 0,
      'toolyard_queue_waiting{queue="short_work"}': 0,
      'toolyard_queue_waiting{queue="long_work"}': 0,
      'toolyard_slots_taken{bound="max_calls"}': 0,
      'toolyard_slots_taken{bound="max_subscriptions"}': 0,
      toolyard_call_records_waiting: 0,
      toolyard_database_waiting: 0,
      'toolyard_rate_limit_refusals_total{class="invoke"}': 2,
      toolyard_rate_limit_degraded: 0,
      toolyard_ready: 1,
      toolyard_database_up: 1,
      toolyard_database_writable: 1,
      toolyard_vault_keys: 1,
      toolyard_data_directory_free_bytes: expect.any(Number),
    });
    const text = await (await scrape(`Bearer ${TOKEN}`)).text();
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).toContain(`toolyard_build_info{version="${packageJson.version}"`);
    for (const label of [stack.id, account.id, 'secret-project', 'closed-door', 'knock']) {
      expect(text).not.toContain(label);
    }
  });

  it('names every metric by the conventions of Prometheus', async () => {
    const text = await (await scrape(`Bearer ${TOKEN}`)).text();
    const kinds = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', kind = '']) => ({ name, kind }));
    const misnamed = kinds.filter(
      ({ name, kind }) => name.endsWith('_total') !== (kind === 'counter') || OTHER_UNITS.test(name),
    );
    expect({ tried: kinds.length > 50, misnamed }).toEqual({ tried: true, misnamed: [] });
    // Debian's package `prometheus`, where it is installed.
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
    if (!checked.error) expect(`${checked.stdout}${checked.stderr}`).toBe('');
  });

  it('serves the time of the last backup, and nothing before the first', async () => {
    const { toolyard_last_backup_timestamp_seconds: servedAt = 0 } = await read();
    expect(servedAt * 1_000).toBe((await findLastBackup(database.db))?.getTime());
    const metrics = createMetrics();
    metrics.watchUpkeep(async () => ({ vaultKeys: 2, lastBackupAt: null }));
    const text = await metrics.read();
    expect(text).toContain('\ntoolyard_vault_keys 2\n');
    expect(text).not.toMatch(/^toolyard_last_backup_timestamp_seconds /m);
  });

  describe('the check for served metrics', () => {
    let served: Served;
    beforeAll(async () => {
      served = servedIn(await (await scrape(`Bearer ${TOKEN}`)).text());
    });

    // Absent here, because no call starts a program, exports spans or copies calls, and no search has embeddings.
    const LATER = [
      ...['toolyard_call_copies_dropped_total', 'toolyard_call_copies_up', 'toolyard_call_copies_waiting'],
      ...['toolyard_embeddings_failures_total', 'toolyard_embeddings_up'],
      ...['toolyard_file_store_up', 'toolyard_server_processes', 'toolyard_spans_dropped_total'],
    ];
    const missingIn = (expr: string, legend = '') =>
      unknownIn(expr, served, legend).filter((name) => !LATER.includes(name));

    it.each(readAlerts())('passes for the alert $alert', ({ expr }) => expect(missingIn(expr)).toEqual([]));

    it.each(dashboardQueries())('passes for the panel “$panel”: $expr', ({ expr, legend }) =>
      expect(missingIn(expr, legend)).toEqual([]),
    );

    it('passes for docs/monitor.md, which lists all of ours', () => {
      const rows = [...readFileSync('docs/monitor.md', 'utf8').matchAll(/^\| `(toolyard_\w+)/gm)].map(
        ([, name]) => name,
      );
      const ours = [...served.keys()].filter((name) => name.startsWith('toolyard_'));
      expect(rows.toSorted()).toEqual([...ours, ...LATER].toSorted());
    });

    it.each([
      ['sum by (le, conector) (rate(toolyard_tool_call_seconds_bucket[5m]))', '', ['by (conector)']],
      ['toolyard_ready and on (instnce) toolyard_build_info', '', ['on (instnce)']],
      ['sum without (version, host) (toolyard_build_info)', '', ['without (host)']],
      ['sum by (outcome) (toolyard_tool_calls_total)', '{{outcome}} {{instance}}', ['{{instance}}']],
      ['toolyard_ready', '{{instance}} {{state}}', ['{{state}}']],
      ['toolyard_queue_waiting{queue="long"}', '', ['toolyard_queue_waiting{queue="long"}']],
      ['toolyard_changes_state{state!="alive"}', '', ['toolyard_changes_state{state="alive"}']],
      [
        'toolyard_http_requests_total{surface="rest",status=~"5.."}',
        '',
        ['toolyard_http_requests_total{surface="rest"}'],
      ],
      ['toolyard_tool_calls_total{outcome=~"ok|timeout"}', '', ['toolyard_tool_calls_total{outcome="timeout"}']],
      [
        'toolyard_rate_limit_refusals_total{class=~"failed_auth|signin"}',
        '',
        ['toolyard_rate_limit_refusals_total{class="signin"}'],
      ],
    ])('reports an unserved label or value: %s %s', (expr, legend, missing) =>
      expect(missingIn(expr, legend)).toEqual(missing),
    );

    it('reports an expression with an unknown name', () => {
      const expression = 'toolyard_tool_calls_total{outcome="ok",tool="x"} / toolyard_ready_total + toolyard_ready_sum';
      expect(missingIn(expression)).toEqual([
        'toolyard_tool_calls_total{tool}',
        'toolyard_ready_total',
        'toolyard_ready_sum',
      ]);
    });
  });

  it.each([
    ['nobody', undefined],
    ['another token', 'Bearer scrape-token-0123456780'],
    ['a part of it', `Bearer ${TOKEN.slice(0, -1)}`],
    ['another scheme', `Basic ${TOKEN}`],
  ])('is closed to %s', async (_name, authorization) => {
    const response = await scrape(authorization);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ detail: 'Unauthorized' });
  });
});

it('is not served without a token in the configuration', async () => {
  const plain = await startWorld();
  try {
    expect((await fetch(`${plain.url}/metrics`)).status).toBe(404);
  } finally {
    await plain.close();
  }
});
