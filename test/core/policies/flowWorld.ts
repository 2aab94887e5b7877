import { createStackToken } from '../../../src/core/endpoints/stackToken.ts';
import { toServerId, toToolId } from '../../../src/core/kernel/ids.ts';
import { createPolicyRule, deletePolicyRule } from '../../../src/core/policies/policyRule.ts';
import { updateResultLabel } from '../../../src/core/policies/resultLabels.ts';
import { listPolicyRules } from '../../../src/core/policies/ruleLists.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { updateStackTool } from '../../../src/core/stacks/stackTool.ts';
import { eventually } from '../../harness/eventually.ts';
import { startWorld } from '../../harness/world.ts';
import { callsOf, makeHandles } from './flowCalls.ts';
import { makePlace, type Place, request, servers, startServices } from './flowKit.ts';

export type Flow = Awaited<ReturnType<typeof openFlow>>;

/** Services whose results are stored for an API key and for an agent. The results of `hr` are labelled. */
export async function openFlow() {
  const services = await startServices();
  const world = await startWorld({ egressAllow: `127.0.0.1:${services.port}`, runsJobs: true });
  const { account } = world;
  for (const document of servers(services.port)) await world.saveServer(document);
  const stack = await createStack(account.ctx, { name: 'flow' });
  for (const { id } of servers(services.port))
    await addServerToStack(account.ctx, stack.id, { serverId: id, enableAllTools: true });
  await updateStackTool(account.ctx, stack.id, toToolId('slack_send'), { name: 'say' });
  await updateResultLabel(account.ctx, toServerId('hr'), null, { label: 'confidential' });
  const { endpoint, ...made } = await makePlace(account, world.url, stack.id);
  const other = await createStackToken(account.ctx, { endpointId: endpoint, name: 'other' });
  const place: Place = { ...made, otherToken: other.token };
  // The first query compiles the schema, which takes seconds on a busy machine.
  const query = JSON.stringify({ query: '{ __typename }' });
  await eventually(
    'GraphQL answers',
    async () => (await request(`${world.url}/graphql`, account.apiKey, query)).status === 200,
  );
  return {
    ...{ services, world, place, ...callsOf(place) },
    handles: await makeHandles(place),
    /** Replaces the account's rules. */
    async replaceRules(...rules: readonly object[]) {
      for (const { id } of await listPolicyRules(account.ctx)) await deletePolicyRule(account.ctx, id);
      for (const rule of rules) await createPolicyRule(account.ctx, { name: 'a rule', ...rule });
    },
    async close() {
      await world.close();
      services.close();
    },
  };
}
