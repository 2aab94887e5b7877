import { NetworkError } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey, revokeApiKey } from '../../src/core/accounts/apiKey.ts';
import { BOUNDS } from '../../src/core/kernel/bounds.ts';
import { toStackId } from '../../src/core/kernel/ids.ts';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createStack, deleteStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { graphqlSchema } from '../../src/graphql/schema.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { type HttpApi, startHttpApi } from '../harness/petshop.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, dataOf as dataOfAnswer } from './ask.ts';
import { serverDocument } from './documents.ts';
import { UNKNOWN_STACK } from './shop.ts';
import { signIn } from './signedIn.ts';
import { type Credential, type Watching, watch } from './watch.ts';

const CALLS =
  'subscription ($stackId: ID) { calls(stackId: $stackId) { toolId outcome stackId stack { name } endpoint { id } } }';
const AUDIT = 'subscription { auditEvents { action targetId } }';

let database: TestDatabase;
let upstream: HttpApi;
let here: World;
let there: World;

beforeAll(async () => {
  database = await createTestDatabase();
  upstream = await startHttpApi();
  const options = { databaseUrl: database.url, egressAllow: `127.0.0.1:${upstream.port}` };
  here = await startWorld(options);
  there = await startWorld(options);
  await saveServer(here.operator, serverDocument('shop', { tools: ['find'], baseUrl: upstream.url, path: '/echo' }));
});
afterAll(async () => {
  // The server ends open streams.
  await here.close();
  await there.close();
  await upstream.close();
  await database.close();
});

const watchAt = (world: World, credential: Credential, query = CALLS, variables = {}): Promise<Watching> =>
  watch(world.url, credential, query, variables);

/** A stack of the first instance's account that records its calls. */
async function newStack(name: string): Promise<string> {
  const { ctx } = here.account;
  const { id } = await createStack(ctx, { name, configuration: { isRecorded: true } });
  await addServerToStack(ctx, id, { serverId: 'shop', enableAllTools: true });
  return id;
}

async function call(stackId: string, toolInput: object = { query: 'x' }): Promise<void> {
  const query = `mutation ($input: InvokeToolInput!) { invokeTool(input: $input) { __typename } }`;
  await ask(here.url, here.account.apiKey, query, { input: { stackId, toolId: 'shop_find', toolInput } });
}

const dataOf = ({ events }: Watching): unknown[] => events.map(({ data }) => data);

describe('a subscription to calls', () => {
  it('receives calls from another instance, only of its own account and stack', async () => {
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

  it('is refused for another account’s stack as for a missing one', async () => {
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

describe('a subscription to jobs', () => {
  it('receives jobs that another instance accepts, only of its own account', async () => {
    const stackId = await newStack('with jobs');
    const query = 'subscription { jobs { id toolId stack { name } } }';
    const ours = await watchAt(there, here.account.apiKey, query);
    const theirs = await watchAt(there, here.otherAccount.apiKey, query);
    const start =
      'mutation ($input: StartJobInput!) { startJob(input: $input) { ... on StartJobPayload { job { id } } } }';
    const input = { stackId, toolId: 'shop_find', toolInput: { query: 'x' } };
    const started = await dataOfAnswer(ask(here.url, here.account.apiKey, start, { input }));
    await eventually('the job arrives', () => ours.events.length > 0);
    expect(dataOf(ours)[0]).toEqual({
      jobs: { id: Object(started['startJob']).job.id, toolId: 'shop_find', stack: { name: 'with jobs' } },
    });
    expect(dataOf(theirs)).toEqual([]);
  });
});

const auditEventsOf = (watching: Watching): readonly { action?: unknown; targetId?: unknown }[] =>
  dataOf(watching).map((data) => Object(Object(data).auditEvents));
const actionsOf = (watching: Watching): readonly unknown[] => auditEventsOf(watching).map(({ action }) => action);

describe('a subscription to audit events', () => {
  it('receives its account’s changes', async () => {
    const [ours, theirs] = [
      await watchAt(there, here.account.apiKey, AUDIT),
      await watchAt(there, here.otherAccount.apiKey, AUDIT),
    ];
    const stackId = await newStack('audited');
    await deleteStack(here.account.ctx, toStackId(stackId));
    // Filters by stack, because changes from earlier tests may arrive late.
    const ofThatStack = () => auditEventsOf(ours).filter(({ targetId }) => targetId === stackId);
    await eventually('the changes arrive', () => ofThatStack().length === 3);
    expect(ofThatStack()).toEqual(
      ['STACK_CREATE', 'STACK_ADD_SERVER', 'STACK_DELETE'].map((action) => ({ action, targetId: stackId })),
    );
    expect(theirs.events).toEqual([]);
  });

  it('receives only changes of their stacks for people with single stacks, and none of the account', async () => {
    const [own, other] = [await newStack('heard'), await newStack('not heard')];
    const stackRoles = [{ stackId: own, role: 'auditor' }];
    const before = await watchAt(there, here.account.apiKey, AUDIT);
    const { key } = await createApiKey(here.account.ctx, { name: 'of one stack', stackRoles });
    // Changes arrive in order, so earlier ones aren't events of a new subscription.
    await eventually('the key is heard of', () => actionsOf(before).includes('API_KEY_CREATE'));
    const [single, whole] = [await watchAt(there, key, AUDIT), await watchAt(there, here.account.apiKey, AUDIT)];
    expect(single.response.status).toBe(200);
    await createApiKey(here.account.ctx, { name: 'of the account' });
    await deleteStack(here.account.ctx, toStackId(other));
    await deleteStack(here.account.ctx, toStackId(own));
    await eventually(
      'all changes arrive',
      () => actionsOf(whole).filter((each) => each === 'STACK_DELETE').length === 2,
    );
    await eventually('its own arrives', () => single.events.length > 0);
    expect(dataOf(single)).toEqual([{ auditEvents: { action: 'STACK_DELETE', targetId: own } }]);
  });
});

describe('a subscription ends', () => {
  const endOf = (message: string, code: string) => [{ errors: [{ message, extensions: { code } }] }];

  it('if its key is revoked, on any instance', async () => {
    const { key, apiKey } = await createApiKey(here.account.ctx, { name: 'watcher' });
    const [each, other] = [await watchAt(there, key), await watchAt(there, here.account.apiKey)];
    await revokeApiKey(here.account.ctx, apiKey.id);
    expect(await each.ended).toBeNull();
    expect(each.events).toMatchObject(endOf('Unauthorized', 'UNAUTHENTICATED'));
    await call(await newStack('after the revocation'));
    await eventually('the other one goes on', () => other.events.length > 0);
    expect(each.events).toHaveLength(1);
  });

  it('if its person signs out', async () => {
    const { cookie, signOut } = await signIn(here.account.ctx, 'ann@example.com');
    const each = await watchAt(there, { cookie, origin: there.url });
    await signOut();
    expect(await each.ended).toBeNull();
    expect(each.events).toMatchObject(endOf('Unauthorized', 'UNAUTHENTICATED'));
  });

  it('promptly and without a complete event if its instance stops, which does not wait for it', async () => {
    const third = await startWorld({ databaseUrl: database.url });
    const each = await watchAt(third, here.account.apiKey);
    // Throws if the service waited for the subscription until the drain timeout.
    await third.close();
    expect(await each.ended).toBeInstanceOf(NetworkError);
    expect(each.events).toEqual([]);
  });

  it('without a complete event if events may have been missed', async () => {
    const each = await watchAt(there, here.account.apiKey);
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'toolyard changes'`,
    );
    expect(await each.ended).toBeInstanceOf(NetworkError);
    expect(each.events).toEqual([]);
    await eventually('notifications flow again', () => here.edge.deps.changes.isLive && there.edge.deps.changes.isLive);
  });
});

describe('a subscription request', () => {
  it('gets a comment immediately and repeatedly, so that no proxy buffers it', async () => {
    const response = await fetch(`${there.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${here.account.apiKey}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({ query: AUDIT }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.length >= 6) break;
    }
    expect(text).toBe(':\n\n:\n\n');
  });

  it('must accept events', async () => {
    const answer = await ask(here.url, here.account.apiKey, AUDIT);
    expect(answer.status).toBe(400);
    expect(answer.errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  });

  it('has the limits of any operation', async () => {
    const deep =
      'subscription { calls { stack { servers { nodes { server { tools { nodes { server { tools { nodes { id } } } } } } } } } } }';
    const each = await watchAt(here, here.account.apiKey, deep);
    await each.ended;
    expect(each.events[0]?.errors?.[0]).toMatchObject({ extensions: { code: 'QUERY_TOO_COMPLEX' } });
    const unknown = await watch(here.url, 'ty_nobody', AUDIT);
    expect(unknown.response.status).toBe(401);
  });

  it('counts against a maximum until it ends', async () => {
    const { apiKey, ctx } = await here.newAccount('Many');
    const { key, apiKey: first } = await createApiKey(ctx, { name: 'first' });
    const open = [await watchAt(here, key, AUDIT)];
    while (open.length < BOUNDS.max_subscriptions.max) open.push(await watchAt(here, apiKey, AUDIT));
    const { response } = await watchAt(here, apiKey, AUDIT);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('5');
    await revokeApiKey(ctx, first.id);
    await eventually('there is room again', async () => (await watchAt(here, apiKey, AUDIT)).response.status === 200);
  });

  it('is charged once, however many events there are', async () => {
    const world = await startWorld({ databaseUrl: database.url, limits: { ...DOCUMENTED_LIMITS, default: 3 } });
    const each = await watchAt(world, world.account.apiKey, AUDIT);
    expect(each.response.headers.get('x-ratelimit-remaining')).toBe('2');
    for (const name of ['a', 'b', 'c', 'd']) await createStack(world.account.ctx, { name });
    await eventually('the changes arrive', () => each.events.length === 4);
    const { headers } = await ask(world.url, world.account.apiKey, '{ viewer { scopes } }');
    expect(headers.get('x-ratelimit-remaining')).toBe('1');
    await watchAt(world, world.account.apiKey, AUDIT);
    expect((await watchAt(world, world.account.apiKey, AUDIT)).response.status).toBe(429);
    await world.close();
  });
});

it('has a test for every subscription, here or in news.test.ts or toolProgress.test.ts', () => {
  const tested = ['alerts', 'approvals', 'auditEvents', 'calls', 'inbox', 'jobs', 'servers', 'stacks', 'toolProgress'];
  expect(Object.keys(graphqlSchema().getSubscriptionType()?.getFields() ?? {})).toEqual(tested);
});
