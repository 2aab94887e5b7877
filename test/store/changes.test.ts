import { describe, expect, it } from 'vitest';
import { CHANGE_CHANNEL, type Change } from '../../src/core/kernel/changes.ts';
import { toStackId } from '../../src/core/kernel/ids.ts';
import type { TestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { recordingLog } from '../harness/log.ts';
import { startFaultyPostgres } from '../harness/postgres.ts';
import { closeAfterTest, openTestDatabase, startInstance } from './changesKit.ts';

const notify = (database: TestDatabase, payload: string) =>
  database.pool.query('SELECT pg_notify($1, $2)', [CHANGE_CHANNEL, payload]);

const CHANGE: Change = { kind: 'tools', id: toStackId('stack_1') };
const FROM_ELSEWHERE = JSON.stringify({ origin: 'another instance', ...CHANGE });

describe('change notifications', () => {
  it('reach every other instance', async () => {
    const database = await openTestDatabase();
    const instances = await Promise.all([startInstance(database.url), startInstance(database.url)]);
    for (let sent = 1; sent <= 3; sent += 1) {
      await notify(database, FROM_ELSEWHERE);
      await eventually('both heard it', () => instances.every(({ heard }) => heard.length === sent));
    }
    const all = [CHANGE, CHANGE, CHANGE];
    expect(instances.map(({ heard }) => heard)).toEqual([all, all]);
  });

  it('are not echoed to their instance, unless their commit is uncertain', async () => {
    const database = await openTestDatabase();
    const { changes, heard } = await startInstance(database.url);
    const sent = (id: string) => notify(database, JSON.stringify({ origin: changes.origin(), kind: 'tools', id }));
    const last = { kind: 'tools', id: 'stack_last' } as const;
    await sent('stack_own');
    // Notifications arrive in order. Once this one has arrived, the next ones are compared with the new origin.
    await notify(database, FROM_ELSEWHERE);
    await eventually('the other’s arrived', () => heard.some(({ id }) => id === CHANGE.id));
    const inDoubt = sent('stack_in_doubt').catch(() => undefined);
    changes.resetInstanceId();
    await inDoubt;
    await sent('stack_own_again');
    await notify(database, JSON.stringify({ origin: 'another', ...last }));
    await eventually('the last one arrived', () => heard.some(({ id }) => id === last.id));
    expect(heard).toEqual([CHANGE, { kind: 'tools', id: 'stack_in_doubt' }, last]);
  });

  it('reach this instance immediately, even if one listener fails', async () => {
    const { url } = await openTestDatabase();
    const { changes, heard } = await startInstance(url);
    changes.subscribe(() => {
      throw new Error('a listener that fails');
    });
    const last: Change[] = [];
    changes.subscribe((change) => last.push(change));
    changes.publishLocally([CHANGE]);
    expect({ heard, last }).toEqual({ heard: [CHANGE], last: [CHANGE] });
  });

  const malformed = [
    '',
    '{',
    '[]',
    JSON.stringify(CHANGE),
    '{"origin":"1","kind":"other","id":"1"}',
    '{"origin":"1","kind":"tools"}',
    '{"origin":"1","kind":"tools","id":1}',
    '{"origin":"1","kind":"credentials","id":"1"}',
  ];
  it('of unknown form are ignored', async () => {
    const database = await openTestDatabase();
    const log = recordingLog();
    const { heard } = await startInstance(database.url, { log });
    for (const payload of malformed) await notify(database, payload);
    await notify(database, FROM_ELSEWHERE);
    await eventually('the good one arrived', () => heard.length > 0);
    expect(heard).toEqual([CHANGE]);
    expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(malformed.length);
  });

  it('resume after the connection broke, and announce the gap', async () => {
    const database = await openTestDatabase();
    const { changes, heard, gaps } = await startInstance(database.url);
    expect({ isLive: changes.isLive, gaps: gaps() }).toEqual({ isLive: true, gaps: 0 });
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'toolyard changes'`,
    );
    await eventually('the gap is announced', () => gaps() === 1);
    expect(changes.isLive).toBe(true);
    await notify(database, FROM_ELSEWHERE);
    await eventually('the change arrived', () => heard.length === 1);
  });
});

describe('change notifications during a database outage', () => {
  it('are known to be missing while it is killed or frozen, and resume afterwards', async () => {
    const postgres = await startFaultyPostgres();
    closeAfterTest(() => postgres.close());
    const { changes, gaps } = await startInstance(postgres.url);
    await postgres.kill();
    await eventually('the loss is noticed', () => !changes.isLive);
    await postgres.start();
    await eventually('it is live again', () => changes.isLive && gaps() === 1);
    postgres.freeze();
    await eventually('the silence is noticed', () => !changes.isLive);
    postgres.thaw();
    await eventually('it is live again', () => changes.isLive, 10_000);
  });

  it('start without the database and connect when it is available', async () => {
    const postgres = await startFaultyPostgres();
    closeAfterTest(() => postgres.close());
    await postgres.kill();
    const { changes } = await startInstance(postgres.url);
    expect(changes.isLive).toBe(false);
    await postgres.start();
    await eventually('it is live', () => changes.isLive);
  });
});
