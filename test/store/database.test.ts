import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toAuditEventId } from '../../src/core/kernel/ids.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { recordingLog } from '../harness/log.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const event = {
  id: toAuditEventId('e1'),
  chain: 'operator',
  seq: 1,
  at: new Date(),
  actorKind: 'operator',
  actorId: 'cli',
};
const rest = { action: 'a', targetKind: 't', targetId: 'x', details: {}, prevHash: Buffer.of(1), hash: Buffer.of(2) };

describe('a fresh database', () => {
  it('is migrated and empty', async () => {
    expect(await database.db.stack.count()).toBe(0);
  });
});

describe('openDatabase', () => {
  it('survives broken idle connections, and reports them', async () => {
    const log = recordingLog();
    const victim = await createTestDatabase({ log });
    await victim.db.$queryRaw`SELECT 1`;
    await database.pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      new URL(victim.url).pathname.slice(1),
    ]);
    await eventually('it is noticed', () => log.lines.length > 0);
    expect(log.lines.map(({ message }) => message)).toEqual(['an idle database connection broke']);
    expect(await victim.db.stack.count()).toBe(0);
    await victim.close();
  });

  it('bounds statements, idle transactions and response times', async () => {
    const rows = await database.db.$queryRaw`SELECT current_setting('statement_timeout') AS statement,
      current_setting('idle_in_transaction_session_timeout') AS idle`;
    expect(rows).toEqual([{ statement: '15s', idle: '15s' }]);
  });
});

describe('the audit log', () => {
  const changes = [
    { label: 'UPDATE', sql: `UPDATE audit_event SET action = 'b'` },
    { label: 'DELETE', sql: 'DELETE FROM audit_event' },
    { label: 'TRUNCATE', sql: 'TRUNCATE audit_event' },
    {
      label: 'UPDATE as a replica',
      sql: `SET session_replication_role = replica; UPDATE audit_event SET action = 'b'`,
    },
  ];

  beforeAll(() => database.db.auditEvent.create({ data: { ...event, ...rest } }));

  it.each(changes)('refuses $label', async ({ sql }) => {
    await expect(database.pool.query(sql)).rejects.toThrow('audit_event is append-only');
    expect(await database.db.auditEvent.count({ where: { action: 'a' } })).toBe(1);
  });
});
