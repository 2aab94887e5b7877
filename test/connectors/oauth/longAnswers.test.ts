import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import { PROVIDER_BYTES_MAX } from '../../../src/connectors/egress/types.ts';
import { createIdentityProvider } from '../../../src/connectors/oauth/identityProvider.ts';
import { createOAuth } from '../../../src/connectors/oauth/oauth.ts';
import { directAddresses, type OwnOAuthClient } from '../../../src/core/credentials/oauthPort.ts';
import type { ConnectorDocument } from '../../../src/core/servers/document.ts';
import { oauth2Schema } from '../../../src/core/servers/oauth2.ts';
import { listenOnLoopback } from '../../harness/listen.ts';

/* Sign-in responses whose length the provider chooses: metadata, keys and tokens are parsed on the event loop. */

let long = '';
const server = createServer((request, response) => {
  const path = request.url?.split('?', 1)[0] ?? '';
  const answer = answers[path];
  const pad = path === long ? { padding: 'x'.repeat(2 * PROVIDER_BYTES_MAX) } : {};
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ ...answer, ...pad }));
});
const own = `http://127.0.0.1:${await listenOnLoopback(server)}`;
const signer = await generateKeyPair('RS256');
const CHECKS = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43) };
const idToken = await new SignJWT({ nonce: CHECKS.nonce })
  .setProtectedHeader({ alg: 'RS256', kid: 'k' })
  .setIssuer(own)
  .setSubject('ann')
  .setAudience('us')
  .setIssuedAt()
  .setExpirationTime('1h')
  .sign(signer.privateKey);
const metadata = {
  issuer: own,
  authorization_endpoint: `${own}/auth`,
  token_endpoint: `${own}/token`,
  registration_endpoint: `${own}/register`,
  userinfo_endpoint: `${own}/userinfo`,
  jwks_uri: `${own}/jwks`,
  response_types_supported: ['code'],
};
const SERVER_METADATA = '/.well-known/oauth-authorization-server';
const OPENID_METADATA = '/.well-known/openid-configuration';
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource/mcp';
const answers: Readonly<Record<string, object>> = {
  [SERVER_METADATA]: metadata,
  [OPENID_METADATA]: { ...metadata, token_endpoint: `${own}/identity` },
  [RESOURCE_METADATA]: { resource: `${own}/mcp`, authorization_servers: [own] },
  '/jwks': { keys: [{ ...(await exportJWK(signer.publicKey)), kid: 'k', use: 'sig', alg: 'RS256' }] },
  '/token': { access_token: 'a', token_type: 'bearer' },
  '/identity': { access_token: 'a', token_type: 'bearer', id_token: idToken },
  '/register': { client_id: 'us', redirect_uris: ['https://tools.example/callback'] },
  '/userinfo': { sub: 'ann', email: 'ann@example.com', email_verified: true },
};

const ALLOW = [{ kind: 'range', address: '127.0.0.1', prefixBits: 32, port: null }] as const;
const oauth = createOAuth({ egressAllow: ALLOW, egressAllowIndirect: ALLOW });
const egress = createEgress({ allow: ALLOW, allowIndirect: ALLOW });
const parse = vi.spyOn(JSON, 'parse');
beforeEach(() => void parse.mockClear());
afterAll(async () => {
  await Promise.all([oauth.close(), egress.close()]);
  server.close();
});

const CLIENT: OwnOAuthClient = { clientId: 'us', clientSecret: null, authMethod: 'none' };
const REDIRECT = 'https://tools.example/callback';
const mcp: ConnectorDocument = { kind: 'mcp-http', url: `${own}/mcp` };
const byIssuer = oauth2Schema.parse({ discovery: own });
const asker = { signal: AbortSignal.timeout(60_000), accountId: null };
const direct = directAddresses(byIssuer, mcp);
const renewal = { issuer: own, tokenUrl: `${own}/token`, resource: null, client: CLIENT, refreshToken: 'r', direct };
const discover = () => oauth.discover(byIssuer, mcp, asker);
const bySingleSignOn = () => {
  const oidc = { issuer: own, clientId: 'us', clientSecret: 's', label: 'Us', domains: [] };
  const answer = new URL(`${REDIRECT}?code=c&state=${CHECKS.state}`);
  return createIdentityProvider(oidc, egress).finish(answer, CHECKS);
};
const exchange = async () => {
  const answer = new URLSearchParams({ code: 'c', state: 's' });
  const params = { client: CLIENT, redirectUri: REDIRECT, answer, state: 's', verifier: CHECKS.verifier };
  return oauth.exchange({ provider: await discover(), ...params }, asker);
};

const WAYS: readonly (readonly [label: string, path: string, way: () => Promise<unknown>])[] = [
  ['metadata of an issuer', SERVER_METADATA, discover],
  ['metadata of a resource', RESOURCE_METADATA, () => oauth.discover(oauth2Schema.parse({}), mcp, asker)],
  ['a registration', '/register', async () => oauth.register(await discover(), REDIRECT, asker)],
  ['tokens for a code', '/token', exchange],
  ['renewed tokens', '/token', () => oauth.renew(renewal, asker)],
  ['metadata of single sign-on', OPENID_METADATA, bySingleSignOn],
  ['keys of single sign-on', '/jwks', bySingleSignOn],
  ['tokens of single sign-on', '/identity', bySingleSignOn],
  ['a person of single sign-on', '/userinfo', bySingleSignOn],
];

it.each(WAYS)('%s: not parsed if too long', async (_name, path, way) => {
  long = '';
  await expect(way()).resolves.toBeDefined();
  long = path;
  // A resource without metadata counts as its own issuer.
  if (path === RESOURCE_METADATA) await way();
  else await expect(way()).rejects.toThrow();
  expect(Math.max(...parse.mock.calls.map(([text]) => String(text).length))).toBeLessThan(PROVIDER_BYTES_MAX);
});
