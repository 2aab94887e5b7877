import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/core/kernel/changes.ts';
import { toStackId } from '../../src/core/kernel/ids.ts';
import { eventually } from '../harness/eventually.ts';
import { recordingLog } from '../harness/log.ts';
import { hasPgbouncer, startPgbouncer } from '../harness/pgbouncer.ts';
import { startFaultyPostgres } from '../harness/postgres.ts';
import { closeAfterTest, type Instance, logged, openTestDatabase, startInstance } from './changesKit.ts';

const LOG_ALONE = { carrier: 'redis', redisUrl: null } as const;
const tools = (id: string): Change => ({ kind: 'tools', id: toStackId(id) });
const ids = ({ heard }: Instance) => heard.map(({ id }) => id);

/** Resolves once the instance has polled after this moment. */
async function polled({ changes }: Instance): Promise<void> {
  const from = performance.now();
  await eventually('a later look', () => performance.now() - (changes.heartbeat.lagMs() ?? Infinity) > from + 1);
}

describe('changes from the change log', () => {
  // `revocation.test.ts` tests how often it polls.
  it('reach every instance at its next poll, each once, and exclude its own writes', async () => {
    const database = await openTestDatabase();
    const instances = await Promise.all([0, 1].map(() => startInstance(database.url, LOG_ALONE)));
    expect(instances.map(({ changes }) => changes.heartbeat.carrier)).toEqual(['log', 'log']);
    const [first] = instances;
    const own = JSON.stringify({ origin: first?.changes.origin(), ...tools('own') });
    await database.pool.query("INSERT INTO change_log (channel, payloads) VALUES ('toolyard_changes', $1)", [[own]]);
    await logged(database.pool, tools('a'), tools('b'));
    for (const instance of instances) await polled(instance);
    expect(instances.map(ids)).toEqual([
      ['a', 'b'],
      ['own', 'a', 'b'],
    ]);
  });

  it('are each delivered once, in any order of transaction start, write and commit', async () => {
    const database = await openTestDatabase();
    const instance = await startInstance(database.url, LOG_ALONE);
    const [early, late, gone] = await Promise.all([0, 1, 2].map(() => database.pool.connect()));
    if (!early || !late || !gone) throw new Error('there are three');
    try {
      for (const client of [early, gone]) await client.query('BEGIN');
      // This row commits last, but its number is lower than those of the rows that commit before it.
      await logged(early, tools('early'));
      await logged(gone, tools('gone'));
      await logged(database.pool, tools('between'));
      await polled(instance);
      expect(ids(instance)).toEqual(['between']);
      await late.query('BEGIN');
      await logged(late, tools('late'));
      await late.query('COMMIT');
      await gone.query('ROLLBACK');
      await polled(instance);
      await early.query('COMMIT');
      await polled(instance);
      await polled(instance);
      expect(ids(instance)).toEqual(['between', 'late', 'early']);
    } finally {
      for (const client of [early, late, gone]) client.release();
    }
  });

  it('are reported missing while the change log is unreadable', async () => {
    const database = await openTestDatabase();
    const { changes, gaps } = await startInstance(database.url, LOG_ALONE);
    await eventually('it is live', () => changes.isLive);
    const locker = await database.pool.connect();
    await locker.query('BEGIN');
    await locker.query('LOCK TABLE change_log');
    await eventually('the loss is noticed', () => !changes.isLive);
    await locker.query('ROLLBACK');
    locker.release();
    await eventually('it is live again', () => changes.isLive, 30_000);
    // It either continued at its position, or restarted and reported a gap.
    expect(gaps()).toBeLessThanOrEqual(1);
  });

  it('announce a gap after the database was killed, frozen or replaced', async () => {
    const postgres = await startFaultyPostgres();
    closeAfterTest(() => postgres.close());
    const { changes, gaps } = await startInstance(postgres.url, LOG_ALONE);
    await postgres.kill();
    await eventually('the loss is noticed', () => !changes.isLive);
    await postgres.start();
    await eventually('it is live again', () => changes.isLive && gaps() === 1, 30_000);
    postgres.freeze();
    await eventually('the silence is noticed', () => !changes.isLive);
    postgres.thaw();
    await eventually('it is live again', () => changes.isLive, 30_000);
  });

  it.each(['2 hours', '1 minute'])(
    'in a restored dump, of future transactions and %s old, are not delivered',
    async (age) => {
      const database = await openTestDatabase();
      const instance = await startInstance(database.url, LOG_ALONE);
      await database.pool.query(
        `INSERT INTO change_log (xact, channel, payloads, at) VALUES
      (9000000000000, 'toolyard_changes', ARRAY['{"origin":"x","kind":"tools","id":"of old"}'], now() - $1::interval)`,
        [age],
      );
      await polled(instance);
      await logged(database.pool, tools('new'));
      await eventually('the new one', () => ids(instance).includes('new'));
      expect(ids(instance)).toEqual(['new']);
    },
  );

  it('that arrived during system sleep are announced as a gap, although the monotonic clock paused', async () => {
    const database = await openTestDatabase();
    // `clock` moves the database's clock forward, as if it had continued during the sleep.
    await database.pool.query(`
      CREATE TABLE clock AS SELECT interval '0' AS ahead;
      CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE AS
        'SELECT pg_catalog.now() + ahead FROM public.clock';
      DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$`);
    const instance = await startInstance(database.url, LOG_ALONE);
    await polled(instance);
    expect(instance.gaps()).toBe(0);
    const sleeper = await database.pool.connect();
    try {
      await sleeper.query('BEGIN');
      await logged(sleeper, tools('meanwhile'));
      await sleeper.query("UPDATE clock SET ahead = '70 minutes'");
      await sleeper.query('COMMIT');
    } finally {
      sleeper.release();
    }
    await eventually('a gap', () => instance.gaps() === 1 && instance.changes.isLive, 30_000);
    await logged(database.pool, tools('later'));
    await polled(instance);
    expect(instance.gaps()).toBe(1);
  });
});

describe.runIf(hasPgbouncer())('behind a pooler in transaction mode', () => {
  it('LISTEN is detected as broken, and changes still arrive with the next poll', async () => {
    const database = await openTestDatabase();
    const pooler = await startPgbouncer(database.url, 'transaction');
    closeAfterTest(() => pooler.close());
    const log = recordingLog();
    const instance = await startInstance(pooler.url, { log });
    const { heartbeat } = instance.changes;
    expect(heartbeat.carrier).toBe('log');
    await eventually('it hears', () => heartbeat.hearing === 'live');
    expect(log.lines.map(({ message }) => message)).toEqual([
      'a pooler breaks LISTEN: reading changes of other instances from the change log',
    ]);
    await logged(database.pool, tools('a'));
    await polled(instance);
    expect(ids(instance)).toEqual(['a']);
  });

  it('a replaced database is detected although no connection breaks', async () => {
    const postgres = await startFaultyPostgres();
    closeAfterTest(() => postgres.close());
    const pooler = await startPgbouncer(postgres.url, 'transaction');
    closeAfterTest(() => pooler.close());
    const instance = await startInstance(pooler.url, LOG_ALONE);
    await postgres.kill();
    await postgres.start();
    await eventually('a gap', () => instance.gaps() >= 1 && instance.changes.isLive, 30_000);
  });
});
