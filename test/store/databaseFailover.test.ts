import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHistory } from '../../src/core/limits/heavyReads.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { withConnection } from '../../src/store/connection.ts';
import { debianVersion, type Pair, startPair } from '../harness/debianPostgres.ts';
import { eventually } from '../harness/eventually.ts';
import { startWorld, type World } from '../harness/world.ts';

/* One address with two hosts, a primary and its standby, of Debian's PostgreSQL. */

describe.skipIf(debianVersion === null)('an address with two hosts', () => {
  let pair: Pair;
  let world: World;

  beforeAll(async () => {
    pair = await startPair();
    world = await startWorld({ databaseUrl: pair.url, config: { replicaUrl: pair.standby.url } });
  });
  afterAll(async () => {
    await world?.close();
    pair?.close();
  });

  const hasReplayed = async (): Promise<boolean> => {
    const { rows } = await withConnection(pair.standby.url, (client) =>
      client.query(`SELECT id FROM stack WHERE name = 'before'`),
    );
    return rows.length === 1;
  };

  it('reads statistics from the standby, but only while it is fresh', async () => {
    const { ctx } = world.account;
    const { replica } = world.edge.deps;
    const isOnStandby = () =>
      readHistory({ ...ctx, replica }, async (tx) => {
        const [row] = await tx.$queryRaw<{ is: boolean }[]>`SELECT pg_is_in_recovery() AS is`;
        return row?.is;
      });
    await eventually('the standby is fresh', () => replica?.fresh() != null, 60_000);
    expect(await isOnStandby()).toBe(true);
    const onStandby = (sql: string) => withConnection(pair.standby.url, (client) => client.query(sql));
    await onStandby('SELECT pg_wal_replay_pause()');
    await createStack(ctx, { name: 'unseen' });
    await eventually('the standby is too old', () => replica?.fresh() === null, 60_000);
    expect(await isOnStandby()).toBe(false);
    await onStandby('SELECT pg_wal_replay_resume()');
    await eventually('the standby is fresh again', () => replica?.fresh() != null, 60_000);
  });

  it('is served by the primary, and by the standby after its promotion', async () => {
    const { ctx } = world.account;
    await createStack(ctx, { name: 'before' });
    await eventually('the standby has the stack', hasReplayed);
    pair.primary.kill();
    pair.standby.promote();
    let made = 0;
    const make = async (): Promise<boolean> => {
      made += 1;
      return createStack(ctx, { name: `after ${made}` }).then(
        () => true,
        () => false,
      );
    };
    await eventually('writes succeed again', make, 60_000);
    const headers = { authorization: `Bearer ${world.account.apiKey}` };
    expect(await (await fetch(`${world.url}/v1/stacks`, { headers })).text()).toContain('"before"');
    const isReady = async () => (await fetch(`${world.url}/readyz`)).headers.get('x-toolyard-writes') === 'ok';
    await eventually('the instance is ready', isReady, 60_000);
    await eventually('changes arrive', () => world.edge.deps.changes.isLive, 60_000);
  });
});
