import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createConnectLink } from '../../../src/core/credentials/connectLink.ts';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { openBrowser } from './browser.ts';
import { linkIn, type MailStack, makeStack } from './kit.ts';
import { type MailWorld, startMailWorld } from './mail.ts';
import { CLIENT } from './provider.ts';

let mail: MailWorld;
let stack: MailStack;
const logged: string[] = [];

beforeAll(async () => {
  mail = await startMailWorld({ log: { write: (line) => void logged.push(line) } });
});
afterAll(() => mail.close());
beforeEach(async () => {
  stack = await makeStack(mail);
  mail.provider.signInAs = 'ann';
});

const db = () => mail.world.edge.deps.db;
const callback = () => `${mail.world.url}/oauth/callback`;

describe('a connect link', () => {
  it('leads through the provider to a working credential', async () => {
    expect(await stack.status()).toMatchObject({ state: 'missing', canConnect: true, oauthState: null });
    const seen = await stack.signIn('ann');
    expect(seen).toMatchObject({ status: 200, text: expect.stringContaining('Mail &amp; Co is connected') });
    expect(await stack.call()).toEqual({ status: 200, body: { result: { account: 'ann' } } });
    expect(await stack.status()).toMatchObject({
      state: 'added',
      oauthState: 'connected',
      expiresAt: expect.any(Date),
    });
    expect(mail.provider.params).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: callback(),
    });
  });

  it('is used up by the sign-in, not by being opened', async () => {
    const link = await stack.link();
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await fetch(link, { method, redirect: 'manual' });
      expect([answer.status, answer.headers.get('location'), answer.headers.getSetCookie()]).toEqual([200, null, []]);
    }
    expect((await openBrowser().open(link)).status).toBe(200);
    expect(await openBrowser().open(link)).toMatchObject({
      status: 400,
      text: expect.stringContaining('Not connected'),
    });
  });

  it.each([
    [undefined, 'Everyone who uses the stack'],
    ['ann<b>', 'End user ann&lt;b&gt;'],
  ] as const)('names who will hold the access, without a script: %s', async (endUser, holder) => {
    const response = await fetch(await stack.link(endUser));
    const text = await response.text();
    const { name } = await db().account.findUniqueOrThrow({ where: { id: mail.world.account.id } });
    const { name: stackName } = await db().stack.findUniqueOrThrow({ where: { id: stack.stackId } });
    for (const part of ['Mail &amp; Co', name, stackName, holder]) expect(text).toContain(`<dd>${part}</dd>`);
    expect(text).not.toContain('<script');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; base-uri 'none'; form-action 'self' https: http:; frame-ancestors 'none'$/,
    );
  });

  it.each([
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
  ])('continues only from its own page: not with %o', async (headers: Record<string, string>) => {
    const link = await stack.link();
    const sent = await fetch(link, { method: 'POST', headers, redirect: 'manual' });
    expect([sent.status, sent.headers.get('location')]).toEqual([403, null]);
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const own = await fetch(link, { method: 'POST', headers: type, body: '', redirect: 'manual' });
    expect([own.status, own.headers.get('location')?.startsWith(mail.provider.url)]).toEqual([303, true]);
  });

  it('is valid for ten minutes', async () => {
    const { url, expiresAt } = await createConnectLink(stack.ctx, stack.stackId, toServerId('mail'), {
      fieldId: 'mail_token',
    });
    expect(Math.round((expiresAt.getTime() - Date.now()) / 60_000)).toBe(10);
    await db().connectLink.updateMany({ where: {}, data: { expiresAt: new Date(Date.now() - 1) } });
    expect((await openBrowser().open(url)).status).toBe(400);
  });

  it('gives no reason for an invalid link', async () => {
    const seen = await openBrowser().open(`${mail.world.url}/oauth/connect?link=${'x'.repeat(43)}`);
    expect(seen).toMatchObject({
      status: 400,
      text: expect.stringContaining('invalid, expired or already used'),
    });
  });

  it.each([
    ['a field without a sign-in', 'mail_client_id', 'Credential mail_client_id has no sign-in; set its value'],
    ['an unknown field', 'nothing', 'Credential nothing not found in server mail'],
  ])('is not created for %s', async (_name, fieldId, message) => {
    const made = createConnectLink(stack.ctx, stack.stackId, toServerId('mail'), { fieldId });
    await expect(made).rejects.toMatchObject({ message });
  });

  it('is created once the client is stored', async () => {
    const bare = await makeStack(mail, {});
    await expect(bare.link()).rejects.toMatchObject({ message: 'Credential mail_client_id has to be set first' });
  });

  it('is not created for another account’s stack', async () => {
    const made = createConnectLink(mail.world.otherAccount.ctx, stack.stackId, toServerId('mail'), {
      fieldId: 'mail_token',
    });
    await expect(made).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the provider’s callback', () => {
  /** Signs in at the provider, and returns the callback URL without opening it. */
  async function answered() {
    const browser = openBrowser();
    const { url } = await browser.open(await stack.link(), callback());
    return { browser, url: new URL(url) };
  }

  it('is accepted only in the browser that opened the link', async () => {
    const { url } = await answered();
    expect(await openBrowser().open(url.href)).toMatchObject({
      status: 400,
      text: expect.stringContaining('was not started in this browser'),
    });
    expect(await stack.status()).toMatchObject({ state: 'missing' });
  });

  it.each([
    ['with another state', 'state', 'x'.repeat(43)],
    ['of another issuer', 'iss', 'https://evil.example'],
    ['with another code', 'code', 'x'.repeat(43)],
  ])('%s is refused, and the link stays used up', async (_name, name, value) => {
    const { browser, url } = await answered();
    const forged = new URL(url);
    forged.searchParams.set(name, value);
    expect((await browser.open(forged.href)).status).toBeGreaterThanOrEqual(400);
    if (name !== 'state') expect((await browser.open(url.href)).status).toBe(400);
    expect(await stack.status()).toMatchObject({ state: 'missing' });
  });

  it('is accepted once, however many arrive concurrently', async () => {
    const { browser, url } = await answered();
    const seen = await Promise.all(Array.from({ length: 5 }, () => browser.open(url.href)));
    expect(seen.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await stack.call()).toMatchObject({ status: 200 });
  });

  it('reports that the person declined', async () => {
    mail.provider.signInAs = null;
    const seen = await openBrowser().open(await stack.link());
    expect(seen).toMatchObject({ status: 400, text: expect.stringContaining('the provider answered access_denied') });
  });
});

describe('the connect pages', () => {
  it('run no script, are not cached and link nowhere', async () => {
    const response = await fetch(`${callback()}?state=%3Cscript%3E&error=%3Cscript%3E`);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).not.toContain('<script');
  });

  it('keep their proof in a cookie for the callback only', async () => {
    const response = await fetch(await stack.link(), { method: 'POST', redirect: 'manual' });
    expect(response.headers.get('set-cookie')).toMatch(
      /^toolyard_connect_[0-9a-f]{16}=[\w-]{43}; Max-Age=600; Path=\/oauth\/callback; HttpOnly; SameSite=Lax$/,
    );
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('use the public address', async () => {
    const { port } = new URL(mail.world.url);
    const { status } = await fetchAs(`${mail.world.url}/oauth/callback`, `evil.example:${port}`);
    expect(status).toBe(403);
  });
});

describe('a call that needs a sign-in', () => {
  it('returns a working connect link', async () => {
    const failed = await stack.call();
    expect(failed).toEqual({
      status: 400,
      body: { detail: expect.stringContaining('missing credentials: mail_token'), connect_url: expect.any(String) },
    });
    expect(failed.body['detail']).toContain(`Sign in at ${failed.body['connect_url']}`);
    expect((await openBrowser().open(linkIn(failed))).status).toBe(200);
    expect(await stack.call()).toMatchObject({ status: 200 });
  });

  it('returns the same link while that is valid', async () => {
    const [first, second] = [await stack.call(), await stack.call()];
    expect(linkIn(first)).not.toBe('');
    expect(linkIn(second)).toBe(linkIn(first));
  });

  it('returns no link if a sign-in would not help', async () => {
    const bare = await makeStack(mail, {});
    const missing = 'mail_token, mail_client_id, mail_client_secret';
    expect(await bare.call()).toEqual({
      status: 500,
      body: { detail: `Tool execution failed: missing credentials: ${missing}` },
    });
  });

  it('gives no agent a link to the stack’s own credential', async () => {
    const failed = await (await stack.agent())();
    expect(failed.status).toBe(400);
    expect(failed.body['error']).toContain('The owner of the stack must sign in');
    expect(linkIn(failed)).toBe('');
  });
});

describe('a pasted access token', () => {
  it('works unchanged before and after a sign-in', async () => {
    const paste = () =>
      setCredentials(stack.ctx, stack.stackId, toServerId('mail'), { credentials: { mail_token: 'no-good-token' } });
    await paste();
    expect(await stack.call()).toMatchObject({ status: 500, body: { detail: expect.stringContaining('401') } });
    expect(await stack.status()).toMatchObject({ state: 'added', oauthState: null });
    await stack.signIn('ann');
    expect(await stack.call()).toMatchObject({ status: 200 });
    await paste();
    expect(await stack.call()).toMatchObject({ status: 500 });
  });
});

it('leaves no plain-text secret in log, audit log or database', async () => {
  const browser = openBrowser();
  const link = await stack.link();
  await browser.open(link);
  await stack.call();
  const events = await db().auditEvent.findMany({ where: { stackId: stack.stackId }, orderBy: { seq: 'asc' } });
  expect(events.map(({ action }) => action).slice(-2)).toEqual(['credentials.create_link', 'credentials.connect']);
  expect(events.at(-1)).toMatchObject({ actorKind: 'link', details: { fieldId: 'mail_token' } });
  const rows = await Promise.all([db().credential.findMany(), db().connectLink.findMany(), events]);
  const storedText = JSON.stringify(rows, (_key, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
  const secrets = browser.visited.flatMap((url) =>
    ['code', 'state', 'link'].flatMap((name) => new URL(url).searchParams.get(name) ?? []),
  );
  expect(secrets.length).toBeGreaterThan(3);
  for (const secret of [...secrets, CLIENT.secret]) {
    expect(storedText).not.toContain(secret);
    expect(logged.join('')).not.toContain(secret);
  }
});

/** A request with a `Host` of the caller's choice, which `fetch` does not allow. */
async function fetchAs(url: string, host: string): Promise<{ status: number }> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0 });
    })
      .on('error', reject)
      .end();
  });
}
