import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { createOAuth } from '../../../src/connectors/oauth/oauth.ts';
import type { OwnOAuthClient, ProviderTokens } from '../../../src/core/credentials/oauthPort.ts';
import { listenOnLoopback } from '../../harness/listen.ts';

type Answer = { readonly status?: number; readonly type?: string; readonly headers?: object; readonly body: unknown };
type Seen = { readonly basic: string | null; readonly form: URLSearchParams };

let answers: (seen: Seen) => Answer = () => ({ body: {} });
const seen: Seen[] = [];
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => (text += String(chunk)));
  request.on('end', () => {
    const basic = request.headers.authorization?.replace('Basic ', '');
    const received = {
      basic: basic === undefined ? null : Buffer.from(basic, 'base64').toString(),
      form: new URLSearchParams(text),
    };
    seen.push(received);
    const { status = 200, type = 'application/json', headers = {}, body } = answers(received);
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
});
const origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
const oauth = createOAuth({ egressAllow: [{ kind: 'range', address: '127.0.0.1', prefixBits: 32, port: null }] });
afterAll(async () => {
  await oauth.close();
  server.close();
});

const basic: OwnOAuthClient = { clientId: 'id', clientSecret: 'a secret+/=', authMethod: 'client_secret_basic' };
const requester = { accountId: null, signal: AbortSignal.timeout(60_000) };
const provider = {
  issuer: origin,
  sendsIssuer: false,
  authorizationUrl: `${origin}/authorize`,
  tokenUrl: `${origin}/token`,
  registrationUrl: null,
  tokenAuthMethods: null,
  scopes: [],
  resource: null,
  direct: [origin],
};
const subject = { token: 'theirs', type: 'access_token', audience: null, resource: null } as const;

type Grant = (client?: OwnOAuthClient) => Promise<ProviderTokens>;
const GRANTS: Readonly<Record<string, Grant>> = {
  'authorization code': (client = basic) =>
    oauth.exchange(
      {
        provider,
        client,
        redirectUri: `${origin}/back`,
        answer: new URLSearchParams({ code: 'c', state: 's' }),
        state: 's',
        verifier: null,
      },
      requester,
    ),
  refresh: (client = basic) =>
    oauth.renew(
      { issuer: origin, tokenUrl: provider.tokenUrl, resource: null, client, refreshToken: 'r', direct: [origin] },
      requester,
    ),
  'client credentials': (client = basic) =>
    oauth.issue({ tokenUrl: provider.tokenUrl, scopes: [], client, direct: [origin] }, requester),
  'token exchange': (client = basic) =>
    oauth.issue({ tokenUrl: provider.tokenUrl, scopes: [], client, subject, direct: [origin] }, requester),
};

const jwt = (claims: object): string =>
  [{ alg: 'RS256' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
const FORM = 'application/x-www-form-urlencoded';
const tokenAnswer = { access_token: 'tok', token_type: 'Bearer' };

/** Token responses of real providers, and variants of each; all have a usable access token. */
const USABLE: Readonly<Record<string, Answer & { readonly life?: number | null }>> = {
  'as the standard says': { body: { ...tokenAnswer, expires_in: 60, scope: 'a b' }, life: 60 },
  'an ID token of another issuer': {
    body: { ...tokenAnswer, id_token: `${jwt({ iss: 'https://sts.example/{tenant}/' })}.x` },
  },
  'an ID token that is no JWT': { body: { ...tokenAnswer, id_token: 'opaque' } },
  'an ID token that is null': { body: { ...tokenAnswer, id_token: null } },
  'an ID token that is an object': { body: { ...tokenAnswer, id_token: { sub: 1 } } },
  'scopes as a list': { body: { ...tokenAnswer, scope: ['a', 'b'] } },
  'scopes as an object': { body: { ...tokenAnswer, scope: { a: true } } },
  'scopes that are null': { body: { ...tokenAnswer, scope: null } },
  'no token type': { body: { access_token: 'tok' } },
  'a token type that is null': { body: { access_token: 'tok', token_type: null } },
  'a token type that is empty': { body: { access_token: 'tok', token_type: '' } },
  'a token type in lower case': { body: { access_token: 'tok', token_type: 'bearer' } },
  'a token type with a space': { body: { access_token: 'tok', token_type: 'BEARER ' } },
  BearerToken: { body: { access_token: 'tok', token_type: 'BearerToken' } },
  ...Object.fromEntries(
    ['token', 'OAuth', 'JWT', 'access_token', 'urn:ietf:params:oauth:token-type:access_token', ['Bearer']].map(
      (type) => [`the type ${type}`, { body: { access_token: 'tok', token_type: type } }],
    ),
  ),
  'spaces around the token': { body: { access_token: ' tok\n' } },
  'a bot token': { body: { access_token: 'tok', token_type: 'bot' } },
  'a life as text': { body: { ...tokenAnswer, expires_in: '3600' }, life: 3_600 },
  'a life with a fraction': { body: '{"access_token":"tok","expires_in":3600.0}', life: 3_600 },
  'a life that is null': { body: { ...tokenAnswer, expires_in: null } },
  'a life of 0': { body: { ...tokenAnswer, expires_in: 0 } },
  'a life in words': { body: { ...tokenAnswer, expires_in: 'never' } },
  'a refresh token that is null': { body: { ...tokenAnswer, refresh_token: null } },
  'a refresh token that is empty': { body: { ...tokenAnswer, refresh_token: '' } },
  'a refresh token that is false': { body: { ...tokenAnswer, refresh_token: false } },
  'a form': { type: FORM, body: 'access_token=tok&scope=repo%2Cgist&token_type=bearer' },
  'a form with a charset': { type: `${FORM}; charset=utf-8`, body: 'access_token=tok&expires_in=60', life: 60 },
  'a form as text': { type: 'text/plain', body: 'access_token=tok&expires_in=60\n', life: 60 },
  'JSON as text': { type: 'text/plain', body: tokenAnswer },
  'JSON as HTML': { type: 'text/html', body: tokenAnswer },
  'JSON as JavaScript': { type: 'text/javascript', body: tokenAnswer },
  'JSON labelled as a form': { type: FORM, body: tokenAnswer },
  'JSON with a byte order mark': { body: `\uFEFF${JSON.stringify(tokenAnswer)}` },
  'JSON of another media type': { type: 'application/vnd.api+json', body: tokenAnswer },
  'status 201': { status: 201, body: tokenAnswer },
  'an error that is empty': { body: { ...tokenAnswer, error: '', error_description: null } },
};

/** Responses without a usable token, and the name that each message must contain. */
const UNUSABLE: Readonly<Record<string, Answer & { readonly names: RegExp }>> = {
  'no access token': { body: { hello: 'world' }, names: /access_token/ },
  'an access token that is a number': { body: { access_token: 5 }, names: /access_token/ },
  'an access token that is empty': { body: { access_token: '' }, names: /access_token/ },
  'an access token elsewhere': { body: { data: tokenAnswer }, names: /access_token/ },
  'a list': { body: [tokenAnswer], names: /neither JSON nor a form/ },
  'another token type': { body: { access_token: 'tok', token_type: 'mac' }, names: /token_type/ },
  'a token type that is a number': { body: { access_token: 'tok', token_type: 1 }, names: /token_type/ },
  'a page': { type: 'text/html', body: '<html>Sign in</html>', names: /neither JSON nor a form/ },
  nothing: { body: '', names: /neither JSON nor a form/ },
  'an error with status 200': { body: { ok: false, error: 'invalid_code' }, names: /invalid_code/ },
  'an error as a form': { type: FORM, body: 'error=bad_verification_code', names: /bad_verification_code/ },
  'an error with status 400': { status: 400, body: { error: 'invalid_grant' }, names: /invalid_grant/ },
  'an error in text with status 400': {
    status: 400,
    type: 'text/plain',
    body: { error: 'invalid_grant' },
    names: /invalid_grant/,
  },
  'a form with status 400': { status: 400, type: FORM, body: 'error=invalid_grant', names: /invalid_grant/ },
  'an error that is an object': { status: 400, body: { error: { type: 'oauth_exception' } }, names: /oauth_exception/ },
  'a page with status 404': { status: 404, type: 'text/html', body: '<html>', names: /HTTP status 404/ },
  'a page with status 503': { status: 503, type: 'text/html', body: '<html>', names: /HTTP status 503/ },
};

describe.each(Object.entries(GRANTS))('a response to the grant %s', (_name, grant) => {
  it.each(Object.entries(USABLE))('with %s is accepted', async (_name, { life = null, ...answer }) => {
    answers = () => answer;
    expect(await grant()).toEqual({ accessToken: 'tok', refreshToken: null, expiresInSeconds: life });
  });

  it.each(Object.entries(UNUSABLE))('with %s is reported', async (_name, { names, ...answer }) => {
    answers = () => answer;
    const failure = await grant().catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'OAuthFailure', message: expect.stringMatching(names) });
  });

  it.each([
    ['401 and invalid_client', { status: 401, body: { error: 'invalid_client' } }],
    ['400 and invalid_client', { status: 400, body: { error: 'invalid_client' } }],
    ['200 and an error', { status: 200, body: { error: 'invalid_client' } }],
    ['401 and a challenge', { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' }, body: '' }],
    ['401 and a page', { status: 401, type: 'text/html', body: '<html>' }],
    ['403', { status: 403, body: {} }],
    ['a missing client id', { status: 400, body: { error: 'invalid_request' } }],
  ])('sends the secret in the body if basic is refused by %s', async (_name, refusal) => {
    answers = ({ basic: header }) => (header === null ? { body: tokenAnswer } : refusal);
    seen.length = 0;
    expect(await grant()).toMatchObject({ accessToken: 'tok' });
    expect(seen.map((each) => each.form.get('client_secret'))).toEqual([null, basic.clientSecret]);
    expect(seen[1]?.form.get('client_id')).toBe('id');
  });

  it('retries at most once, and reports the first refusal', async () => {
    answers = ({ basic: header }) => ({ status: 400, body: { error: header ? 'invalid_client' : 'invalid_grant' } });
    seen.length = 0;
    await expect(grant()).rejects.toMatchObject({ kind: 'invalid_client' });
    expect(seen).toHaveLength(2);
  });

  it.each(['client_secret_post', 'none'] as const)('sends one request with %s', async (authMethod) => {
    answers = () => ({ status: 401, body: { error: 'invalid_client' } });
    seen.length = 0;
    await expect(grant({ ...basic, authMethod })).rejects.toMatchObject({ kind: 'invalid_client' });
    expect(seen).toHaveLength(1);
  });
});
