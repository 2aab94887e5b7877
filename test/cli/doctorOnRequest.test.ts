import { randomBytes, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverFinding } from '../../src/cli/doctor/surroundings.ts';
import { upstreamsFinding } from '../../src/cli/doctor/upstreams.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { clientAt } from '../../src/store/connection.ts';
import { type Env, type Installation, run, startInstallation } from './toolyard.ts';

let installation: Installation;
let operator: Env;
let database: Client;
let stackServerId: string;
beforeAll(async () => {
  installation = await startInstallation();
  const { world } = installation;
  operator = { ...installation.operator, TOOLYARD_URL: world.url };
  const stack = await createStack(world.account.ctx, { name: 'shop' });
  for (const [id, baseUrl] of [
    ['here', `${world.url}/api`],
    ['silent', 'http://127.0.0.1:1/'],
    ['elsewhere', 'https://{credential:region}.example.com'],
  ]) {
    const request = { kind: 'template', method: 'GET', path: '/' };
    const fields = [{ id: 'region', name: 'Region', description: 'Where', required: true, secret: false }];
    await world.saveServer({
      id,
      name: id,
      connector: { kind: 'http', baseUrl },
      credentials: fields,
      tools: [{ name: 'get', inputSchema: { type: 'object' }, request }],
    });
    await addServerToStack(world.account.ctx, stack.id, { serverId: id ?? '', enableAllTools: true });
  }
  database = clientAt(operator['DATABASE_URL'] ?? '');
  await database.connect();
  const { rows } = await database.query<{ id: string }>(
    "SELECT stack_server.id FROM stack_server JOIN server ON server.id = server_id WHERE slug = 'here'",
  );
  stackServerId = rows[0]?.id ?? '';
});
afterAll(async () => {
  await database?.end();
  await installation.close();
});

async function find(check: string, ...options: string[]) {
  const { out } = await run(['doctor', '--json', ...options], operator);
  const { checks } = JSON.parse(out) as { checks: { check: string; state: string; says: string }[] };
  const result = checks.find((one) => one.check === check);
  return result && `${result.state}: ${result.says}`;
}

it('finds credentials that are expired, expiring, unused or missing', async () => {
  const add = (field: string, state: string, expires: string, isRenewable: boolean) =>
    database.query(
      `INSERT INTO credential (id, stack_server_id, field_id, state, expires_at, is_renewable, sealed, key_id, revision)
       VALUES ($1, $2, $3, $4, now() + $5::interval, $6, '', 'k', 1)`,
      [randomUUID(), stackServerId, field, state, expires, isRenewable],
    );
  await add('lasting', 'connected', '30 days', false);
  await add('renewable', 'connected', '-1 day', true);
  expect(await find('credentials')).toBe(
    'warn: of 2 stored, 3 servers in stacks lack credentials that their tools need',
  );
  await database.query(`UPDATE credential_field SET oauth2 = '{"grant":"client_credentials"}'`);
  expect(await find('credentials')).toBe('ok: 2 stored, none has expired');
  await database.query('UPDATE credential_field SET oauth2 = NULL, required = false');
  expect(await find('credentials')).toBe('ok: 2 stored, none has expired');
  const needing = (sets: string) =>
    database.query(
      `UPDATE tool SET request = (request::jsonb || jsonb_build_object('credentials', ${sets}))::json FROM server
       WHERE server.id = tool.server_id AND slug = 'here'`,
    );
  await needing(`'[["other"], ["another"]]'::jsonb`);
  expect(await find('credentials')).toBe('warn: of 2 stored, 1 server in stacks lacks credentials that its tools need');
  await needing('NULL');
  await add('over', 'connected', '-1 day', false);
  await add('refused', 'reconnect_required', '1 day', true);
  await add('moved', 'moved', '1 day', false);
  await add('soon', 'connected', '1 day', false);
  const expected =
    'of 6 stored, 2 have expired, 1 expires within a week, 1 must be entered again: the destination changed';
  expect(await find('credentials')).toBe(`warn: ${expected}`);
});

it('pings the hosts of servers in stacks on request', async () => {
  expect(await find('upstreams')).toBeUndefined();
  const refused = await find('upstreams', '--upstreams');
  expect(refused).toMatch(/^warn: 2 of 2 do not answer: 127\.0\.0\.1:\d+ \(.+\), 127\.0\.0\.1:\d+ \(/);
  operator = { ...operator, TOOLYARD_EGRESS_ALLOW: '127.0.0.0/8' };
  expect(await find('upstreams', '--upstreams')).toMatch(/^warn: 1 of 2 does not answer: 127\.0\.0\.1:1 \([^()]+\)$/);
});

it('finds an index that disagrees with its table, and changes nothing', async () => {
  expect(await find('tables')).toBeUndefined();
  expect(await find('tables', '--tables')).toMatch(/^ok: \d{2} tables and \d{2,3} indexes are intact$/);
  await database.query(`
    CREATE FUNCTION shape(text) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT $1';
    CREATE TABLE damaged AS SELECT n::text AS t FROM generate_series(1, 10) AS n;
    CREATE INDEX damaged_index ON damaged (shape(t));
    CREATE OR REPLACE FUNCTION shape(text) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT $1 || 1';`);
  expect(await find('tables', '--tables')).toMatch(/^fail: 1 are damaged: public\.damaged_index: heap tuple/);
  const extensions = await database.query("SELECT FROM pg_extension WHERE extname = 'amcheck'");
  expect(extensions.rowCount).toBe(0);
});

it('reports only a damaged table as damaged, not one it cannot read', async () => {
  const role = `reader_${randomBytes(4).toString('hex')}`;
  const asRole = new URL(operator['DATABASE_URL'] ?? '');
  asRole.username = role;
  asRole.password = role;
  const owner = operator;
  await database.query(`DROP TABLE IF EXISTS damaged; CREATE EXTENSION amcheck;
    CREATE ROLE ${role} LOGIN PASSWORD '${role}'; GRANT pg_read_all_data TO ${role}`);
  operator = { ...owner, DATABASE_URL: asRole.href };
  const refused = await find('tables', '--tables');
  await database.query(`GRANT EXECUTE ON FUNCTION bt_index_check(regclass, boolean), verify_heapam TO ${role}`);
  const granted = await find('tables', '--tables');
  operator = owner;
  await database.query(`DROP OWNED BY ${role}; DROP ROLE ${role};
    CREATE SCHEMA hidden; ALTER EXTENSION amcheck SET SCHEMA hidden`);
  const hidden = await find('tables', '--tables');
  await database.query('DROP SCHEMA hidden CASCADE');
  expect(refused).toMatch(/^warn: of \d+ tables and \d+ indexes, \d+ could not be read: permission denied/);
  expect(granted).toMatch(/^ok: /);
  expect(hidden).toMatch(/^warn: of .+ could not be read: function bt_index_check\(.+ does not exist/);
});

it.each([
  [[], 100, 'ok: 100 hosts'],
  [[], 250, 'ok: the first 100 of 250 hosts'],
  [[{ host: 'a', why: 'gone' }], 250, 'warn: 1 of the first 100 of 250 does not answer: a (gone)'],
])('with unreachable hosts %j among %i it says “%s”', (silent, all, expected) => {
  const { state, message: text } = upstreamsFinding(silent, all);
  expect(`${state}: ${text}`).toContain(expected);
});

it.each([
  [{ writes: 'ok', changes: 'live', limits: 'ok' }, 'ok: http://x is ready'],
  [{ writes: 'full', changes: 'live' }, 'fail: http://x is ready, but the database rejects writes (full)'],
  [{ changes: 'lost' }, 'warn: http://x receives no change notifications (lost): every call reads the database'],
  [{ changes: 'live', carrier: 'redis' }, 'ok: http://x is ready'],
  [{ carrier: 'log' }, 'warn: http://x reads changes only from the change log: live views miss calls'],
  [{ limits: 'degraded' }, 'warn: http://x is ready, but counts rate limits separately'],
  [{}, 'ok: http://x is ready'],
])('for a server that responds %j it says “%s”', (answer, expected) => {
  const { state, message: text } = serverFinding('http://x', answer);
  expect(`${state}: ${text}`).toBe(expected);
});
