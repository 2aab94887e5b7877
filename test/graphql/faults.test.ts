import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { type FaultyPostgres, startFaultyPostgres } from '../harness/postgres.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask } from './ask.ts';

describe('a database that is down', () => {
  let postgres: FaultyPostgres;
  let world: World;
  beforeAll(async () => {
    postgres = await startFaultyPostgres();
    world = await startWorld({ databaseUrl: postgres.url });
  });
  afterAll(async () => {
    await world.close();
    await postgres.close();
  });

  it('is a 503 for every key, never a 401, and ends when it is back', async () => {
    const listStacks = () => ask(world.url, world.account.apiKey, '{ stacks { totalCount } }');
    expect((await listStacks()).status).toBe(200);
    await postgres.kill();
    for (const key of [world.account.apiKey, world.otherAccount.apiKey]) {
      const { status, headers, text, errors } = await ask(world.url, key, '{ stacks { totalCount } }');
      expect({ status, codes: errors.map(({ message, extensions }) => [message, extensions]) }).toEqual({
        status: 503,
        codes: [['Service unavailable', { code: 'UNAVAILABLE', retryAfter: 5 }]],
      });
      expect(headers.get('retry-after')).toBe('5');
      expect(text).not.toMatch(/prisma|127\.0\.0\.1|ECONN|select/i);
    }
    await postgres.start();
    await eventually('the service answers again', async () => (await listStacks()).status === 200);
  });
});

describe('an internal error', () => {
  const lines: string[] = [];
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ log: { write: (line) => lines.push(line) } });
  });
  afterAll(() => world.close());

  it('reveals nothing in the response, and logs everything', async () => {
    await world.edge.deps.db.$executeRaw`ALTER TABLE stack RENAME TO stolen`;
    const { status, text, headers, errors } = await ask(world.url, world.account.apiKey, '{ stacks { totalCount } }');
    expect(status).toBe(500);
    expect(errors).toEqual([
      expect.objectContaining({ message: 'Internal error', extensions: { code: 'INTERNAL_ERROR' } }),
    ]);
    expect(text).not.toMatch(/stolen|prisma|does not exist|\.ts|node_modules/i);
    const id = headers.get('x-request-id') ?? 'none';
    const logged = lines.filter((line) => line.includes(id) && line.includes('Internal error'));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('does not exist');
  });

  it('keeps the results of other fields', async () => {
    const { status, data, errors } = await ask(
      world.url,
      world.account.apiKey,
      '{ viewer { scopes } stacks { totalCount } }',
    );
    expect(status).toBe(200);
    expect(data).toEqual({ viewer: { scopes: ['keys:write'] }, stacks: null });
    expect(errors).toEqual([
      expect.objectContaining({ path: ['stacks', 'totalCount'], extensions: { code: 'INTERNAL_ERROR' } }),
    ]);
  });
});
