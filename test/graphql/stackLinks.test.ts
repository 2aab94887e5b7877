import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import { newApiKeyId, newUserId, toServerId } from '../../src/core/kernel/ids.ts';
import { createServiceAccount } from '../../src/core/machines/serviceAccount.ts';
import { createTrustedIssuer } from '../../src/core/machines/trustedIssuer.ts';
import { updateServerRefresh } from '../../src/core/marketplace/refreshSchedule.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createPolicyRule } from '../../src/core/policies/policyRule.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { createWebhook, testWebhook } from '../../src/core/webhooks/webhook.ts';
import { makeAlert } from '../core/alerts/kit.ts';
import { rowsRead } from '../harness/rowsRead.ts';
import { startWorld, type WorldAccount } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';
import { serverDocument } from './documents.ts';

const world = await startWorld();
afterAll(() => world.close());
const { db } = world.edge.deps;
const { account, otherAccount } = world;

/** A stack with the marketplace's server, and one of each object that links back to it. */
async function fill({ ctx, id: accountId }: WorldAccount, name: string) {
  const stack = await createStack(ctx, { name });
  await addServerToStack(ctx, stack.id, { serverId: 'shop', enableAllTools: true });
  const { endpoint, tokenRecord } = await createClientEndpoint(ctx, { stackId: stack.id, name });
  const { client } = await createServiceAccount(ctx, { endpointId: endpoint.id, name });
  const issuer = { name, issuer: `https://${name}.test`, jwksUrl: `https://${name}.test/jwks` };
  const trusted = await createTrustedIssuer(ctx, { endpointId: endpoint.id, ...issuer });
  const rule = { name, effect: 'deny', stackId: stack.id, endpointId: endpoint.id, tools: ['none'] };
  const { id: ruleId } = await createPolicyRule(ctx, rule);
  await db.stackServer.updateMany({ where: { stackId: stack.id }, data: { heldInstructions: 'was' } });
  const alertId = await makeAlert(db, accountId);
  await db.alert.update({ where: { id: alertId }, data: { stackId: stack.id } });
  const { key } = await createApiKey(ctx, { name, stackRoles: [{ stackId: stack.id, role: 'developer' }] });
  return { stack, endpoint, token: tokenRecord, client, trusted, ruleId, alertId, key };
}

let one: Awaited<ReturnType<typeof fill>>;
beforeAll(async () => {
  await saveServer(world.operator, serverDocument('shop', { tools: ['find', 'buy'] }));
  one = await fill(account, 'one');
  await fill(otherAccount, 'theirs');
});

const get = (query: string, variables: object = {}, key = account.apiKey) =>
  dataOf(ask(world.url, key, query, variables));

it('links each kind of alert to its objects, and never to those of another account', async () => {
  const { data: theirs } = await ask(world.url, otherAccount.apiKey, '{ apiKeys(first: 1) { nodes { id } } }');
  const theirKey = Object(theirs).apiKeys.nodes[0].id;
  const place = { stack_name: 'one', server_id: 'shop' };
  const cases = [
    [{ ...place, tool_id: 'shop_find', calls: 9, failures: 3, hours: 1 }, { tool: { toolId: 'shop_find' } }],
    [
      { ...place, field_id: 'shop_key', problem: 'moved' },
      { problem: 'MOVED', fieldId: 'shop_key' },
    ],
    [
      { token_id: one.token.id, name: 'one' },
      { actor: { id: one.token.id }, actorName: 'one', server: null },
    ],
    [{ key_id: theirKey }, { actor: null, actorId: theirKey }],
    [
      { ...place, tools: 2, instructions: true },
      { server: { slug: 'shop' }, toolCount: 2, hasInstructions: true },
    ],
    [
      { problem: 'of a later release', calls: 'many', expires_at: null },
      { problem: null, callCount: null },
    ],
  ] as const;
  const query = `query ($id: ID!) { alert(id: $id) { details { server { slug } tool { toolId } fieldId problem
    actorId actor { id } actorName callCount toolCount hasInstructions expiresAt } } }`;
  for (const [details, expected] of cases) {
    const id = await makeAlert(db, account.id);
    await db.alert.update({ where: { id }, data: { details } });
    expect(await get(query, { id })).toMatchObject({ alert: { details: expected } });
  }
});

it('links the contents of a stack to the stack, and those of an endpoint to the endpoint', async () => {
  const query = `query ($endpoint: ID!, $rule: ID!, $alert: ID!, $token: ID!, $client: ID!, $trusted: ID!) {
    stacks(first: 5) { nodes { servers(first: 5) { nodes { stack { name } tools(first: 5) { nodes { toolId server { slug stacks { totalCount } } } } } } } }
    clientEndpoint(by: { id: $endpoint }) { tokens { nodes { endpoint { id } } } }
    stackToken(id: $token) { endpoint { id } }
    serviceAccount(id: $client) { endpoint { id stack { name } } }
    trustedIssuer(id: $trusted) { endpoint { id } }
    policyRule(id: $rule) { stack { name } endpoint { name } }
    instructionChanges { nodes { stack { name } } }
    alert(id: $alert) { stack { name } }
    apiKeys { nodes { name user { id } stackRoles { role stack { name } } } }
  }`;
  const { endpoint, token, client, trusted } = one;
  const ids = { endpoint: endpoint.id, token: token.id, client: client.id, trusted: trusted.id };
  const name = 'one';
  const tools = ['shop_find', 'shop_buy'].map((toolId) => ({
    toolId,
    server: { slug: 'shop', stacks: { totalCount: 1 } },
  }));
  expect(await get(query, { ...ids, rule: one.ruleId, alert: one.alertId })).toEqual({
    stacks: { nodes: [{ servers: { nodes: [{ stack: { name }, tools: { nodes: tools } }] } }] },
    clientEndpoint: { tokens: { nodes: [{ endpoint: { id: endpoint.id } }] } },
    stackToken: { endpoint: { id: endpoint.id } },
    serviceAccount: { endpoint: { id: endpoint.id, stack: { name } } },
    trustedIssuer: { endpoint: { id: endpoint.id } },
    policyRule: { stack: { name }, endpoint: { name } },
    instructionChanges: { nodes: [{ stack: { name } }] },
    alert: { stack: { name } },
    apiKeys: {
      nodes: [
        { name, user: null, stackRoles: [{ role: 'DEVELOPER', stack: { name } }] },
        { name: expect.any(String), user: null, stackRoles: [] },
      ],
    },
  });
});

it('links changes to existing stacks, a login to its person, and messages to their webhook', async () => {
  const { id: userId } = await db.user.create({
    data: { id: newUserId(), accountId: account.id, email: 'ann@example.com', createdAt: new Date() },
  });
  const key = { name: 'login', hash: Buffer.from('login'), display: 'ty', scopes: [] };
  await db.apiKey.create({ data: { id: newApiKeyId(), accountId: account.id, userId, ...key } });
  const { webhook } = await createWebhook(account.ctx, { name: 'told', url: 'https://hooks.test/' });
  await testWebhook(account.ctx, webhook.id);
  const connector = { kind: 'mcp-http', url: 'https://mcp.example.com' };
  await saveServer(account.ctx, { id: 'remote', name: 'Remote', description: '', connector, tools: [] });
  await addServerToStack(account.ctx, one.stack.id, { serverId: 'remote', enableAllTools: true });
  await updateServerRefresh(account.ctx, toServerId('remote'), { when: 'daily', stackId: one.stack.id });
  const query = `{ auditEvents(filter: { search: "stack.create" }) { nodes { stack { name } } }
    apiKeys(first: 1) { nodes { name user { email } } } webhooks { deliveries { webhook { name } } }
    server(id: "remote") { refresh { stack { name } } } }`;
  expect(await get(query)).toEqual({
    auditEvents: { nodes: [{ stack: { name: 'one' } }] },
    apiKeys: { nodes: [{ name: 'login', user: { email: 'ann@example.com' } }] },
    webhooks: [{ deliveries: [{ webhook: { name: 'told' } }] }],
    server: { refresh: { stack: { name: 'one' } } },
  });
});

const HAVING = `query ($first: Int, $last: Int, $after: String, $before: String) { server(id: "shop") {
  stacks(first: $first, last: $last, after: $after, before: $before) {
    totalCount nodes { name } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } } }`;
type Having = {
  readonly totalCount: number;
  readonly nodes: readonly { readonly name: string }[];
  readonly pageInfo: { readonly startCursor: string; readonly endCursor: string };
};
/** Boundary: the shape of HAVING above. */
async function having(variables: object, key = account.apiKey): Promise<Having> {
  const { server } = await get(HAVING, variables, key);
  return (server as { readonly stacks: Having }).stacks;
}
const namesOf = ({ nodes }: Having): readonly string[] => nodes.map(({ name }) => name);

it('lists the caller’s stacks that have a server, by page in both directions', async () => {
  const two = await fill(account, 'two');
  await fill(account, 'three');
  await createStack(account.ctx, { name: 'without' });
  const first = await having({ first: 2 });
  expect([namesOf(first), first.totalCount]).toEqual([['one', 'two'], 3]);
  const second = await having({ first: 2, after: first.pageInfo.endCursor });
  expect([namesOf(second), second.pageInfo]).toMatchObject([['three'], { hasNextPage: false }]);
  expect(namesOf(await having({ last: 2, before: second.pageInfo.startCursor }))).toEqual(['one', 'two']);
  expect(namesOf(await having({ last: 1 }))).toEqual(['three']);
  expect(namesOf(await having({}, otherAccount.apiKey))).toEqual(['theirs']);
  const seen = await having({}, two.key);
  expect([namesOf(seen), seen.totalCount]).toEqual([['two'], 1]);
});

const EVERYWHERE = `{ stacks(first: 12) { nodes { endpoints(first: 2) { nodes { stack { id }
  tokens(first: 2) { nodes { endpoint { id } } } serviceAccounts(first: 2) { nodes { endpoint { id } } }
  trustedIssuers(first: 2) { nodes { endpoint { id } } } } }
  servers(first: 2) { nodes { stack { id } tools(first: 2) { nodes { server { id stacks(first: 2) { totalCount nodes { id } } } } } } } } }
  policyRules { nodes { stack { id } endpoint { id } } } auditEvents { nodes { stack { id } } }
  instructionChanges { nodes { stack { id } } } alerts { stack { id } }
  apiKeys { nodes { user { id } stackRoles { stack { id } } } } webhooks { deliveries { webhook { id } } } }`;

/** This many additional objects of each kind: one read per row would add as many reads for a single link. */
const MORE = 6;

it('reads each linked object once, however many rows refer to it', async () => {
  const few = await rowsRead(() => get(EVERYWHERE));
  for (let more = 0; more < MORE; more += 1) await fill(account, `more ${more}`.replace(' ', '-'));
  const many = await rowsRead(() => get(EVERYWHERE));
  expect(JSON.stringify(many.result).length).toBeGreaterThan(2 * JSON.stringify(few.result).length);
  expect(many.reads.length).toBeLessThan(few.reads.length + MORE);
});
