import { afterAll, expect, it } from 'vitest';
import { setAccountLimits } from '../../../src/core/accounts/account.ts';
import { createStackToken } from '../../../src/core/endpoints/stackToken.ts';
import { updateStack } from '../../../src/core/stacks/stack.ts';
import { eventually } from '../../harness/eventually.ts';
import { openBank } from '../policies/kit.ts';

const { world, endpoint, close } = await openBank();
afterAll(close);
const { ctx, apiKey, id: accountId } = world.account;
const { clientId, stackId } = endpoint;
await updateStack(ctx, stackId, { configuration: { isRecorded: true } });

/** The record of a request after its response. */
async function recordOf(path: string, token: string, requestId: string, body: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-request-id': requestId };
  await (await fetch(`${world.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).text();
  const find = () => ctx.db.callRecord.findFirst({ where: { requestId } });
  await eventually(`${requestId} is recorded`, async () => (await find()) !== null);
  return find();
}

it('a call beyond its token’s limit is recorded as such', async () => {
  const { id: endpointId } = await ctx.db.clientEndpoint.findFirstOrThrow({ where: { clientId } });
  const held = await createStackToken(ctx, { endpointId, tools: ['bank_read'], callsMax: 1 });
  const call = (tool: string, requestId: string) =>
    recordOf(`/s/${clientId}/call_tool`, held.token, requestId, { tool_name: tool, tool_input: {} });
  const callerId = held.tokenRecord.id;
  const beyond = { outcome: 'forbidden', callerId, decision: null, upstreamStatus: null };
  expect(await call('bank_close', 'req-beyond')).toMatchObject({ ...beyond, error: 'Tool bank_close not found' });
  expect(await call('bank_read', 'req-within')).toMatchObject({ outcome: 'ok', callerId });
  expect(await call('bank_read', 'req-used')).toMatchObject({
    outcome: 'forbidden',
    error: expect.stringMatching(/call/),
  });
});

it('a call beyond a bound is recorded as such', async () => {
  await setAccountLimits(world.operator, accountId, { limits: { max_calls: 0 } });
  const path = `/v1/stacks/${stackId}/tools/bank_read/invoke`;
  const ids = Array.from({ length: 8 }, (_, index) => `req-bound-${index}`);
  const rows = await Promise.all(ids.map((id) => recordOf(path, apiKey, id, { tool_input: {} })));
  expect(new Set(rows.map((row) => row?.outcome))).toEqual(new Set(['rate_limited']));
  await setAccountLimits(world.operator, accountId, { limits: {} });
});
