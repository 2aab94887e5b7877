import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { openPool } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import type { FaultyPostgres } from '../harness/postgres.ts';

/** Lets a row of `sick` decide the result of writes, and a stack's name decide the result of its commit. */
export const SICKENING = `
    CREATE TABLE sick (code text NOT NULL);
    CREATE FUNCTION be_sick() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE given text;
      BEGIN
        SELECT code INTO given FROM sick;
        IF given IS NOT NULL THEN RAISE EXCEPTION 'sick' USING ERRCODE = given; END IF;
        RETURN NULL;
      END $$;
    CREATE FUNCTION die_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); RETURN NULL; END $$;
    CREATE TRIGGER sick AFTER INSERT ON stack FOR EACH STATEMENT EXECUTE FUNCTION be_sick();
    CREATE TRIGGER sick AFTER INSERT ON idempotent_call FOR EACH STATEMENT EXECUTE FUNCTION be_sick();
    CREATE CONSTRAINT TRIGGER dies AFTER INSERT ON stack DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.name LIKE 'dies%') EXECUTE FUNCTION die_at_commit();`;

/** A PostgreSQL that a test disrupts, and connections of an operator. */
export type Patient = { readonly postgres: FaultyPostgres; readonly admin: Pool };

export type Sickness = {
  readonly name: string;
  readonly only?: 'writes';
  readonly retryAfter: number;
  /** `/readyz`'s value for writes. */
  readonly writes?: string;
  /** Disrupts PostgreSQL. The returned function restores it. */
  begin(patient: Patient): Promise<() => Promise<unknown>>;
};

async function setting(admin: Pool, name: string, value: string): Promise<void> {
  await admin.query(`ALTER SYSTEM SET ${name} = ${value}`);
  await admin.query('SELECT pg_reload_conf()');
  await eventually(name, async () => (await admin.query(`SHOW ${name}`)).rows[0][name] === value.replaceAll("'", ''));
}

/** Locks the tables that the requests need. `meanwhile` is SQL to run on the connections that wait for the lock. */
export const locked =
  (meanwhile: string | null) =>
  async ({ admin }: Patient) => {
    const holder = await admin.connect();
    await holder.query('BEGIN; LOCK TABLE stack, idempotent_call IN ACCESS EXCLUSIVE MODE');
    const state = { isOver: false };
    const waiters = `FROM pg_stat_activity WHERE application_name = 'toolyard' AND wait_event_type = 'Lock'`;
    const loop = (async () => {
      while (!state.isOver && meanwhile !== null) {
        await admin.query(`SELECT ${meanwhile}(pid) ${waiters}`);
        await delay(20);
      }
    })();
    return async () => {
      state.isOver = true;
      await loop;
      await holder.query('ROLLBACK');
      holder.release();
    };
  };

/**
 * Takes all of the server's connections, including the service's. `acquire` tries once, and returns whether it has all
 * of them.
 */
export async function crowd({ postgres, admin }: Patient) {
  const { rows } = await admin.query<{ max: number }>("SELECT current_setting('max_connections')::int AS max");
  const max = rows[0]?.max ?? 0;
  const taking = openPool(postgres.url);
  taking.options.max = max + 10;
  const held: PoolClient[] = [];
  return {
    async acquire(): Promise<boolean> {
      try {
        for (;;) held.push((await taking.connect()).on('error', () => undefined));
      } catch {
        // No connection is free.
      }
      await admin.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'toolyard%'`,
      );
      return held.length + admin.totalCount === max;
    },
    async release(): Promise<void> {
      for (const each of held) each.release(true);
      await taking.end();
    },
  };
}

// Repeats until it holds every connection. The service may be faster to take a connection that has just closed, and
// one that is still signing in isn't in PostgreSQL's list yet.
async function exhaustConnections(patient: Patient) {
  const { acquire, release } = await crowd(patient);
  await eventually('every connection is taken', acquire);
  return release;
}

const raised = (code: string, retryAfter: number): Sickness => ({
  name: `SQLSTATE ${code}`,
  only: 'writes',
  retryAfter,
  ...(code === '53100' && { writes: 'full' }),
  begin: async ({ admin }) => {
    await admin.query('INSERT INTO sick VALUES ($1)', [code]);
    return () => admin.query('DELETE FROM sick');
  },
});

export const SICKNESSES: readonly Sickness[] = [
  {
    name: 'read-only',
    only: 'writes',
    retryAfter: 5,
    writes: 'read_only',
    begin: async ({ admin }) => {
      await setting(admin, 'default_transaction_read_only', "'on'");
      return () => setting(admin, 'default_transaction_read_only', "'off'");
    },
  },
  {
    name: 'locked, with a lock_timeout',
    retryAfter: 2,
    begin: async (patient) => {
      const { admin } = patient;
      await setting(admin, 'lock_timeout', "'100ms'");
      const end = await locked(null)(patient);
      return () => end().then(() => setting(admin, 'lock_timeout', "'0'"));
    },
  },
  { name: 'canceled', retryAfter: 5, begin: locked('pg_cancel_backend') },
  { name: 'terminated', retryAfter: 5, begin: locked('pg_terminate_backend') },
  ...[
    ['53100', 60],
    ['53200', 10],
    ['53300', 5],
    ['53400', 60],
    ['55P03', 2],
    ['57014', 5],
    ['40001', 1],
    ['40P01', 1],
  ].map(([code, retryAfter]) => raised(String(code), Number(retryAfter))),
  { name: 'out of connections', retryAfter: 5, begin: exhaustConnections },
  {
    name: 'stopped',
    retryAfter: 5,
    begin: async ({ postgres }) => {
      await postgres.kill();
      return () => postgres.start();
    },
  },
];
