import { createAccount } from '../core/accounts/account.ts';
import type { Ctx } from '../core/context.ts';
import { createClientEndpoint } from '../core/endpoints/clientEndpoint.ts';
import { createStack } from '../core/stacks/stack.ts';
import { addServerToStack } from '../core/stacks/stackServer.ts';

/** What the very first start makes, so that the first tool call is one line to paste. Shown once. */
export type FirstRun = {
  readonly accountId: string;
  readonly apiKey: string;
  readonly stackId: string;
  readonly clientId: string;
  readonly stackToken: string;
};

/** Makes an account with a stack of one runnable server, when there is no account yet. Null otherwise. */
export async function firstRun(operator: Ctx): Promise<FirstRun | null> {
  if ((await operator.db.account.count()) > 0) return null;
  const { account, key } = await createAccount(operator, { name: 'default' });
  const ctx: Ctx = { ...operator, actor: { kind: 'operator', accountId: account.id } };
  const stack = await createStack(ctx, { name: 'starter' });
  await addServerToStack(ctx, stack.id, { serverId: 'everything', enableAllTools: true });
  const { endpoint, token } = await createClientEndpoint(ctx, { stackId: stack.id, name: 'starter' });
  return { accountId: account.id, apiKey: key, stackId: stack.id, clientId: endpoint.clientId, stackToken: token };
}
