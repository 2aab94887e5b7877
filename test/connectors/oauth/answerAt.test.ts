import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exchangeCode } from '../../../src/connectors/oauth/tokens.ts';
import { listenOnLoopback } from '../../harness/listen.ts';

const USER = { access_token: 'xoxp-user', token_type: 'user', scope: 'search:read' };

let server: Server;
let origin = '';
let answer: unknown;
beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
});
afterAll(() => server.close());

function exchange(answerAt?: string) {
  const provider = {
    issuer: origin,
    sendsIssuer: false,
    authorizationUrl: `${origin}/authorize`,
    tokenUrl: `${origin}/token`,
    registrationUrl: null,
    tokenAuthMethods: null,
    scopes: [],
    resource: null,
    direct: [],
    answerAt,
  };
  const client = { clientId: 'id', clientSecret: 'secret', authMethod: 'client_secret_post' as const };
  const params = { provider, client, redirectUri: `${origin}/back`, state: 's', verifier: null };
  const back = new URLSearchParams({ code: 'c', state: 's' });
  return exchangeCode(fetch, { ...params, answer: back }, AbortSignal.timeout(10_000));
}

it('takes the person’s token from the member that the document names, with or without a bot’s token', async () => {
  const bot = { ok: true, access_token: 'xoxb-bot', token_type: 'bot' };
  answer = { ...bot, authed_user: { id: 'U1', ...USER, refresh_token: 'again', expires_in: 60 } };
  expect(await exchange('/authed_user')).toEqual({
    accessToken: 'xoxp-user',
    refreshToken: 'again',
    expiresInSeconds: 60,
  });
  expect(await exchange()).toMatchObject({ accessToken: 'xoxb-bot', refreshToken: null });
  answer = { ok: true, authed_user: USER };
  expect(await exchange('/authed_user')).toMatchObject({ accessToken: 'xoxp-user' });
});

it('takes no other token if that member has none, because it would be the wrong one', async () => {
  const bot = { ok: true, access_token: 'xoxb-bot', token_type: 'bot' };
  answer = { ...bot, authed_user: { id: 'U1' } };
  await expect(exchange('/authed_user')).rejects.toThrow();
  answer = bot;
  await expect(exchange('/authed_user')).rejects.toThrow();
  answer = { ok: false, error: 'invalid_code' };
  await expect(exchange('/authed_user')).rejects.toThrow();
});
