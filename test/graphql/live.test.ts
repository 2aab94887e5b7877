import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../src/core/accounts/apiKey.ts';
import { saveServer } from '../../src/core/catalog/saveServer.ts';
import { createStack, deleteStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { type HttpApi, startHttpApi } from '../harness/petshop.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask } from './ask.ts';
import { serverDocument } from './documents.ts';
import { UNKNOWN_STACK } from './shop.ts';
import { type Watching, watch } from './watch.ts';

const CALLS =
  'subscription ($stackId: ID) { calls(stackId: $stackId) { toolId outcome stackId stack { name } endpoint { id } } }';
const AUDIT = 'subscription { auditEvents { action targetId } }';

let database: TestDatabase;
let upstream: HttpApi;
let here: World;
let there: World;
const watching: Watching[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  upstream = await startHttpApi();
  const options = { databaseUrl: database.url, egressAllow: `127.0.0.1:${upstream.port}` };
  here = await startWorld(options);
  there = await startWorld(options);
  await saveServer(here.operator, serverDocument('shop', { tools: ['find'], baseUrl: upstream.url, path: '/echo' }));
});
afterAll(async () => {
  for (const each of watching) each.close();
  await here.close();
  await there.close();
  await upstream.close();
  await database.close();
});

async function watchAt(world: World, apiKey: string, query = CALLS, variables = {}): Promise<Watching> {
  const each = await watch(world.url, apiKey, query, variables);
  watching.push(each);
  return each;
}

/** A stack of the first instance's account that records its calls. */
async function newStack(name: string): Promise<string> {
  const { ctx } = here.account;
  const { id } = await createStack(ctx, { name, configuration: { analyticsEnabled: true } });
  await addServerToStack(ctx, id, { serverId: 'shop', enableAllTools: true });
  return id;
}

async function call(stackId: string, toolInput: object = { query: 'x' }): Promise<void> {
  const query = `mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { __typename } }`;
  await ask(here.url, here.account.apiKey, query, { input: { stackId, toolId: 'shop_find', toolInput } });
}

const dataOf = ({ events }: Watching): unknown[] => events.map(({ data }) => data);

describe('a subscription to calls', () => {
  it('hears on one instance what happens on another, of its own account and stack alone', async () => {
    const [first, second] = [await newStack('first'), await newStack('second')];
    const all = await watchAt(there, here.account.apiKey);
    const one = await watchAt(there, here.account.apiKey, CALLS, { stackId: second });
    const foreign = await watchAt(there, here.otherAccount.apiKey);
    await call(first);
    await call(second, {});
    const heard = (stackId: string, name: string, outcome: string) => ({
      calls: { toolId: 'shop_find', outcome, stackId, stack: { name }, endpoint: null },
    });
    await eventually('both calls arrive', () => all.events.length === 2 && one.events.length === 1);
    expect(dataOf(all)).toEqual(
      expect.arrayContaining([heard(first, 'first', 'MISSING_CREDENTIALS'), heard(second, 'second', 'INVALID_INPUT')]),
    );
    expect(dataOf(one)).toEqual([heard(second, 'second', 'INVALID_INPUT')]);
    expect(dataOf(foreign)).toEqual([]);
  });

  it('is refused for another account’s stack as for none', async () => {
    const stackId = await newStack('not theirs');
    const refusals = await Promise.all(
      [stackId, UNKNOWN_STACK].map(async (id) => {
        const refused = await watchAt(there, here.otherAccount.apiKey, CALLS, { stackId: id });
        return refused.response.status;
      }),
    );
    expect(refusals).toEqual([404, 404]);
  });
});

describe('a subscription to audit events', () => {
  it('hears the changes of its account', async () => {
    const [ours, theirs] = [
      await watchAt(there, here.account.apiKey, AUDIT),
      await watchAt(there, here.otherAccount.apiKey, AUDIT),
    ];
    const stackId = await newStack('audited');
    await deleteStack(here.account.ctx, stackId);
    await eventually('the changes arrive', () => ours.events.length === 3);
    expect(dataOf(ours)).toEqual(
      ['stack.create', 'stack.add_server', 'stack.delete'].map((action) => ({
        auditEvents: { action, targetId: stackId },
      })),
    );
    expect(theirs.events).toEqual([]);
  });
});

describe('a subscription ends', () => {
  it('when its key is revoked, wherever that happens', async () => {
    const { key, apiKey } = await createApiKey(here.account.ctx, { name: 'watcher' });
    const each = await watchAt(there, key);
    await revokeApiKey(here.account.ctx, apiKey.id);
    expect(await each.ended).toBeNull();
    expect(each.events).toMatchObject([
      { errors: [{ message: 'Unauthorized', extensions: { code: 'UNAUTHENTICATED' } }] },
    ]);
  });
});
