import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newStackId } from '../../src/core/kernel/ids.ts';
import { createStack, deleteStack } from '../../src/core/stacks/stack.ts';
import { sweepScratch, sweepScratchHourly } from '../../src/start/sweepScratch.ts';
import { createTestAccount, createWorld, type TestAccount, type World } from '../core/world.ts';

let world: World;
let account: TestAccount;
const dir = mkdtempSync(join(tmpdir(), 'toolyard-sweep-'));
beforeAll(async () => {
  world = await createWorld();
  account = await createTestAccount(world, 'Ours');
});
afterAll(async () => {
  await world.database.close();
  rmSync(dir, { recursive: true, force: true });
});

function keepFile(...parts: string[]): void {
  mkdirSync(join(dir, ...parts), { recursive: true });
  writeFileSync(join(dir, ...parts, 'notes.json'), '{}');
}

it('removes only the files of deleted stacks', async () => {
  const { ctx, accountId, stackId } = account;
  const other = await createStack(ctx, { name: 'gone soon' });
  for (const id of [stackId, other.id]) keepFile(accountId, id, 'memory');
  keepFile('acct_unknown', newStackId(), 'memory');
  keepFile('discovery', 'memory');
  keepFile(accountId, 'kept by a person');
  await sweepScratch(world.as(), dir);
  expect(readdirSync(join(dir, accountId)).toSorted()).toEqual(['kept by a person', stackId, other.id].toSorted());
  await deleteStack(ctx, other.id);
  await sweepScratch(world.as(), dir);
  expect(readdirSync(join(dir, accountId)).toSorted()).toEqual(['kept by a person', stackId].toSorted());
  expect(readdirSync(join(dir, accountId, stackId, 'memory'))).toEqual(['notes.json']);
  expect([readdirSync(join(dir, 'acct_unknown')), readdirSync(join(dir, 'discovery'))]).toEqual([[], ['memory']]);
});

it('does nothing if no server has run, and stops with the service', async () => {
  await sweepScratchHourly(world.as(), join(dir, 'absent'))();
});
