import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { invokeTool } from '../../src/core/answers/answerCall.ts';
import { openBank } from '../core/policies/kit.ts';
import { ask, dataOf } from './ask.ts';

const { world, endpoint, rules, close } = await openBank();
afterAll(close);
const { ctx, apiKey } = world.account;
const CALLS = 30;

const INBOX = `query ($first: Int!) {
  approvals(first: $first) {
    nodes {
      id input deciderName toolId callerId
      stack { name }
      rule { name condition }
      tool { exposedName title description annotations serverId serverName }
      caller: callerDetails { kind name endpointId endpointName serviceAccount trustedIssuer person }
    }
  }
}`;

beforeAll(async () => {
  await rules({ name: 'ask first', effect: 'ask', condition: 'input.amount >= 0.0' });
  const agent = await world.edge.authenticate.stackToken(endpoint.token, endpoint.clientId, '127.0.0.1');
  if (!agent) throw new Error('the token is good');
  for (let amount = 0; amount < CALLS; amount += 1)
    await invokeTool({ ...ctx, actor: agent }, endpoint.stackId, amount % 2 ? 'bank_pay' : 'bank_close', { amount });
});

async function statementsFor(first: number) {
  const spy = vi.spyOn(Client.prototype, 'query');
  const data = await dataOf(ask(world.url, apiKey, INBOX, { first }));
  const texts = spy.mock.calls.map(([statement]: readonly unknown[]) => String(Object(statement).text ?? statement));
  spy.mockRestore();
  return { data, statements: texts.filter((text) => /\bapproval\b/.test(text) || /"(stack|policy_rule)"/.test(text)) };
}

it('the inbox shows each call’s caller, effect and reason, with as many statements for one as for thirty', async () => {
  await dataOf(ask(world.url, apiKey, INBOX, { first: 1 }));
  const one = await statementsFor(1);
  const all = await statementsFor(CALLS);
  const { nodes } = Object(all.data['approvals']) as { nodes: readonly object[] };
  expect(nodes.length).toBe(CALLS);
  expect(nodes.slice(0, 2)).toMatchObject([
    { input: { amount: 29 }, toolId: 'bank_pay', tool: { description: 'pay of the bank' } },
    {
      input: { amount: 28 },
      toolId: 'bank_close',
      tool: { annotations: { destructiveHint: true }, serverName: 'Bank' },
    },
  ]);
  for (const node of nodes)
    expect(node).toMatchObject({
      deciderName: null,
      stack: { name: 'ours' },
      rule: { name: 'ask first', condition: 'input.amount >= 0.0' },
      callerId: expect.stringMatching(/^token_/),
      caller: { kind: 'AGENT', name: 'ours', endpointName: 'ours', person: null },
    });
  expect(all.statements.length).toBe(one.statements.length);
  expect(all.statements.length).toBeLessThanOrEqual(6);
});
