import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { differences, findStackDocument, parseStackDocument } from '../../src/core/stacks/stackDocument.ts';
import { EFFECTS } from './changesEffects.ts';
import { type Effect, openInstances } from './changesKit.ts';
import { openShop, type Shop } from './changesShop.ts';
import { stepsIn } from './changesSteps.ts';
import { createWorld, type World } from './world.ts';

let world: World;
let instances: Awaited<ReturnType<typeof openInstances>>;
let shop: Shop;

beforeAll(async () => {
  world = await createWorld();
  instances = await openInstances(world);
  shop = await openShop(world, instances);
});
afterAll(async () => {
  await instances?.close();
  await world?.database.close();
});

/**
 * Verbs that need a browser, an identity provider, a mail server or an empty database, or that affect no cache, as
 * their files say.
 */
const NOT_RUN: Readonly<Record<string, string>> = {
  'passkey.create': 'people/passkey.ts',
  'account.set_alerts': 'alerts/settings.ts',
  'user.set_alert_mail': 'alerts/ownMail.ts',
  'user.link': 'people/singleSignOn.ts',
  'user.release_email': 'people/claimedAddress.ts',
  'vault.abandon_key': 'recovery/abandonKey.ts',
  'file.create_download': 'files/fileAddress.ts',
  'file.delete': 'files/storedFile.ts',
  'audit.key': 'audit/keyChains.ts',
  'audit.prune': 'audit/prune.ts',
  'access.refuse': 'audit/refusals.ts',
};
/** Runs once per database, with the first token. */
const RUN_BEFORE = ['signing_key.create'];

/** Differences between the account's stacks and their latest versions. */
async function unversioned(): Promise<string[]> {
  const { db } = shop.alice;
  const versions = await db.stackVersion.findMany({
    distinct: ['stackId'],
    orderBy: { number: 'desc' },
    include: { content: true },
  });
  expect(versions).toHaveLength(await db.stack.count());
  const perVersion = versions.map(async ({ stackId, content: { document } }) => {
    const present = await findStackDocument(shop.alice, stackId);
    const stored = await parseStackDocument(shop.alice, { ...(typeof document === 'object' && document), name: 'any' });
    return present ? differences(stored, present).map(({ path }) => path) : [];
  });
  return (await Promise.all(perVersion)).flat();
}

it('a write invalidates exactly the changed objects on other instances, and makes versions of changed stacks', async () => {
  const steps = stepsIn(world, shop);
  const seen: (readonly [string, Effect])[] = [];
  for (const [action, run] of steps) {
    seen.push([action, await instances.effectOf(shop.alice, shop.cached, run)]);
    expect(await unversioned(), action).toEqual([]);
  }
  expect(seen).toEqual(steps.map(([action, , effect = EFFECTS[action]]) => [action, effect]));
  const recorded = await world.database.db.auditEvent.findMany({ distinct: ['action'], select: { action: true } });
  const actions = recorded.map(({ action }) => action).sort();
  expect([...actions, ...Object.keys(NOT_RUN)].sort()).toEqual(Object.keys(EFFECTS).sort());
  const run = new Set<string>(steps.map(([action]) => action));
  expect(actions.filter((action) => !run.has(action))).toEqual(RUN_BEFORE);
  for (const path of Object.values(NOT_RUN)) expect(readFileSync(`src/core/${path}`, 'utf8')).not.toMatch(/changes:/);
  process.stdout.write(
    `${steps.length} writes of ${Object.keys(EFFECTS).length} actions, told and read again exactly\n`,
  );
});
