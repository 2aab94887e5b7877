import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/core/accounts/apiKey.ts';
import { invokeTool } from '../../src/core/answers/answerCall.ts';
import { startJob } from '../../src/core/jobs/job.ts';
import type { StackId } from '../../src/core/kernel/ids.ts';
import { saveServer } from '../../src/core/marketplace/saveServer.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { eventually } from '../harness/eventually.ts';
import { rowsRead } from '../harness/rowsRead.ts';
import { startWorld, type World } from '../harness/world.ts';
import { ask, dataOf } from './ask.ts';
import { serverDocument } from './documents.ts';

/* A marketplace server that a stack holds, and a private server of the same slug, which hides it elsewhere. */

const SHOPS = 25;

let world: World;
let stackId: StackId;
let ids: { readonly hidden: string; readonly own: string; readonly shops: readonly string[] };

beforeAll(async () => {
  world = await startWorld({ runsJobs: true });
  const { ctx } = world.account;
  const document = { ...serverDocument('twin', { tools: ['act'] }), credentials: [] };
  const { server: hidden } = await saveServer(world.operator, document);
  ({ id: stackId } = await createStack(ctx, { name: 'work' }));
  await addServerToStack(ctx, stackId, { serverId: 'twin', enableAllTools: true });
  const { server: own } = await saveServer(ctx, document);
  const shops: string[] = [];
  for (let shop = 0; shop < SHOPS; shop += 1) {
    const { server } = await saveServer(world.operator, serverDocument(`shop${shop}`));
    shops.push(`server_${server.id}`);
  }
  ids = { hidden: `server_${hidden.id}`, own: `server_${own.id}`, shops };
});
afterAll(() => world.close());

const send = (query: string, variables: object = {}) => ask(world.url, world.account.apiKey, query, variables);

const RULES = {
  createPolicyRule: `mutation ($rule: CreatePolicyRuleInput!) {
    result: createPolicyRule(input: $rule) {
      __typename ... on CreatePolicyRulePayload { rule { id servers } } ... on InvalidInputError { issues { path message } }
    }
  }`,
  tryPolicyRule: `query ($rule: CreatePolicyRuleInput!) {
    result: tryPolicyRule(rule: $rule) { __typename ... on InvalidInputError { issues { path message } } }
  }`,
  explainDecision: `query ($rule: CreatePolicyRuleInput!, $stackId: ID!) {
    result: explainDecision(stackId: $stackId, toolId: "twin_act", rule: $rule) {
      __typename ... on InvalidInputError { issues { path message } }
    }
  }`,
} as const;

const ruleWith = (servers: readonly string[]) => ({ stackId, rule: { name: 'on shops', effect: 'ALLOW', servers } });

describe('the servers that a rule names by id', () => {
  it('are their slugs in the rule, in the order given, and so is a slug', async () => {
    const servers = [ids.shops[3], 'shop7', ids.own, ids.shops[1]].map(String);
    const { result } = await dataOf(send(RULES.createPolicyRule, ruleWith(servers)));
    expect(result).toMatchObject({ rule: { servers: ['shop3', 'shop7', 'twin', 'shop1'] } });
  });

  it('are unknown where a private server hides them', async () => {
    const { result } = await dataOf(send(RULES.createPolicyRule, ruleWith([ids.hidden])));
    expect(result).toEqual({
      __typename: 'InvalidInputError',
      issues: [{ path: '/servers/0', message: 'must be the id of a server' }],
    });
  });

  it.each(Object.entries(RULES))('are read in as many queries for 25 as for one: %s', async (_name, query) => {
    await send(query, ruleWith(ids.shops.slice(0, 1)));
    const readsFor = async (count: number) => {
      const { result, reads } = await rowsRead(() => dataOf(send(query, ruleWith(ids.shops.slice(0, count)))));
      return { result, servers: reads.filter(({ sql }) => /FROM "public"\."server"/.test(sql)) };
    };
    const [one, many] = [await readsFor(1), await readsFor(SHOPS)];
    expect(many.servers.length).toBeLessThanOrEqual(one.servers.length);
    expect(many.result['result']).toEqual({
      __typename: 'InvalidInputError',
      issues: [{ path: '/servers', message: 'Too big: expected array to have <=20 items' }],
    });
  });
});

describe('a stack’s tool of a hidden server', () => {
  const TOOL = 'toolId server { id } tool { server { id } }';

  it('has the stack’s server and its tool', async () => {
    const query = `query ($stackId: ID!) { stack(id: $stackId) { tools { nodes { ${TOOL} } } } }`;
    const { stack } = await dataOf(send(query, { stackId }));
    const server = { id: ids.hidden };
    expect(stack).toEqual({ tools: { nodes: [{ toolId: 'twin_act', server, tool: { server } }] } });
  });

  it('has it in an approval and in a job too', async () => {
    await dataOf(send(RULES.createPolicyRule, { rule: { name: 'ask first', effect: 'ASK', stackId } }));
    const outcome = await invokeTool(world.account.ctx, stackId, 'twin_act', { query: 'x' });
    expect(outcome.kind).toBe('approval_required');
    const { approvals } = await dataOf(send('{ approvals { nodes { tool { serverId server { id } } } } }'));
    expect(approvals).toEqual({ nodes: [{ tool: { serverId: 'twin', server: { id: ids.hidden } } }] });

    const { ctx } = world.account;
    const { key } = await createApiKey(ctx, { name: 'reader', scopes: ['read'] });
    const { id } = await startJob(ctx, stackId, 'twin_act', { query: 'y' });
    const query =
      'query ($id: ID!) { job(id: $id) { callerId caller { id } approvalId approval { id } tool { server { id } } } }';
    const jobFor = async (apiKey: string) => Object((await dataOf(ask(world.url, apiKey, query, { id })))['job']);
    await eventually('it waits for an approval', async () => (await jobFor(world.account.apiKey)).approvalId !== null);
    const job = await jobFor(world.account.apiKey);
    const { callerId, approvalId } = job;
    const tool = { server: { id: ids.hidden } };
    expect(job).toEqual({ callerId, caller: { id: callerId }, approvalId, approval: { id: approvalId }, tool });
    expect(await jobFor(key)).toEqual({ callerId, caller: { id: callerId }, approvalId, approval: null, tool });
    await world.edge.deps.db.enabledTool.deleteMany({ where: { stackServer: { stackId } } });
    expect((await jobFor(key)).tool).toBeNull();
  });
});
