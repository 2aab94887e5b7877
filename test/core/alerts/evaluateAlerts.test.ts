import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src/core/accounts/apiKey.ts';
import { findAlert, listAlerts } from '../../../src/core/alerts/alert.ts';
import { evaluateAlerts } from '../../../src/core/alerts/evaluateAlerts.ts';
import { updateAlertRules } from '../../../src/core/alerts/settings.ts';
import { alertTexts } from '../../../src/core/alerts/words.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import { createStack, deleteStack } from '../../../src/core/stacks/stack.ts';
import { createWebhook } from '../../../src/core/webhooks/webhook.ts';
import { createNotes } from '../reviews/kit.ts';
import { createTestAccount, createWorld, type TestAccount } from '../world.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, record } from './kit.ts';

const world = await createWorld();
afterAll(() => world.database.close());
const { db } = world.deps;
const addNotes = createNotes(world);

let alice: TestAccount;
let accounts = 0;
beforeEach(async () => {
  accounts += 1;
  alice = await createTestAccount(world, `Alice ${accounts}`);
});

/** Evaluates alerts until no account is due, some time after the last check. */
async function evaluate(afterMs = 5 * MINUTE_MS): Promise<void> {
  world.pass(afterMs);
  while ((await evaluateAlerts(world.as())) > 0);
}
const open = async () => (await listAlerts(alice.ctx, { isOpen: true })).map((row) => alertTexts(row).title);
const deliveries = async () =>
  (
    await db.webhookDelivery.findMany({ where: { webhook: { accountId: alice.accountId } }, orderBy: { id: 'asc' } })
  ).map(({ type, payload }) => ({ type, payload }));
const addWebhook = () => createWebhook(alice.ctx, { name: 'Pager', url: 'https://hooks.test/', events: ['alerts'] });

describe('a tool', () => {
  it('is an alert while it fails often enough; caller errors and denials do not count', async () => {
    await record(world, alice, 'a_find', { ok: 10, timed_out: 4, denied: 50, invalid_input: 50 });
    await evaluate();
    expect(await open()).toEqual([]);
    await record(world, alice, 'a_find', { tool_error: 1 });
    await evaluate();
    expect(await open()).toEqual(['a_find is failing in work: 5 of 15 calls (33%)']);
    await evaluate(3 * HOUR_MS);
    expect(await open()).toEqual([]);
    expect(await listAlerts(alice.ctx)).toMatchObject([{ kind: 'failing_tool', endedAt: world.clock.now }]);
  });

  it('with few failures among many calls is no alert, unless the account lowers the threshold', async () => {
    await record(world, alice, 'a_find', { ok: 90, upstream_error: 10 });
    await evaluate();
    expect(await open()).toEqual([]);
    await updateAlertRules(alice.ctx, { failurePercent: 10 });
    await evaluate();
    expect(await open()).toEqual(['a_find is failing in work: 10 of 100 calls (10%)']);
    await updateAlertRules(alice.ctx, { muted: ['failing_tool'] });
    await evaluate();
    expect(await open()).toEqual([]);
  });
});

describe('credentials that expire', () => {
  it('cause an alert a week before, if issued for two weeks or longer', async () => {
    const inDays = (days: number) => new Date(world.clock.now.getTime() + days * DAY_MS);
    await createApiKey(alice.ctx, { name: 'long', expiresAt: inDays(30) });
    await createApiKey(alice.ctx, { name: 'short', expiresAt: inDays(3) });
    const { endpoint } = await createClientEndpoint(alice.ctx, { stackId: alice.stackId, name: 'agent' });
    await db.stackToken.updateMany({
      where: { endpointId: endpoint.id },
      data: { name: 'bot', expiresAt: inDays(40) },
    });
    await evaluate();
    expect(await open()).toEqual([]);
    await evaluate(24 * DAY_MS);
    expect(await open()).toEqual([expect.stringMatching(/^The API key long expires on 2026-\d\d-\d\d$/)]);
    await evaluate(10 * DAY_MS);
    expect(await open()).toEqual([expect.stringMatching(/^The token bot of the endpoint agent in work expires on /)]);
  });
});

it('changed tools that wait for a review cause one alert per server', async () => {
  const notes = await addNotes();
  alice = notes;
  await notes.save({ description: 'Keeps a note, and sends it elsewhere.' });
  await evaluate();
  expect(await open()).toEqual([`1 changed tool of ${notes.id} needs a review`]);
});

describe('alert receivers', () => {
  it('hear about an alert once when it opens and once when it closes, at most hourly', async () => {
    await addWebhook();
    await record(world, alice, 'a_find', { timed_out: 5 });
    await evaluate();
    await evaluate();
    expect(await deliveries()).toMatchObject([
      {
        type: 'alert.opened',
        payload: { data: { kind: 'failing_tool', state: 'open', stack_id: alice.stackId, details: { failures: 5 } } },
      },
    ]);
    await updateAlertRules(alice.ctx, { failureCount: 6 });
    await evaluate();
    expect(await deliveries()).toHaveLength(1);
    await record(world, alice, 'a_find', { timed_out: 5 });
    await evaluate();
    expect(await open()).toHaveLength(1);
    await evaluate(3 * HOUR_MS);
    expect((await deliveries()).map(({ type }) => type)).toEqual(['alert.opened', 'alert.ended']);
    await evaluate(3 * HOUR_MS);
    expect(await deliveries()).toHaveLength(2);
  });

  it('get many alerts as one message, and the next an hour later', async () => {
    await addWebhook();
    for (const tool of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) await record(world, alice, tool, { timed_out: 5 });
    await evaluate();
    const [digest, ...more] = await deliveries();
    expect(more).toEqual([]);
    expect(digest).toMatchObject({ type: 'alert.digest', payload: { data: { count: 7 } } });
    for (const tool of ['h', 'i', 'j', 'k', 'l', 'm']) await record(world, alice, tool, { timed_out: 5 });
    await evaluate();
    expect(await deliveries()).toHaveLength(1);
    await evaluate(HOUR_MS);
    expect((await deliveries()).map(({ type }) => type)).toEqual(['alert.digest', 'alert.digest']);
  });

  it('first get the alerts that are already open; approval webhooks get none', async () => {
    await createWebhook(alice.ctx, { name: 'Slack', url: 'https://hooks.test/' });
    await record(world, alice, 'a_find', { timed_out: 5 });
    await evaluate();
    expect(await deliveries()).toEqual([]);
    await addWebhook();
    await evaluate();
    expect((await deliveries()).map(({ type }) => type)).toEqual(['alert.opened']);
  });
});

it('one of two instances evaluates an account at a time', async () => {
  await evaluate();
  world.pass(5 * MINUTE_MS);
  const accountsDue = await db.alertSettings.count();
  let evaluated = 0;
  for (let count = 1; count > 0; evaluated += count)
    count = (await Promise.all([evaluateAlerts(world.as()), evaluateAlerts(world.as())])).reduce((a, b) => a + b, 0);
  expect(evaluated).toBe(accountsDue);
});

it('max_alerts: an account has no more; closed ones go after a week, or with their stack', async () => {
  await db.$executeRaw`
    INSERT INTO alert (id, account_id, kind, subject, details, started_at, ended_at, expires_at)
    SELECT 'alert_' || gen_random_uuid(), ${alice.accountId}, 'review', 'old ' || n, '{}', now(), now(), now()
    FROM generate_series(1, 1000) n`;
  await record(world, alice, 'a_find', { timed_out: 5 });
  await evaluate();
  expect(await db.alert.count({ where: { accountId: alice.accountId } })).toBe(1_000);
  expect(await listAlerts(alice.ctx)).toHaveLength(1_000);
  await db.alert.deleteMany({ where: { accountId: alice.accountId } });
  await evaluate();
  expect(await open()).toHaveLength(1);
  await deleteStack(alice.ctx, alice.stackId);
  expect(await db.alert.count({ where: { accountId: alice.accountId } })).toBe(0);
});

it('users of single stacks see only their stacks’ alerts, and no user those of another account', async () => {
  const other = await createStack(alice.ctx, { name: 'other' });
  await record(world, alice, 'a_find', { timed_out: 5 });
  await record(world, { ...alice, stackId: other.id }, 'b_find', { timed_out: 5 });
  await evaluate();
  const [actor] = [alice.ctx.actor];
  if (actor.kind !== 'apiKey') throw new Error('The account is managed with a key');
  const single = world.as({ ...actor, role: 'member', stackRoles: new Map([[other.id, 'auditor']]) });
  expect((await listAlerts(single)).map(({ stackId }) => stackId)).toEqual([other.id]);
  const [hidden] = await listAlerts(alice.ctx).then((all) => all.filter(({ stackId }) => stackId === alice.stackId));
  if (!hidden) throw new Error('There is an alert of the first stack');
  expect(await findAlert(single, hidden.id)).toBeNull();
  const bob = await createTestAccount(world, 'Bob');
  expect([await listAlerts(bob.ctx), await findAlert(bob.ctx, hidden.id)]).toEqual([[], null]);
});
