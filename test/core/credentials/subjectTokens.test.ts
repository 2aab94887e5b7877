import { createServer } from 'node:http';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { setCredentials } from '../../../src/core/credentials/credential.ts';
import { getCredentialStatus } from '../../../src/core/credentials/status.ts';
import { toServerId } from '../../../src/core/kernel/ids.ts';
import { createTrustedIssuer } from '../../../src/core/machines/trustedIssuer.ts';
import { updateServerCredentialMode } from '../../../src/core/stacks/credentialMode.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { startWorld } from '../../harness/world.ts';
import { type DocumentInput, makeEndpoint } from '../../mcp/kit.ts';
import { startKeyServer } from '../../oauth/idpKit.ts';
import { askWith, newPair, sign } from '../../oauth/machineKit.ts';
import { exchange as exchangeOf } from '../../oauth/refusedIdentities.ts';
import { ask } from './mail.ts';

const SECRET = 'secret-of-the-client';
const KIND = 'urn:ietf:params:oauth:token-type:';

type Issued = { readonly token: string; readonly for: string };
const requests: Record<string, string>[] = [];
let issued: Issued[] = [];
let refusal: { status: number; body: object } | null = null;
let lifeSeconds = 3_600;
let aheadMs = 0;
const refused = new Set<string>();

/** The subject of a token in this test or of the company's JWT. */
function subjectOf(token: string): string | null {
  const payload = token.split('.')[1];
  const claims = payload && JSON.parse(Buffer.from(payload, 'base64url').toString());
  return claims?.sub ?? /^subject-of-(\w+)/.exec(token)?.[1] ?? null;
}

/** An authorization server (RFC 8693), and an API that returns and echoes the received token's subject. */
const upstream = createServer((request, response) => {
  const answer = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (request.url === '/me') {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const match = issued.find((each) => each.token === token && !refused.has(token));
    return void answer(match ? 200 : 401, { for: match?.for ?? null, token, headers: request.headers });
  }
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    const basic = Buffer.from(request.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
    if (decodeURIComponent(basic) !== `app:${SECRET}`) return answer(401, { error: 'invalid_client' });
    const fields = Object.fromEntries(new URLSearchParams(body));
    requests.push(fields);
    if (refusal) return answer(refusal.status, refusal.body);
    const subject = subjectOf(fields['subject_token'] ?? '');
    // RFC 8693, section 2.2.2.
    if (!subject) return answer(400, { error: 'invalid_request', error_description: fields['subject_token'] });
    const access_token = `exchanged-for-${subject}-${issued.length}`;
    issued.push({ token: access_token, for: subject });
    const kind = { issued_token_type: `${KIND}access_token`, token_type: 'Bearer' };
    return answer(200, { access_token, ...kind, expires_in: lifeSeconds, refresh_token: 'not-kept' });
  });
});

const origin = `http://127.0.0.1:${await listenOnLoopback(upstream)}`;
const world = await startWorld({ egressAllow: '127.0.0.0/8' });
Object.assign(world.edge.deps, { now: () => new Date(Date.now() + aheadMs) });
const { ctx } = world.account;
afterAll(async () => {
  await world.close();
  upstream.close();
});

const bearer = { in: 'header', name: 'Authorization', template: 'Bearer {token}' } as const;
const field = (id: string, more: object = {}) => ({ id, name: id, required: true, ...more });
const exchange = {
  grant: 'token_exchange',
  tokenUrl: `${origin}/token`,
  clientId: { value: 'app' },
  clientSecret: { field: 'client_secret' },
  subjectToken: { field: 'company_token' },
  scopes: ['orders.read'],
  audience: 'orders',
};
const documentOf = (id: string, oauth2: object = exchange): DocumentInput =>
  ({
    id,
    name: id,
    connector: { kind: 'http', baseUrl: origin },
    credentials: [field('token', { placement: bearer, oauth2 }), field('client_secret'), field('company_token')],
    tools: [
      {
        name: 'me',
        description: 'Who is asked for.',
        inputSchema: { type: 'object' },
        request: { kind: 'template', method: 'GET', path: '/me', bodyEncoding: 'json' },
      },
    ],
  }) as unknown as DocumentInput;

let count = 0;
let id: string;
let endpoint: Awaited<ReturnType<typeof makeEndpoint>>;
const call = (endUser?: string) =>
  ask(`${world.url}/s/${endpoint.clientId}/call_tool`, endpoint.token, {
    body: { tool_name: `${id}_me`, tool_input: {} },
    headers: endUser === undefined ? {} : { 'x-end-user': endUser },
  });
const store = (credentials: Record<string, string>, endUser?: string) =>
  setCredentials(ctx, endpoint.stackId, toServerId(id), { credentials, endUser });

beforeEach(async () => {
  [refusal, lifeSeconds, aheadMs, issued] = [null, 3_600, 0, []];
  requests.length = 0;
  refused.clear();
  count += 1;
  id = `orders${count}`;
  endpoint = await makeEndpoint(ctx, world.url, id, [documentOf(id)]);
  await updateServerCredentialMode(ctx, endpoint.stackId, toServerId(id), { credentialMode: 'user' });
  await store({ client_secret: SECRET });
});

describe('a tool called on behalf of a person', () => {
  it('uses a token exchanged for each person’s, once for many calls', async () => {
    for (const name of ['ann', 'bob']) await store({ company_token: `subject-of-${name}` }, name);
    const many = await Promise.all(Array.from({ length: 6 }, () => call('ann')));
    expect(many.map(({ status, body }) => [status, JSON.stringify(body).includes('"for":"ann"')])).toEqual(
      Array(6).fill([200, true]),
    );
    expect(JSON.stringify((await call('bob')).body)).toContain('"for":"bob"');
    expect(requests).toEqual(
      ['ann', 'bob'].map((name) => ({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: `subject-of-${name}`,
        subject_token_type: `${KIND}access_token`,
        requested_token_type: `${KIND}access_token`,
        scope: 'orders.read',
        audience: 'orders',
      })),
    );
  });

  it('shows none of the tokens, and caches the exchanged one only in memory', async () => {
    await store({ company_token: 'subject-of-ann' }, 'ann');
    const { status, body } = await call('ann');
    const text = JSON.stringify(body);
    expect([status, /exchanged-for|subject-of|secret-of/.test(text)]).toEqual([200, false]);
    const rows = await ctx.db.credential.findMany({ where: { stackServer: { stackId: endpoint.stackId } } });
    expect(rows.map(({ fieldId }) => fieldId).toSorted()).toEqual(['client_secret', 'company_token']);
  });

  it.each([
    ['before it ends', 3_545, 2],
    ['not while it is valid', 3_500, 1],
  ])('exchanges again %s', async (_when, seconds, times) => {
    await store({ company_token: 'subject-of-ann' }, 'ann');
    await call('ann');
    aheadMs = seconds * 1_000;
    expect((await call('ann')).status).toBe(200);
    expect(requests).toHaveLength(times);
  });

  it('exchanges again after the service rejects it, and for the person’s next token', async () => {
    await store({ company_token: 'subject-of-ann' }, 'ann');
    await call('ann');
    refused.add(issued[0]?.token ?? '');
    expect((await call('ann')).status).toBe(200);
    await store({ company_token: 'subject-of-ann-again' }, 'ann');
    expect((await call('ann')).status).toBe(200);
    expect(requests.map(({ subject_token: token }) => token)).toEqual([
      ...['subject-of-ann', 'subject-of-ann', 'subject-of-ann-again'],
    ]);
  });

  it('lacks only the person’s token if that is missing or expired', async () => {
    const missing = /missing credentials: .*company_token/;
    expect(JSON.stringify((await call('ann')).body)).toMatch(missing);
    expect([(await call()).status, requests]).toEqual([400, []]);
    expect(await getCredentialStatus(ctx, endpoint.stackId, toServerId(id), 'ann')).toMatchObject({
      required: { token: 'missing', client_secret: 'added', company_token: 'missing' },
    });
    await store({ company_token: 'ended-of-ann' }, 'ann');
    expect(await getCredentialStatus(ctx, endpoint.stackId, toServerId(id), 'ann')).toMatchObject({ allAdded: true });
    const text = JSON.stringify((await call('ann')).body);
    expect(text).toMatch(/could not be exchanged for token, set again: company_token/);
    expect(text).not.toContain('ended-of');
    await store({ company_token: 'subject-of-ann' }, 'ann');
    expect((await call('ann')).status).toBe(200);
  });

  it.each([
    ['does not know the client', { status: 401, body: { error: 'invalid_client' } }, /invalid_client/],
    ['refuses the audience', { status: 400, body: { error: 'invalid_target' } }, /invalid_target/],
    ['has a fault', { status: 500, body: { error: 'server_error' } }, /breaks the protocol|server_error/],
    ['answers nonsense', { status: 200, body: { hello: 'world' } }, /breaks the protocol/],
    ['gives no bearer token', { status: 200, body: { access_token: 'x', token_type: 'N_A' } }, /breaks the protocol/],
  ])('fails where the authorization server %s', async (_name, answer, message) => {
    await store({ company_token: 'subject-of-ann' }, 'ann');
    refusal = answer;
    const { status, body } = await call('ann');
    expect(status).not.toBe(200);
    expect(JSON.stringify(body)).toMatch(message);
    refusal = null;
    expect((await call('ann')).status).toBe(200);
  });
});

describe('the JWT with which a trusted issuer authenticates a person', () => {
  it('is exchanged for their calls if the server needs it, and replaced by the next', async () => {
    const [idp, pair] = [await startKeyServer([]), await newPair('ES256', 'k1')];
    idp.publish([pair.jwk]);
    const name = `${id}jwt`;
    const fromSignIn = {
      ...exchange,
      subjectToken: { field: 'company_token', fromSignIn: true },
      subjectTokenType: 'jwt',
    };
    const own = await makeEndpoint(ctx, world.url, name, [documentOf(name, fromSignIn), documentOf(`${name}2`)]);
    for (const server of [name, `${name}2`]) {
      await updateServerCredentialMode(ctx, own.stackId, toServerId(server), { credentialMode: 'user' });
      const credentials = { client_secret: SECRET };
      await setCredentials(ctx, own.stackId, toServerId(server), { credentials });
    }
    const { id: endpointId } = await ctx.db.clientEndpoint.findUniqueOrThrow({ where: { clientId: own.clientId } });
    const issuer = 'https://company.test';
    await createTrustedIssuer(ctx, { endpointId, name: 'Company', issuer, jwksUrl: idp.url });
    const signIn = async (sub: string) => {
      const jwt = await sign(pair, { iss: issuer, aud: own.url, sub }, { kid: 'k1' });
      const { body } = await askWith(world, exchangeOf(jwt, own.url));
      const headers = { body: { tool_name: `${name}_me`, tool_input: {} } };
      return {
        jwt,
        call: () => ask(`${world.url}/s/${own.clientId}/call_tool`, String(body['access_token']), headers),
      };
    };
    const [ann, bob] = [await signIn('ann'), await signIn('bob')];
    for (const [person, { call: callAs, jwt }] of Object.entries({ ann, bob })) {
      const { status, body } = await callAs();
      expect([status, JSON.stringify(body).includes(`"for":"${person}"`)], JSON.stringify(body)).toEqual([200, true]);
      expect(JSON.stringify(body)).not.toContain(jwt.slice(-40));
    }
    expect(requests.map(({ subject_token_type: type }) => type)).toEqual([`${KIND}jwt`, `${KIND}jwt`]);
    const again = await signIn('ann');
    expect((await again.call()).status).toBe(200);
    expect(requests.at(-1)?.['subject_token']).toBe(again.jwt);
    const where = { stackServer: { stackId: own.stackId }, fieldId: 'company_token' };
    const rows = await ctx.db.credential.findMany({ where, select: { endUser: true }, orderBy: { endUser: 'asc' } });
    expect(rows.map(({ endUser }) => endUser)).toEqual(['ann', 'bob']);
    await idp.close();
  });
});
