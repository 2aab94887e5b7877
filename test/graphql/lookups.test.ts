import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { newApiKeyId, newEndpointId, newRowId, newRuleId, newStackId } from '../../src/core/kernel/ids.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createPolicyRule } from '../../src/core/policies/policyRule.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { startWorld, type World, type WorldAccount } from '../harness/world.ts';
import { ask } from './ask.ts';
import { serverDocument } from './documents.ts';

/* Lookups take an id or names, and find nothing of other accounts. */

let world: World;
let ours: Awaited<ReturnType<typeof fill>>;
let theirs: Awaited<ReturnType<typeof fill>>;

/** A stack with two endpoints of the same name, a server and a rule, all named after their account. */
async function fill({ ctx }: WorldAccount, name: string) {
  const stack = await createStack(ctx, { name });
  const older = await createClientEndpoint(ctx, { stackId: stack.id, name });
  const newer = await createClientEndpoint(ctx, { stackId: stack.id, name });
  const { server } = await saveServer(ctx, serverDocument(name));
  const rule = await createPolicyRule(ctx, { name, effect: 'deny', tools: ['none'] });
  const { apiKey } = await createApiKey(ctx, { name });
  return { name, stack, older: older.endpoint, newer: newer.endpoint, server, rule, apiKey };
}

beforeAll(async () => {
  world = await startWorld();
  ours = await fill(world.account, 'ours');
  theirs = await fill(world.otherAccount, 'theirs');
});
afterAll(() => world.close());

const get = (query: string, key = world.account.apiKey) => ask(world.url, key, query);
const dataIn = async (query: string, key?: string) => (await get(query, key)).data;

it('finds an object by its id and by each of its names', async () => {
  const { stack, older, newer, server } = ours;
  expect(
    await dataIn(`{ a: stack(id: "${stack.id}") { id } b: stack(by: { name: "ours" }) { id }
      c: stack(by: { id: "${stack.id}" }) { id } d: clientEndpoint(by: { id: "${older.id}" }) { id }
      e: clientEndpoint(by: { clientId: "${older.clientId}" }) { id } f: clientEndpoint(by: { name: "ours" }) { id }
      g: server(id: "ours") { slug } h: server(by: { slug: "ours" }) { slug }
      i: server(by: { id: "server_${server.id}" }) { slug } l: server(id: "server_${server.id}") { slug }
      j: tool(by: { toolId: "ours_find" }) { toolId } }`),
  ).toEqual({
    ...{ a: { id: stack.id }, b: { id: stack.id }, c: { id: stack.id }, d: { id: older.id }, e: { id: older.id } },
    ...{ f: { id: newer.id }, g: { slug: 'ours' }, h: { slug: 'ours' }, i: { slug: 'ours' }, l: { slug: 'ours' } },
    j: { toolId: 'ours_find' },
  });
});

it('finds an endpoint by name in the given stack', async () => {
  const { ctx } = world.account;
  const { id: stackId } = await createStack(ctx, { name: 'another' });
  const { endpoint } = await createClientEndpoint(ctx, { stackId, name: 'ours' });
  const lookup = (stack: string) => `clientEndpoint(by: { name: "ours" }, stackId: "${stack}") { id }`;
  expect(await dataIn(`{ a: ${lookup(stackId)} b: ${lookup(ours.stack.id)} c: ${lookup(theirs.stack.id)} }`)).toEqual({
    ...{ a: { id: endpoint.id }, b: { id: ours.newer.id }, c: null },
  });
});

const NAMED = [
  ['stack', 'name'],
  ['clientEndpoint', 'name'],
  ['clientEndpoint', 'clientId'],
  ['server', 'slug'],
  ['tool', 'toolId'],
] as const;

describe('by a name', () => {
  it.each(NAMED)('%s(by: { %s }) treats another account’s name like an unknown one', async (field, argument) => {
    const value = { name: 'theirs', slug: 'theirs', toolId: 'theirs_find', clientId: theirs.older.clientId }[argument];
    const text = async (name: string) =>
      (await get(`{ ${field}(by: { ${argument}: ${JSON.stringify(name)} }) { id } }`)).text;
    const none = await text('nobodys');
    expect(none).toMatch(`{"data":{"${field}":null}`);
    expect(await text(value)).toBe(none);
    for (const strange of ['', 'nul \u0000', 'x'.repeat(5_000)]) expect(await text(strange)).toBe(none);
  });

  it.each(NAMED)('%s(by: { %s }) takes one name, and no second one', async (field, argument) => {
    for (const by of ['{}', `{ ${argument}: null }`, `{ id: "x", ${argument}: "x" }`]) {
      const { data, errors } = await get(`{ ${field}(by: ${by}) { id } }`);
      expect(data ?? null).toEqual(null);
      expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
    }
  });

  it.each(['stack', 'server'])('%s takes either an id or `by`', async (field) => {
    for (const args of ['', '(id: null)', '(id: "x", by: { id: "x" })']) {
      const { data, errors } = await get(`{ ${field}${args} { id } }`);
      expect(data).toEqual({ [field]: null });
      expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
    }
  });

  it('finds only the stacks, and their endpoints, that a person with single stacks sees', async () => {
    const { ctx } = world.account;
    const { id: stackId } = await createStack(ctx, { name: 'seen' });
    const { endpoint } = await createClientEndpoint(ctx, { stackId, name: 'seen' });
    const { key } = await createApiKey(ctx, { name: 'seen', stackRoles: [{ stackId, role: 'auditor' }] });
    const query = `{ a: stack(by: { name: "seen" }) { id } b: stack(by: { name: "ours" }) { id }
      c: clientEndpoint(by: { name: "seen" }) { id } d: clientEndpoint(by: { name: "ours" }) { id } }`;
    expect(await dataIn(query, key)).toEqual({ a: { id: stackId }, b: null, c: { id: endpoint.id }, d: null });
  });
});

const cursorOf = (id: string): string => Buffer.from(`GPC:S:${id}`).toString('base64');
const BY_NAME = 'orderBy: { field: NAME }';

describe('a page by name', () => {
  const lists = [
    ['stacks', () => [theirs.stack.id, newStackId()]],
    ['servers', () => [theirs.server.id, newRowId()]],
    ['policyRules', () => [theirs.rule.id, newRuleId()]],
    ['apiKeys', () => [theirs.apiKey.id, newApiKeyId()]],
  ] as const;
  it.each(lists)('of %s continues after the caller’s own row', async (list, ids) => {
    const texts = await Promise.all(
      ids().map(async (id) => {
        const { text } = await get(`{ ${list}(after: "${cursorOf(id)}", ${BY_NAME}) { nodes { id } } }`);
        return text.replace(/"requestId":"[^"]*"/, '');
      }),
    );
    expect(texts[0]).toContain('Invalid cursor');
    expect(texts[1]).toBe(texts[0]);
  });

  it('of rows below one object is empty after a row below another', async () => {
    const behind = async (endpointId: string, stackId: string) =>
      dataIn(`{ stack(by: { name: "ours" }) { endpoints(after: "${cursorOf(endpointId)}", ${BY_NAME}) { nodes { id } } }
        server(by: { slug: "ours" }) { stacks(after: "${cursorOf(stackId)}", ${BY_NAME}) { nodes { id } } } }`);
    const none = { stack: { endpoints: { nodes: [] } }, server: { stacks: { nodes: [] } } };
    expect(await behind(theirs.older.id, theirs.stack.id)).toEqual(none);
    expect(await behind(newEndpointId(), newStackId())).toEqual(none);
  });

  it('of stacks that have a server is empty after one that the caller can’t see', async () => {
    const { ctx } = world.account;
    const stack = await createStack(ctx, { name: 'placed' });
    await addServerToStack(ctx, stack.id, { serverId: ours.server.slug });
    const { key } = await createApiKey(ctx, { name: 'one', stackRoles: [{ stackId: stack.id, role: 'auditor' }] });
    const behind = (id: string) =>
      dataIn(`{ server(by: { slug: "ours" }) { stacks(after: "${cursorOf(id)}", ${BY_NAME}) { nodes { id } } } }`, key);
    const none = { server: { stacks: { nodes: [] } } };
    for (const id of [ours.stack.id, newStackId()]) expect(await behind(id)).toEqual(none);
  });

  it('of found servers has the requested order', async () => {
    const names = async (order: string) => dataIn(`{ servers(filter: { search: "find" }${order}) { nodes { slug } } }`);
    await saveServer(world.account.ctx, { ...serverDocument('find'), name: 'Zebra' });
    expect(await names('')).toEqual({ servers: { nodes: [{ slug: 'find' }, { slug: 'ours' }] } });
    expect(await names(`, ${BY_NAME}`)).toEqual({ servers: { nodes: [{ slug: 'ours' }, { slug: 'find' }] } });
  });
});
