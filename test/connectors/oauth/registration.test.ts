import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { registerWith } from '../../../src/connectors/oauth/registration.ts';
import { listenOnLoopback } from '../../harness/listen.ts';

const registrations: unknown[] = [];
const provider = createServer(async (request, response) => {
  const metadata = await json(request);
  registrations.push(metadata);
  response.writeHead(201, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...Object(metadata), client_id: 'registered' }));
});
const issuer = `http://127.0.0.1:${await listenOnLoopback(provider)}`;
afterAll(() => provider.closeAllConnections() ?? provider.close());

it.each([
  ['https://tools.example.com/oauth/callback', 'web'],
  ['https://tools.example.com:8443/base/oauth/callback', 'web'],
  ['http://127.0.0.1:4000/oauth/callback', 'native'],
  ['http://localhost:4000/oauth/callback', 'native'],
  ['http://[::1]:4000/oauth/callback', 'native'],
])('registers for %s as a client of kind %s', async (redirectUri, kind) => {
  const metadata = {
    issuer,
    authorizationUrl: `${issuer}/authorize`,
    tokenUrl: `${issuer}/token`,
    registrationUrl: `${issuer}/register`,
    tokenAuthMethods: null,
    scopes: [],
    resource: null,
    sendsIssuer: false,
    direct: [],
  };
  await registerWith(fetch, metadata, redirectUri);
  expect(registrations.at(-1)).toMatchObject({ redirect_uris: [redirectUri], application_type: kind });
});
