import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENTED_LIMITS } from '../../src/core/kernel/limitClasses.ts';
import { newPerson } from '../core/people/kit.ts';
import { startWorld, type World } from '../harness/world.ts';
import { type Endpoint, makeEndpoint } from '../mcp/kit.ts';
import {
  askToken,
  authorizeUrl,
  CALLBACK,
  challengeOf,
  newClient,
  newVerifier,
  open,
  register,
  returned,
  sealedIn,
  submit,
} from './kit.ts';

let world: World;
let endpoint: Endpoint;
let client: string;

beforeAll(async () => {
  world = await startWorld();
  endpoint = await makeEndpoint(world.account.ctx, world.url, 'Support <desk>', []);
  client = await newClient(world, 'Evil <script>alert(1)</script> "client"');
});
afterAll(() => world?.close());

const CHALLENGE = challengeOf(newVerifier());
const url = (changed: Record<string, string | undefined> = {}) =>
  authorizeUrl(world, { client_id: client, resource: endpoint.url, code_challenge: CHALLENGE, ...changed });

describe('the consent page', () => {
  it('names the stack, the client and the redirect target as text', async () => {
    const page = await open(url());
    expect(page.status).toBe(200);
    expect(page.text).toContain('Support &lt;desk&gt;');
    expect(page.text).toContain('Evil &lt;script&gt;alert(1)&lt;/script&gt; &quot;client&quot;');
    expect(page.text).toContain('127.0.0.1:7777');
    expect(page.text).not.toContain('<script');
  });

  it('runs nothing, loads only the icon, allows no frame, and submits only to itself', async () => {
    const { headers, text } = await open(url());
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self'; base-uri 'none'; form-action 'self' http:\/\/127\.0\.0\.1:7777; /,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(text).not.toMatch(/\son\w+=|style=|src=|https?:\/\//);
  });

  it('is accessible: a language, labels, a responsive width, and a sign-in instead of a key', async () => {
    const { text } = await open(url());
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('name="viewport" content="width=device-width, initial-scale=1"');
    expect(text).toContain('<a href="/signin?next=%2Foauth%2Fauthorize%3Fresponse_type%3Dcode%26');
    expect(text).toMatch(/<label for="api_key">[\s\S]*<input id="api_key" name="api_key" type="password" required/);
  });
});

/** Requests whose errors the page shows instead of redirecting, because the redirect address isn't verified. */
const ON_THE_SPOT = [
  { label: 'no client', changed: { client_id: undefined } },
  { label: 'an unknown client', changed: { client_id: 'app_absent' } },
  { label: 'a client id of text', changed: { client_id: '\u0000' } },
  { label: 'no redirect address', changed: { redirect_uri: undefined } },
  { label: 'a redirect address that was not named', changed: { redirect_uri: 'https://evil.example/callback' } },
  { label: 'another path on the same machine', changed: { redirect_uri: 'http://127.0.0.1:7777/other' } },
  { label: 'a state without end', changed: { state: 'x'.repeat(3_000) } },
];
it.each(ON_THE_SPOT)('$label: shows an error page without a redirect', async ({ changed }) => {
  const page = await open(url(changed));
  expect(page).toMatchObject({ status: 400, text: expect.stringContaining('Sign-in failed') });
  expect(page.headers.get('location')).toBeNull();
  expect(page.headers.get('content-security-policy')).toContain("form-action 'none'");
});

it('a repeated parameter is refused', async () => {
  expect((await open(`${url()}&client_id=${client}`)).status).toBe(400);
});

const TO_THE_CLIENT = [
  { label: 'another response type', changed: { response_type: 'token' }, error: 'unsupported_response_type' },
  { label: 'no PKCE', changed: { code_challenge: undefined }, error: 'invalid_request' },
  { label: 'plain PKCE', changed: { code_challenge_method: 'plain' }, error: 'invalid_request' },
  { label: 'no PKCE method', changed: { code_challenge_method: undefined }, error: 'invalid_request' },
  { label: 'no stack', changed: { resource: undefined }, error: 'invalid_target' },
  { label: 'another server', changed: { resource: 'https://elsewhere.example/mcp' }, error: 'invalid_target' },
];
it.each(TO_THE_CLIENT)('$label: returns $error to the client with its state', async ({ changed, error }) => {
  const page = await open(url(changed));
  expect(page.status).toBe(303);
  expect(page.headers.get('location')).toMatch(`${CALLBACK}?`);
  expect(returned(page)).toEqual({ error, error_description: expect.any(String), state: 'st&te', iss: world.url });
});

it.each(TO_THE_CLIENT)(
  '$label: redirects nobody to an address that anyone could have registered',
  async ({ changed }) => {
    const elsewhere = 'https://phish.example/callback';
    const id = await newClient(world, 'Phish', elsewhere);
    const page = await open(url({ client_id: id, redirect_uri: elsewhere, ...changed }));
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
  },
);

it('a nonexistent stack gives the same error as any other mistake', async () => {
  const absent = await open(url({ resource: `${world.url}/s/client_${crypto.randomUUID()}/mcp` }));
  expect(returned(absent)).toEqual(returned(await open(url({ resource: undefined }))));
});

it('a loopback client may use another port than it registered', async () => {
  const page = await open(url({ redirect_uri: 'http://127.0.0.1:1234/callback' }));
  expect(page).toMatchObject({ status: 200, text: expect.stringContaining('127.0.0.1:1234') });
});

describe('the person’s decision', () => {
  it('to allow returns a code', async () => {
    const page = await submit(url(), await open(url()), { api_key: ` ${world.account.apiKey} `, decision: 'allow' });
    expect(page.status).toBe(303);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(returned(page)).toEqual({ code: expect.stringMatching(/^tyc_[\w-]{43}$/), state: 'st&te', iss: world.url });
  });

  it('to cancel needs no key', async () => {
    const page = await submit(url(), await open(url()), { api_key: '', decision: 'deny' });
    expect(returned(page)).toEqual({ error: 'access_denied', state: 'st&te', iss: world.url });
  });

  it.each([
    { label: 'no key', key: () => '' },
    { label: 'a key that is none', key: () => 'ty_nonsense' },
    { label: 'the key of another account', key: () => world.otherAccount.apiKey },
    { label: 'a stack token', key: () => endpoint.token },
  ])('with $label prompts again, with the same message', async ({ key }) => {
    const again = await submit(url(), await open(url()), { api_key: key(), decision: 'allow' });
    expect(again.status).toBe(401);
    expect(again.text).toContain(
      'role="alert">Enter a valid API key of the account that owns the stack. It needs the right to create tokens.</p>',
    );
    expect(again.text).toContain('aria-invalid="true"');
    if (key()) expect(again.text).not.toContain(key());
    const allowed = await submit(url(), again, { api_key: world.account.apiKey, decision: 'allow' });
    expect(allowed.status).toBe(303);
  });

  it.each([
    { label: 'another site', headers: { origin: 'https://evil.example' } },
    { label: 'a page without origin', headers: { origin: 'null' } },
    { label: 'another site that hides itself', headers: { 'sec-fetch-site': 'cross-site' } },
  ])('is refused from $label', async ({ headers }) => {
    const fields = { api_key: world.account.apiKey, decision: 'allow' };
    const page = await submit(url(), await open(url()), fields, headers);
    expect(page.status).toBe(403);
    expect(page.headers.get('location')).toBeNull();
  });

  it('is accepted from our own page', async () => {
    const headers = { origin: world.url, 'sec-fetch-site': 'same-origin' };
    const page = await submit(url(), await open(url()), { api_key: world.account.apiKey, decision: 'allow' }, headers);
    expect(page.status).toBe(303);
  });

  it('is refused for another request than the page showed', async () => {
    const sealed = sealedIn(await open(url()));
    const flipped = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
    for (const request of ['', 'x', flipped, client.slice('app_'.length)]) {
      const body = new URLSearchParams({ request, api_key: world.account.apiKey, decision: 'allow' });
      expect((await open(`${world.url}/oauth/authorize`, { method: 'POST', body })).status).toBe(400);
    }
  });
});

it('attempts are limited per address, and a valid key still works', async () => {
  const strict = await startWorld({ limits: { ...DOCUMENTED_LIMITS, failed_auth: 3 } });
  const { url: resource } = await makeEndpoint(strict.account.ctx, strict.url, 'ours', []);
  const id = await newClient(strict);
  const address = authorizeUrl(strict, { client_id: id, resource, code_challenge: CHALLENGE });
  const page = await open(address);
  const statuses: number[] = [];
  let last = page;
  for (const key of ['a', 'b', 'c']) {
    last = await submit(address, page, { api_key: key, decision: 'allow' });
    statuses.push(last.status);
  }
  expect(statuses).toEqual([401, 429, 429]);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await open(address)).status).toBe(429);
  expect((await register(strict, { redirect_uris: [CALLBACK] })).status).toBe(429);
  expect((await askToken(strict, { grant_type: 'refresh_token', refresh_token: 'x', client_id: id })).status).toBe(429);
  expect((await submit(address, page, { api_key: strict.account.apiKey, decision: 'allow' })).status).toBe(303);
  await strict.close();
});

it('a used-up address causes no work for a command line login', async () => {
  const strict = await startWorld({ limits: { ...DOCUMENTED_LIMITS, failed_auth: 3 } });
  const pat = await newPerson(strict, 'pat@example.com');
  const verifier = newVerifier();
  const login = { client_id: 'toolyard-cli', redirect_uri: CALLBACK };
  const address = authorizeUrl(strict, {
    ...login,
    state: 'a-state-of-the-command-line',
    code_challenge: challengeOf(verifier),
  });
  const headers = { cookie: pat.cookie, origin: strict.url, 'sec-fetch-site': 'same-origin' };
  const page = await open(address, { headers });
  const sent = await submit(address, page, { decision: 'allow', role: 'developer', days: '1' }, headers, address);
  const ask = (code: string | undefined) =>
    askToken(strict, { ...login, grant_type: 'authorization_code', code, code_verifier: verifier });
  const statuses = [(await ask('x')).status, (await ask('x')).status, (await ask(returned(sent)['code'])).status];
  expect(statuses).toEqual([400, 400, 429]);
  expect(await strict.edge.deps.db.apiKey.count({ where: { userId: pat.id } })).toBe(0);
  await strict.close();
});
