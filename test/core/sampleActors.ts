import type { AgentActor } from '../../src/core/kernel/actor.ts';
import { type AccountId, type StackId, toClientId, toEndpointId, toTokenId } from '../../src/core/kernel/ids.ts';

/** An agent of a stack, with a token that isn't in the database. */
export const agentOf = ({
  accountId,
  stackId,
}: {
  readonly accountId: AccountId;
  readonly stackId: StackId;
}): AgentActor => ({
  kind: 'agent',
  accountId,
  stackId,
  endpointId: toEndpointId('endpoint_1'),
  clientId: toClientId('client_1'),
  tokenId: toTokenId('token_1'),
  listMode: 'full',
  endUser: null,
  limits: {},
});
