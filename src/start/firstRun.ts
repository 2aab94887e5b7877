import { createAccount } from '../core/accounts/account.ts';
import { DEMO_SERVER } from '../core/accounts/firstSteps.ts';
import { createClientEndpoint } from '../core/endpoints/clientEndpoint.ts';
import type { Ctx } from '../core/kernel/context.ts';
import type { AccountId, ClientId, StackId } from '../core/kernel/ids.ts';
import { findServer } from '../core/servers/server.ts';
import { createStack } from '../core/stacks/stack.ts';
import { addServerToStack } from '../core/stacks/stackServer.ts';

/** Credentials created at the first start, so that a first tool call is one command to paste. Shown once. */
export type FirstRun = {
  readonly accountId: AccountId;
  readonly apiKey: string;
  readonly stackId: StackId;
  readonly clientId: ClientId;
  readonly stackToken: string;
  /** The first tool to try; null when the operator removed its server. */
  readonly firstTool: string | null;
};

const FIRST_TOOL = 'everything_echo';

/**
 * If there is no account yet, creates one with a stack that has a server which needs no credentials. Otherwise null.
 */
export async function firstRun(operator: Ctx): Promise<FirstRun | null> {
  if ((await operator.db.account.count()) > 0) return null;
  const { account, key } = await createAccount(operator, { name: 'default' });
  const ctx: Ctx = { ...operator, actor: { kind: 'operator', accountId: account.id } };
  // Record calls, so that the dashboard shows the first one.
  const stack = await createStack(ctx, { name: 'starter', configuration: { isRecorded: true } });
  const hasServer = (await findServer(ctx, DEMO_SERVER)) !== null;
  if (hasServer) await addServerToStack(ctx, stack.id, { serverId: DEMO_SERVER, enableAllTools: true });
  const { endpoint, token } = await createClientEndpoint(ctx, { stackId: stack.id, name: 'starter' });
  const { clientId } = endpoint;
  const firstTool = hasServer ? FIRST_TOOL : null;
  return { accountId: account.id, apiKey: key, stackId: stack.id, clientId, stackToken: token, firstTool };
}
