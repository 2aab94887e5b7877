import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_SERVER } from '../../src/core/accounts/firstSteps.ts';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { createClientEndpoint } from '../../src/core/endpoints/clientEndpoint.ts';
import type { Ctx } from '../../src/core/kernel/context.ts';
import { type StackId, toServerId } from '../../src/core/kernel/ids.ts';
import { createPolicyRule } from '../../src/core/policies/policyRule.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { startApiWorld } from '../harness/apiWorld.ts';
import { eventually } from '../harness/eventually.ts';
import type { WorldAccount } from '../harness/world.ts';
import { ask } from './ask.ts';

const { api, world, close } = await startApiWorld({});
afterAll(close);

const echo = {
  name: 'echo',
  description: 'Echoes.',
  inputSchema: { type: 'object' },
  request: { kind: 'template', method: 'POST', path: '/echo' },
};
const server = (id: string, more = {}) => ({
  ...{ id, name: id, connector: { kind: 'http', baseUrl: api.url }, tools: [echo], ...more },
});
const KEY = { id: 'shop_key', name: 'Key', required: true, placement: { in: 'header', name: 'x-key' } };

beforeAll(async () => {
  await world.saveServer(server(DEMO_SERVER));
  await world.saveServer(server('open'));
  await world.saveServer(server('shop', { credentials: [KEY] }));
});

/** An account as the first start leaves it. */
async function newAccount(): Promise<{ account: WorldAccount; stackId: StackId; clientId: string; token: string }> {
  const account = await world.newAccount('New');
  const ctx: Ctx = { ...world.operator, actor: { kind: 'operator', accountId: account.id } };
  const { id: stackId } = await createStack(ctx, { name: 'starter', configuration: { isRecorded: true } });
  await addServerToStack(ctx, stackId, { serverId: DEMO_SERVER, enableAllTools: true });
  const { endpoint, token } = await createClientEndpoint(ctx, { stackId, name: 'starter' });
  return { account, stackId, clientId: endpoint.clientId, token };
}
type NewAccount = Awaited<ReturnType<typeof newAccount>>;

const post = (path: string, token: string, body: object) =>
  fetch(`${world.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(body),
  });

const add = ({ account, stackId }: NewAccount, serverId: string) =>
  addServerToStack(account.ctx, stackId, { serverId, enableAllTools: true });
const callOverRest = (clientId: string, token: string) =>
  post(`/s/${clientId}/call_tool`, token, { tool_name: `${DEMO_SERVER}_echo`, input: {} });

const STEPS: Readonly<Record<string, readonly [(owner: NewAccount) => Promise<unknown>, ...string[]]>> = {
  nothing: [async () => undefined],
  'a call over the account API': [
    ({ account, stackId }) =>
      post(`/v1/stacks/${stackId}/tools/${DEMO_SERVER}_echo/invoke`, account.apiKey, { input: {} }),
  ],
  'a call with the token of the first start': [({ clientId, token }) => callOverRest(clientId, token)],
  'an MCP call with that token': [
    ({ clientId, token }) =>
      post(`/s/${clientId}/mcp`, token, {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: `${DEMO_SERVER}_echo`, arguments: {} } },
      }),
    ...['hasConnectedAgent', 'hasAgentCall'],
  ],
  'a list with a token of one’s own': [
    async ({ account, stackId }) => {
      const { endpoint, token } = await createClientEndpoint(account.ctx, { stackId, name: 'mine' });
      await post(`/s/${endpoint.clientId}/list_tools`, token, {});
    },
    'hasConnectedAgent',
  ],
  'a call with a token of one’s own': [
    async ({ account, stackId }) => {
      const { endpoint, token } = await createClientEndpoint(account.ctx, { stackId, name: 'mine' });
      await callOverRest(endpoint.clientId, token);
    },
    ...['hasConnectedAgent', 'hasAgentCall'],
  ],
  'a server without credentials': [(owner) => add(owner, 'open'), 'hasOwnServer', 'hasOwnCredential'],
  'a server without its credential': [(owner) => add(owner, 'shop'), 'hasOwnServer'],
  'a server with its credential': [
    async (owner) => {
      await add(owner, 'shop');
      await setCredentials(owner.account.ctx, owner.stackId, toServerId('shop'), { credentials: { shop_key: 'k' } });
    },
    ...['hasOwnServer', 'hasOwnCredential'],
  ],
  'a rule': [({ account }) => createPolicyRule(account.ctx, { name: 'no', effect: 'deny', tools: ['x'] }), 'hasRule'],
};

const FLAGS = 'hasOwnServer hasOwnCredential hasConnectedAgent hasAgentCall hasRule';
async function doneOf({ account }: NewAccount): Promise<readonly string[]> {
  const { data } = await ask(world.url, account.apiKey, `{ firstSteps { ${FLAGS} } }`);
  return Object.entries(Object(data).firstSteps).flatMap(([flag, isDone]) => (isDone ? [flag] : []));
}

it('first steps count what people of the account did, and nothing that the first start creates', async () => {
  for (const [name, [act, ...expected]] of Object.entries(STEPS)) {
    const owner = await newAccount();
    await act(owner);
    const calls = { where: { accountId: owner.account.id } };
    await eventually(`${name} is recorded`, async () => {
      const isRecorded = !name.includes('call') || (await world.operator.db.callRecord.count(calls)) > 0;
      return isRecorded && (await doneOf(owner)).length === expected.length;
    });
    expect([name, ...(await doneOf(owner))]).toEqual([name, ...expected]);
  }
  process.stdout.write(`${Object.keys(STEPS).length} first steps\n`);
});
