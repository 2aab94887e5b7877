import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '../../src/core/context.ts';
import { createConnectLink } from '../../src/core/credentials/connectLink.ts';
import { setCredentials } from '../../src/core/credentials/credential.ts';
import { getCredentialStatus } from '../../src/core/credentials/status.ts';
import { createStack } from '../../src/core/stacks/stack.ts';
import { addServerToStack } from '../../src/core/stacks/stackServer.ts';
import { openBrowser } from './browser.ts';
import { ask, type MailWorld, STORED_CLIENT, startMailWorld } from './mail.ts';

let mail: MailWorld;
let ctx: Ctx;
let stackId: string;
let count = 0;

beforeAll(async () => {
  mail = await startMailWorld();
  ctx = { ...mail.account.ctx, publicUrl: () => mail.world.url };
});
afterAll(() => mail.close());
beforeEach(async () => {
  count += 1;
  stackId = (await createStack(ctx, { name: `stack ${count}` })).id;
  await addServerToStack(ctx, stackId, { serverId: 'mail', enableAllTools: true });
  await setCredentials(ctx, stackId, 'mail', { credentials: STORED_CLIENT });
  mail.provider.signInAs = 'ann';
});

const link = () => createConnectLink(ctx, stackId, 'mail', { fieldId: 'mail_token' });
const callTool = () =>
  ask(`${mail.world.url}/v1/stacks/${stackId}/tools/mail_whoami/invoke`, mail.account.apiKey, {
    body: { tool_input: {} },
  });
const statusOf = async () => (await getCredentialStatus(ctx, stackId, 'mail')).fields[0];

describe('a connect link', () => {
  it('leads through the provider to a credential that works', async () => {
    const { url, expiresAt } = await link();
    expect(expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(10 * 60_000);
    const seen = await openBrowser().open(url);
    expect(seen).toMatchObject({ status: 200, text: expect.stringContaining('Mail &amp; Co is connected') });
    expect(await callTool()).toEqual({ status: 200, body: { result: { account: 'ann' } } });
    expect(await statusOf()).toMatchObject({ state: 'added', oauthState: 'connected', expiresAt: expect.any(Date) });
    expect(mail.provider.asked).toMatchObject({ code_challenge_method: 'S256', response_type: 'code' });
  });
});
