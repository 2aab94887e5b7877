import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundNames } from '../../../src/core/kernel/bounds.ts';
import { SWEEPS, sweepEnded } from '../../../src/core/retention/ended.ts';
import { createTestAccount, createWorld, type World } from '../world.ts';
import { BOUNDED } from './models.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;
const DAYS = 7;

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { accountId, stackId } = await createTestAccount(world, 'Alice');
  for (const [table, row] of [
    ['app_user', { id: 'user', account_id: accountId, email: 'ann@example.com', created_at: LONG_AGO }],
    ['server', { id: 'server', owner: 'marketplace', slug: 'mail', name: '', description: '', verified: false }],
    ['stack_server', { id: 'place', stack_id: stackId, server_id: 'server' }],
    ['client_endpoint', { id: 'endpoint', client_id: 'client', stack_id: stackId, name: '' }],
    ['stack_token', { id: 'renewed', endpoint_id: 'endpoint', name: '' }],
    [
      'webhook',
      {
        ...{ id: 'webhook', account_id: accountId, name: '', url: '', has_input: false },
        ...{ key_id: '', sealed: EMPTY, created_at: LONG_AGO },
      },
    ],
    [
      'policy_rule',
      { id: 'rule', account_id: accountId, name: '', effect: 'ask', is_default: false, created_at: LONG_AGO },
    ],
  ] as const) {
    await insert(table, table === 'server' ? { ...row, tool_prefix: true, connector: '{}', digest: '' } : row);
  }
  owned = { account_id: accountId };
  ofStack = { stack_id: stackId };
});
afterAll(() => world.database.close());

const LONG_AGO = new Date('2026-01-01T00:00:00.000Z');
let owned: Row = {};
let ofStack: Row = {};

type Row = Readonly<Record<string, string | number | boolean | Date | Uint8Array | null>>;

/** Inserts a row; also accepts text for JSON columns. */
async function insert(table: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  await world.database.pool.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  );
}

describe('every database model', () => {
  it('is bounded, deleted eventually, or kept on purpose, by code that exists', () => {
    const swept = Object.entries(BOUNDED).flatMap(([model, by]) => ('swept' in by ? [model] : []));
    expect(Object.keys(SWEEPS).toSorted()).toEqual(swept.toSorted());
    for (const by of Object.values(BOUNDED)) {
      if ('bound' in by) expect(boundNames).toContain(by.bound);
      if ('each' in by) expect(BOUNDED[by.each]).toBeDefined();
    }
  });
});

/** One way for a row to expire: its time column, and the retention after that time. */
type Case = {
  readonly table: string;
  readonly key?: string;
  readonly column?: string;
  readonly retentionMs: number;
  readonly isByDatabaseClock?: true;
  readonly row: (id: string) => Row;
};

const hash = (id: string): Row => ({ hash: Buffer.from(id) });
const created = { created_at: LONG_AGO };
const alertColumns = { kind: '', details: '{}', started_at: LONG_AGO };
const letter = { kind: '', address: '', subject: '', text: '', ...created };
const keyed = (id: string): Row => ({ id, ...owned, name: '', ...hash(id), display: '', scopes: '{}' });
const token = (id: string): Row => ({ id, endpoint_id: 'endpoint', name: '' });

const EMPTY = Buffer.alloc(0);

const CASES: readonly Case[] = [
  {
    table: 'session',
    retentionMs: 0,
    row: (id) => ({ id, user_id: 'user', ...hash(id), user_agent: '', ...created, last_seen_at: LONG_AGO }),
  },
  { table: 'used_challenge', retentionMs: 0, row: (id) => ({ id }) },
  { table: 'invitation', retentionMs: DAY_MS, row: (id) => ({ id, ...owned, ...hash(id), ...created }) },
  {
    table: 'connect_link',
    retentionMs: DAY_MS,
    row: (id) => ({
      id,
      stack_server_id: 'place',
      end_user: '',
      field_id: '',
      secret_hash: Buffer.from(id),
      state_hash: Buffer.from(id),
      sealed: EMPTY,
      ...created,
    }),
  },
  {
    table: 'authorization_code',
    key: 'hash',
    retentionMs: DAY_MS,
    row: (id) => ({
      ...hash(id),
      endpoint_id: 'endpoint',
      oauth_client: '',
      client_name: '',
      redirect_uri: '',
      code_challenge: '',
      ...created,
    }),
  },
  {
    table: 'refresh_token',
    key: 'hash',
    retentionMs: 0,
    row: (id) => ({ ...hash(id), token_id: 'renewed', oauth_client: '', ...created }),
  },
  {
    table: 'approval',
    retentionMs: 0,
    row: (id) => ({
      ...{ id, ...owned, ...ofStack, rule_id: 'rule', tool_id: '', caller_kind: '', caller_id: '', end_user: '' },
      ...{ digest: EMPTY, sealed: EMPTY, state: 'pending', ...created },
    }),
  },
  {
    table: 'webhook_delivery',
    retentionMs: 0,
    row: (id) => ({ id, webhook_id: 'webhook', type: '', payload: '{}', ...created }),
  },
  { table: 'alert', retentionMs: 0, row: (id) => ({ id, ...owned, ...alertColumns, subject: id }) },
  { table: 'mail', retentionMs: 0, row: (id) => ({ id, user_id: 'user', ...letter }) },
  {
    table: 'tool_embedding',
    key: 'digest',
    column: 'used_at',
    retentionMs: 30 * DAY_MS,
    row: (id) => ({ digest: Buffer.from(id), retry_at: LONG_AGO }),
  },
  {
    table: 'change_log',
    key: 'channel',
    column: 'at',
    retentionMs: 2 * 60 * 60_000,
    isByDatabaseClock: true,
    row: (id) => ({ channel: id, payloads: '{}' }),
  },
  {
    table: 'call_content',
    retentionMs: 0,
    row: (id) => ({ id, ...owned, ...ofStack, key_id: '', sealed: EMPTY, bytes: 0 }),
  },
  {
    table: 'stored_result',
    retentionMs: 0,
    row: (id) => ({ id, ...ofStack, reader: '', sealed: EMPTY, chunk_bytes: 1 }),
  },
  {
    table: 'stored_file',
    retentionMs: 0,
    row: (id) => ({
      ...{ id, ...owned, ...ofStack, reader: '', name: '', media_type: '', server: '', tool_id: '', key_id: '' },
      created_at: LONG_AGO,
    }),
  },
  {
    table: 'idempotent_call',
    retentionMs: 0,
    row: (id) => ({ id, ...ofStack, caller: '', key: id, digest: EMPTY, started_at: LONG_AGO }),
  },
  {
    table: 'job',
    retentionMs: 0,
    row: (id) => ({
      ...{ id, ...owned, ...ofStack, owner: id, caller_kind: '', caller_id: '', tool_id: '', state: 'failed' },
      ...{ digest: EMPTY, request: EMPTY, ...created },
    }),
  },
  { table: 'upload', retentionMs: 0, row: (id) => ({ id, ...owned, bytes: 1 }) },
  {
    table: 'kept_creation',
    retentionMs: 0,
    row: (id) => ({ id, ...owned, caller: '', key: id, digest: EMPTY, sealed: EMPTY }),
  },
  {
    table: 'tool',
    column: 'removed_at',
    retentionMs: 90 * DAY_MS,
    row: (id) => ({ id, server_id: 'server', tool_id: id, name: '', description: '', input_schema: '{}', position: 0 }),
  },
  { table: 'api_key', retentionMs: DAYS * DAY_MS, row: keyed },
  { table: 'api_key', column: 'revoked_at', retentionMs: DAYS * DAY_MS, row: keyed },
  { table: 'stack_token', retentionMs: DAYS * DAY_MS, row: token },
  { table: 'stack_token', column: 'revoked_at', retentionMs: DAYS * DAY_MS, row: token },
];

const sweep = () => sweepEnded(world.as(), DAYS);
const there = async (table: string, key: string, id: string | Buffer): Promise<boolean> =>
  (await world.database.pool.query(`SELECT 1 FROM ${table} WHERE ${key} = $1`, [id])).rowCount === 1;

const databaseNow = async () => Number((await world.database.pool.query<{ now: Date }>('SELECT now()')).rows[0]?.now);

describe('an expired row', () => {
  it('has a case for each swept table', () => {
    const tried = new Set(CASES.map(({ table }) => table));
    expect([...tried].toSorted()).toEqual(
      Object.values(SWEEPS)
        .map(({ table }) => table)
        .toSorted(),
    );
  });

  it.each(CASES)('is deleted from $table by $column after $retentionMs ms, not before', async (testCase) => {
    const { table, key = 'id', column = 'expires_at', retentionMs, isByDatabaseClock, row } = testCase;
    const end = (isByDatabaseClock ? await databaseNow() : world.clock.now.getTime()) - retentionMs;
    for (const [id, at] of [
      ['over', end - MINUTE_MS],
      ['kept', end + MINUTE_MS],
    ] as const) {
      await insert(table, { ...row(id), [column]: new Date(at) });
    }
    expect(await sweep()).toEqual({ [table]: 1 });
    const ids = (id: string) => (key === 'hash' || key === 'digest' ? Buffer.from(id) : id);
    expect([await there(table, key, ids('over')), await there(table, key, ids('kept'))]).toEqual([false, true]);
    await world.database.pool.query(`DELETE FROM ${table} WHERE ${key} = $1`, [ids('kept')]);
  });

  it('is an expired token only if nobody can renew it', async () => {
    const expired = new Date(world.clock.now.getTime() - 90 * DAY_MS);
    for (const id of ['renewable', 'used up']) {
      await insert('stack_token', { ...token(id), expires_at: expired });
      const usedAt = id === 'used up' ? LONG_AGO : null;
      const next = new Date(world.clock.now.getTime() + DAY_MS);
      await insert('refresh_token', {
        ...hash(id),
        token_id: id,
        oauth_client: '',
        ...created,
        expires_at: next,
        used_at: usedAt,
      });
    }
    expect(await sweep()).toEqual({ stack_token: 1 });
    expect(await there('stack_token', 'id', 'renewable')).toBe(true);
  });

  it('is deleted in small statements, without waiting for locked rows', async () => {
    const { pool } = world.database;
    const { rows } = SWEEPS.UsedChallenge;
    await pool.query(
      `INSERT INTO used_challenge SELECT 'many_' || n, $1 FROM generate_series(1, ${2 * rows + 1}) AS n`,
      [LONG_AGO],
    );
    const holder = await pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query(`SELECT FROM used_challenge WHERE id = 'many_1' FOR UPDATE`);
      expect(await sweep()).toEqual({ used_challenge: 2 * rows });
      await holder.query('ROLLBACK');
    } finally {
      holder.release();
    }
    expect(await sweep()).toEqual({ used_challenge: 1 });
    expect(await sweepEnded({ ...world.as(), signal: AbortSignal.abort() }, DAYS)).toEqual({});
  });
});
