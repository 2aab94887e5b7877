import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { removeServer, saveServer } from '../../../src/core/marketplace/saveServer.ts';
import { offerShippedServers, resetShippedServer } from '../../../src/core/marketplace/shipped.ts';
import { findServer, getServer, MARKETPLACE } from '../../../src/core/servers/server.ts';
import { firstRun } from '../../../src/start/firstRun.ts';
import { BOOT_LOCK, withDatabaseLock } from '../../../src/store/databaseLock.ts';
import { serverDocument } from '../../graphql/documents.ts';
import { recordingLog, silentLog } from '../../harness/log.ts';
import { rowsRead } from '../../harness/rowsRead.ts';
import { createWorld } from '../world.ts';

const world = await createWorld();
afterAll(() => world.database.close());

let log: ReturnType<typeof recordingLog>;
let operator: Ctx;
beforeEach(async () => {
  log = recordingLog();
  operator = { ...world.as(), log };
  await world.deps.db.server.deleteMany();
  await world.deps.db.shippedServer.deleteMany();
});

const version = (description: string) => ({ ...serverDocument('mail'), description });
const start = (description: string) => offerShippedServers(operator, [version(description), serverDocument('other')]);
const present = async () => (await findServer(operator, toServerId('mail')))?.description ?? null;
const leftAlone = () => log.lines.map(({ level, fields }) => ({ level, fields }));

describe('a shipped server', () => {
  it('is offered, and follows new versions while it is unmodified', async () => {
    await start('1');
    expect(await present()).toBe('1');
    await start('2');
    expect(await present()).toBe('2');
    expect(leftAlone()).toEqual([]);
  });

  it.each([
    ['changed', () => saveServer(operator, version('Ours')), 'Ours'],
    ['removed', () => removeServer(operator, toServerId('mail')), null],
  ])(
    'stays %s by the operator through restarts and versions, and is logged once per version',
    async (_how, act, remaining) => {
      await start('1');
      await act();
      for (const shipped of ['1', '2', '2', '1', '1']) await start(shipped);
      expect(await present()).toBe(remaining);
      expect(leftAlone()).toEqual([1, 2].map(() => ({ level: 'info', fields: { server: 'mail' } })));
    },
  );

  it.each([
    ['the same: it follows the next version', '1', '2'],
    ['another: it is the operator’s', 'Ours', 'Ours'],
  ])('from before offers were recorded is %s', async (_name, before, after) => {
    await saveServer(operator, version(before));
    for (const shipped of ['1', '2']) await start(shipped);
    expect(await present()).toBe(after);
  });

  it('is unchanged after a start that ended before it was recorded', async () => {
    await start('1');
    await saveServer(operator, version('2'));
    for (const shipped of ['2', '3']) await start(shipped);
    expect(await present()).toBe('3');
  });

  it('can be restored, and follows new versions again', async () => {
    await start('1');
    await removeServer(operator, toServerId('mail'));
    const reset = await resetShippedServer(operator, [version('2')], toServerId('mail'));
    expect(reset).toMatchObject({ isChanged: true, server: { description: '2' } });
    await start('3');
    expect(await present()).toBe('3');
    const unknown = resetShippedServer(operator, [version('2')], toServerId('nothing'));
    await expect(unknown).rejects.toMatchObject({
      code: 'not_found',
      message: 'No server nothing comes with Toolyard',
    });
  });

  it('is added without a statement about stacks, which cannot contain it yet', async () => {
    const documents = ['one', 'two', 'three'].map((id) => ({ ...serverDocument(id), instructions: 'Ask first.' }));
    const { reads } = await rowsRead(() => offerShippedServers(operator, documents));
    const ofStacks = /"stack"|\bFROM (?:stack|enabled_tool|credential)\b|\bUSING tool\b|UPDATE (?:tool|stack_server)\b/;
    expect(reads.filter(({ sql }) => ofStacks.test(sql))).toEqual([]);
    expect(reads.filter(({ sql }) => sql === 'COMMIT')).toHaveLength(documents.length + 1);
    process.stdout.write(`${reads.length} statements for ${documents.length} servers\n`);
    expect(
      await world.deps.db.auditEvent.count({
        where: { action: 'server.offer', targetId: { in: ['one', 'two', 'three'] } },
      }),
    ).toBe(3);
  });

  it('is offered once by instances that start together', async () => {
    const before = await world.deps.db.auditEvent.count({ where: { action: 'server.import' } });
    await Promise.all(
      [1, 2, 3].map(() => withDatabaseLock(world.database.url, { lock: BOOT_LOCK, log: silentLog }, () => start('1'))),
    );
    const offered = await world.deps.db.auditEvent.count({ where: { action: 'server.import' } });
    expect(offered - before).toBe(2);
  });

  it('is not rewritten when unchanged', async () => {
    await start('1');
    const { updatedAt } = await getServer(operator, toServerId('mail'));
    const events = await world.deps.db.auditEvent.count();
    await start('1');
    expect(await world.deps.db.auditEvent.count()).toBe(events);
    expect(await getServer(operator, toServerId('mail'))).toMatchObject({ updatedAt, owner: MARKETPLACE });
  });
});

it('the first start works without the server of the first tool call', async () => {
  expect(await firstRun(operator)).toMatchObject({ firstTool: null });
});
