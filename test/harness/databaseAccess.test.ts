import { expect, it } from 'vitest';
import { databaseProblems } from './databaseAccess.ts';

/** Lines that the guard has to see, and such as it lets through; `test/shape.test.ts` reads the source with it. */
const planted = [
  { source: 'ctx.db.stack.update({ where: { id } });', kind: 'write outside write()' },
  { source: 'ctx.db.$executeRaw`UPDATE stack SET version = 0`;', kind: 'write outside write()' },
  { source: "ctx.db.$executeRawUnsafe('SELECT 1');", kind: 'write outside write()' },
  { source: 'ctx.db.$queryRaw`DELETE FROM stack RETURNING id`;', kind: 'write outside write()' },
  { source: "db['stack'].deleteMany({ where });", kind: 'write outside write()' },
  { source: 'const save = (client: Db) => client.stack.create({ data });', kind: 'write outside write()' },
  {
    source: 'async (tx: Tx) => { const other = db; await other.stack.create({ data }); }',
    kind: 'write outside write()',
  },
  { source: 'const { stack } = tx; stack.create({ data });', kind: 'destructured client' },
  { source: 'const { stack: rows } = ctx.db; rows.findMany({ where });', kind: 'destructured client' },
  { source: 'const save = ({ stack }: Tx) => stack.create({ data });', kind: 'destructured client' },
  { source: 'const { $executeRaw } = tx;', kind: 'destructured client' },
  { source: 'ctx.db.stack.findFirst({ where: { id } });', kind: 'read without a scope' },
  { source: 'ctx.db.stack.count();', kind: 'read without a scope' },
  { source: 'const where = { id }; db.callRecord.findMany({ where });', kind: 'read without a scope' },
  {
    source:
      'function one() {\n  const where = accountWhere(a);\n}\nfunction two() {\n  db.stack.findFirst({ where: { id } });\n}',
    kind: 'read without a scope',
  },
  { source: 'db.stack.findFirst({ where: { id }, select: { accountId: true } });', kind: 'read without a scope' },
  {
    source: 'const query = { where: { id }, orderBy: { accountId: "asc" } };\ndb.stack.findFirst(query);',
    kind: 'read without a scope',
  },
  { source: `ctx.db.$queryRaw\`SELECT account_id FROM stack WHERE id = \${id}\`;`, kind: 'read without a scope' },
  {
    source: `ctx.db.$queryRaw\`SELECT 1 FROM stack s JOIN stack_server t ON t.stack_id = s.id WHERE t.id = \${id}\`;`,
    kind: 'read without a scope',
  },
  { source: 'async (tx: Tx) => tx.stack.findFirst({ where: { id } });', kind: 'read without a scope' },
  { source: 'const m = ctx.db.stack; m.update({ where });', kind: 'model passed on' },
  { source: 'const update = ctx.db.stack.update; update({ where });', kind: 'model passed on' },
  { source: 'const rows = (client: Db) => list(client.stack);', kind: 'model passed on' },
  { source: 'ctx.db[name].update({ where });', kind: 'model passed on' },
  { source: `ctx.db.$queryRaw\`SELECT 1 FROM stack WHERE account_id = \${accountId} AND id = \${id}\`;`, kind: null },
  { source: `ctx.db.$queryRaw\`SELECT 1 FROM server WHERE id = \${id}\`;`, kind: null },
  { source: 'ctx.db.stack.findFirst({ where: { id, ...accountWhere(ctx.actor) } });', kind: null },
  { source: 'const scope = accountWhere(actor);\ndb.stack.findFirst({ where: { id, ...scope } });', kind: null },
  { source: 'const save = (client: Tx) => client.stack.create({ data });', kind: null },
  { source: 'async (tx: Tx) => tx.stackServer.count({ where: { stackId } });', kind: null },
  { source: 'write(ctx, async (t) => ({ value: await t.stack.create({ data }) }));', kind: null },
  { source: 'async (tx: Tx) => tx.$queryRaw`SELECT id FROM server FOR UPDATE`;', kind: null },
];
it.each(planted)('database access: $source is $kind', ({ source, kind }) => {
  expect(databaseProblems(source).map((problem) => problem.kind)).toEqual(kind === null ? [] : [kind]);
});
