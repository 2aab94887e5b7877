import { expect, it } from 'vitest';
import { databaseProblems } from './databaseAccess.ts';

/** A statement as a template; each `?` is a value. */
const reading = (sql: string) => `ctx.db.$queryRaw\`${sql.replaceAll('?', `\${value}`)}\`;`;

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
  ...[
    'SELECT 1 FROM "stack"',
    'select 1 from stack where id = ?',
    'SELECT 1 FROM\n    stack WHERE id = ?',
    'SELECT 1 FROM public.stack',
    'SELECT 1 FROM account a, stack s WHERE s.id = ?',
    'SELECT 1 FROM ONLY stack',
    'TABLE stack',
    'SELECT 1 FROM ? WHERE id = ?',
    'SELECT 1 FROM stack WHERE account_id = ? OR id = ?',
    'SELECT 1 FROM stack WHERE id = ? OR (account_id = ? AND name = ?)',
    'SELECT 1 FROM stack WHERE NOT account_id = ?',
    'SELECT 1 FROM stack WHERE NOT (account_id = ?)',
    'SELECT 1 FROM stack WHERE (account_id = ?) IS NOT TRUE',
    'SELECT 1 FROM stack WHERE account_id = ? = false',
    'SELECT 1 FROM stack WHERE account_id != ?',
    'SELECT account_id = ? AS own FROM stack',
    'SELECT 1 FROM stack ORDER BY account_id = ?',
    'SELECT 1 FROM stack -- WHERE account_id = ?',
    'SELECT 1 FROM stack /* WHERE account_id = ? */ LIMIT 1',
    'SELECT 1 FROM stack LEFT JOIN policy_rule r ON r.account_id = ?',
    'SELECT 1 FROM stack WHERE account_id = ? UNION ALL SELECT 1 FROM stack WHERE id = ?',
    'SELECT 1 FROM (SELECT id FROM stack) s JOIN policy_rule r ON r.account_id = ?',
    'SELECT 1 FROM credential WHERE stack_server_id = ?',
    'SELECT 1 FROM stack WHERE id NOT IN (SELECT id FROM stack WHERE account_id = ?)',
  ].map((sql) => ({ source: reading(sql), kind: 'read without a scope' })),
  ...[
    'update stack set version = 0',
    'INSERT\n  INTO stack (id) VALUES (1)',
    'delete from "stack"',
    'MERGE INTO stack USING server ON true WHEN MATCHED THEN DELETE',
    '/* reads */ UPDATE stack SET version = 0',
  ].map((sql) => ({ source: reading(sql), kind: 'write outside write()' })),
  ...[
    'OR: [{ id }, accountWhere(ctx.actor)]',
    'NOT: accountWhere(ctx.actor)',
    'NOT: { accountId }',
    'accountId: { not: accountId }',
    'stack: { isNot: accountWhere(ctx.actor) }',
    'servers: { none: { stack: accountWhere(ctx.actor) } }',
  ].map((where) => ({ source: `ctx.db.stack.findFirst({ where: { ${where} } });`, kind: 'read without a scope' })),
  {
    source: 'const own = accountWhere(actor);\nctx.db.stack.findFirst({ where: { OR: [{ id }, own] } });',
    kind: 'read without a scope',
  },
  { source: `const rows = Prisma.sql\`SELECT 1 FROM stack WHERE id = \${id}\`;`, kind: 'read without a scope' },
  { source: `const more = Prisma.sql\`OR id = \${id}\`;`, kind: 'read without a scope' },
  {
    source: `const more = (id: string) => cond(id);\ndb.$queryRaw\`SELECT 1 FROM stack WHERE \${more(id)}\`;`,
    kind: 'read without a scope',
  },
  { source: 'ctx.db.stack.findFirst({ where: { OR: [{ id }, { name }], ...accountWhere(actor) } });', kind: null },
  ...[
    'SELECT 1 FROM stack WHERE account_id = ? AND id = ?',
    'select 1 from "stack" s where (s."account_id" = ? and s.id = ?)',
    'SELECT 1 FROM stack WHERE account_id = ? OR (account_id = ANY(?::text[]) AND id = ?)',
    'SELECT 1 FROM stack_server JOIN stack ON stack.id = stack_id AND stack.account_id = ?',
    'SELECT 1 FROM stack_server WHERE stack_id IN (SELECT id FROM stack WHERE account_id = ?)',
    'SELECT 1 FROM stack s WHERE account_id = ? AND EXISTS (SELECT 1 FROM stack_server WHERE stack_id = s.id)',
    'WITH mine AS (SELECT id FROM stack WHERE account_id = ?) SELECT 1 FROM stack_server JOIN mine ON mine.id = stack_id',
    'SELECT 1 FROM account a, server s WHERE s.id = ?',
    'SELECT extract(epoch FROM ?), ? IS DISTINCT FROM ?',
  ].map((sql) => ({ source: reading(sql), kind: null })),
  {
    source: `const own = (id: string): Prisma.Sql => Prisma.sql\`account_id = \${id}\`;\ndb.$queryRaw\`SELECT 1 FROM stack WHERE \${own(id)}\`;`,
    kind: null,
  },
  { source: `async (tx: Tx) => tx.$queryRaw\`SELECT 1 FROM credential WHERE stack_server_id = \${id}\`;`, kind: null },
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
