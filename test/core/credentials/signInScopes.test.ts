import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConnectLink } from '../../../src/core/credentials/connectLink.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { openBrowser } from './browser.ts';
import { type MailStack, makeStack } from './kit.ts';
import { type MailWorld, mailDocument, startMailWorld } from './mail.ts';

let mail: MailWorld;
let stack: MailStack;

beforeAll(async () => {
  const oauth2 = { scopes: ['openid', 'offline_access'] };
  mail = await startMailWorld({}, { document: (provider) => mailDocument(provider, oauth2) });
  stack = await makeStack(mail);
});
afterAll(() => mail.close());

const linkFor = (signInScopes?: readonly string[]) =>
  createConnectLink(stack.ctx, stack.stackId, toServerId('mail'), { fieldId: 'mail_token', signInScopes });

it('requests all scopes of a sign-in, or the chosen ones, and the token works', async () => {
  await openBrowser().open((await linkFor()).url);
  expect(mail.provider.params).toMatchObject({ scope: 'openid offline_access', prompt: 'consent' });
  const { url } = await linkFor(['openid']);
  expect((await openBrowser().open(url)).status).toBe(200);
  expect(mail.provider.params).toMatchObject({ scope: 'openid' });
  expect(await stack.call()).toMatchObject({ status: 200 });
});

it.each([
  [['openid', 'mail.delete'], '/signInScopes/1'],
  [[], '/signInScopes'],
])('requests no other scopes: %j', async (scopes, path) => {
  await expect(linkFor(scopes)).rejects.toMatchObject({
    code: 'invalid_input',
    details: { issues: [expect.objectContaining({ path })] },
  });
});
