import { afterAll, expect, it } from 'vitest';
import { AppError } from '../../src/core/lib/errors.ts';
import { openInstances } from './changesKit.ts';
import { openShop, VISITOR } from './changesShop.ts';
import { stepsIn } from './changesSteps.ts';
import { createWorld } from './world.ts';

/* A visitor has no account, like the operator: code that needs an account must check the actor's kind first. */

const world = await createWorld();
const instances = await openInstances(world);
const shop = await openShop(world, instances);
afterAll(async () => {
  await instances.close();
  await world.database.close();
});

const outcomeOf = async (run: () => Promise<unknown>): Promise<string> => {
  try {
    await run();
    return 'done';
  } catch (error) {
    return error instanceof AppError ? error.code : 'nothing shown for it';
  }
};

/** The results of writes that visitors may make, and of the service's own work, which no interface exposes. */
const ELSE: Readonly<Record<string, string>> = {
  'session.create': 'done',
  'session.end': 'done',
  'user.create': 'done',
  'oauth_client.register': 'done',
  'oauth_client.forget': 'done',
  'webhook.disable': 'done',
  // These fail for a visitor without a valid link, code, refresh token, secret or stored sign-in.
  'credentials.connect': 'nothing shown for it',
  'credentials.renew': 'nothing shown for it',
  'credentials.reconnect_required': 'nothing shown for it',
  'token.renew': 'nothing shown for it',
};
const TOKENS = ['forbidden', 'nothing shown for it'];

it('a visitor can run none of the operator’s writing operations', async () => {
  const visitor = { ...shop.alice, actor: VISITOR };
  const steps = stepsIn(world, { ...shop, as: () => visitor, alice: visitor, person: () => visitor });
  const seen: (readonly [string, string])[] = [];
  for (const [action, run] of steps) seen.push([action, await outcomeOf(run)]);
  const tokens = seen.filter(([action]) => action === 'token.create');
  expect([...new Set(tokens.map(([, outcome]) => outcome))].toSorted()).toEqual(TOKENS);
  const others = seen.filter(([action]) => action !== 'token.create');
  expect(others).toEqual(others.map(([action]) => [action, ELSE[action] ?? 'forbidden']));
  process.stdout.write(`a visitor: ${seen.length} writes, ${Object.keys(ELSE).length} of them not refused as such\n`);
});
