import { createConnectLink } from '../../../src/core/credentials/connectLink.ts';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { type FieldStatus, getCredentialStatus } from '../../../src/core/credentials/status.ts';
import { createClientEndpoint } from '../../../src/core/endpoints/clientEndpoint.ts';
import type { Ctx } from '../../../src/core/kernel/context.ts';
import { type StackId, toServerId } from '../../../src/core/kernel/ids.ts';
import { type CredentialMode, updateServerCredentialMode } from '../../../src/core/stacks/credentialMode.ts';
import { createStack } from '../../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../../src/core/stacks/stackServer.ts';
import { openBrowser, type Seen } from './browser.ts';
import { ask, type CallResponse, type MailWorld, STORED_CLIENT } from './mail.ts';

/** A stack of the account with the mail server in it. */
export type MailStack = {
  readonly stackId: StackId;
  readonly ctx: Ctx;
  /** A new link for the stack, or for an end user. */
  link(endUser?: string): Promise<string>;
  /** Opens a new link in a new browser, where the provider signs in this person. */
  signIn(account: string, endUser?: string): Promise<Seen>;
  /** Calls the tool with the account's key. */
  call(endUser?: string, url?: string): Promise<CallResponse>;
  status(endUser?: string): Promise<FieldStatus | undefined>;
  /** A stack token and how to call the tool with it. */
  agent(endUser?: string): Promise<(headers?: Record<string, string>) => Promise<CallResponse>>;
  setMode(credentialMode: CredentialMode): Promise<unknown>;
};

let count = 0;

export async function makeStack(mail: MailWorld, stored: Record<string, string> = STORED_CLIENT): Promise<MailStack> {
  const { world, provider, account } = mail;
  const ctx: Ctx = { ...account.ctx, publicUrl: () => world.url };
  count += 1;
  const { id: stackId } = await createStack(ctx, { name: `stack ${count}` });
  await addServerToStack(ctx, stackId, { serverId: 'mail', enableAllTools: true });
  if (Object.keys(stored).length > 0) await setCredentials(ctx, stackId, toServerId('mail'), { credentials: stored });
  const link = async (endUser?: string) =>
    (await createConnectLink(ctx, stackId, toServerId('mail'), { fieldId: 'mail_token', endUser })).url;
  return {
    stackId,
    ctx,
    link,
    async signIn(name, endUser) {
      provider.signInAs = name;
      return openBrowser().open(await link(endUser));
    },
    call: (endUser, url = world.url) =>
      ask(`${url}/v1/stacks/${stackId}/tools/mail_whoami/invoke`, account.apiKey, {
        body: { tool_input: {} },
        headers: endUser === undefined ? {} : { 'x-end-user': endUser },
      }),
    status: async (endUser) => (await getCredentialStatus(ctx, stackId, toServerId('mail'), endUser)).fields[0],
    async agent(endUser) {
      const { endpoint, token } = await createClientEndpoint(ctx, { stackId, name: 'agent', endUser });
      const body = { tool_name: 'mail_whoami', tool_input: {} };
      return (headers = {}) => ask(`${world.url}/s/${endpoint.clientId}/call_tool`, token, { body, headers });
    },
    setMode: (credentialMode) => updateServerCredentialMode(ctx, stackId, toServerId('mail'), { credentialMode }),
  };
}

/** A connect link in a failed call's text. */
export const linkIn = ({ body }: CallResponse): string =>
  /https?:\/\/[^\s"]+\/oauth\/connect\?link=[^\s"]+/.exec(JSON.stringify(body))?.[0] ?? '';
