import { createServer, type IncomingMessage } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createEgress } from '../../../src/connectors/egress/egress.ts';
import type { EgressOptions } from '../../../src/connectors/egress/types.ts';
import { createImporter } from '../../../src/connectors/import/importer.ts';
import { readImport } from '../../../src/connectors/import/readImport.ts';
import { createConnectors } from '../../../src/connectors/index.ts';
import { createIdentityProvider } from '../../../src/connectors/oauth/identityProvider.ts';
import { createOAuth } from '../../../src/connectors/oauth/oauth.ts';
import { directAddresses, type OwnOAuthClient } from '../../../src/core/credentials/oauthPort.ts';
import type { ConnectorDocument } from '../../../src/core/servers/document.ts';
import { type OAuth2Settings, oauth2Schema } from '../../../src/core/servers/oauth2.ts';
import { listenOnLoopback } from '../../harness/listen.ts';
import { httpToolCall } from '../../harness/toolCall.ts';

type Json = Readonly<Record<string, unknown>>;
type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: unknown };
type Way = (address: string) => Promise<unknown>;

const CLIENT: OwnOAuthClient = { clientId: 'us', clientSecret: null, authMethod: 'none' };
const CHECKS = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43) };
const REDIRECT = 'https://tools.example/signin/oidc/callback';
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';
const SERVER_METADATA = '/.well-known/oauth-authorization-server';
const OPENID_METADATA = '/.well-known/openid-configuration';

const settingsOf = (json: Json): OAuth2Settings => oauth2Schema.parse(json);

/** A service at an address from its owner, and each way in which its responses name another address. */
export async function openWays(rules: Required<Pick<EgressOptions, 'allow' | 'allowIndirect'>>) {
  let answers: Readonly<Record<string, Answer>> = {};
  const server = createServer((request, response) => {
    const { status = 200, headers = {}, body = {} } = answers[pathOf(request)] ?? { status: 404 };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  });
  const own = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const signer = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(signer.publicKey)), kid: 'k', use: 'sig', alg: 'RS256' };

  const egressRules = { egressAllow: rules.allow, egressAllowIndirect: rules.allowIndirect };
  const oauth = createOAuth(egressRules);
  const connectors = createConnectors({ ...egressRules, callTimeoutMs: 3_000, scratchDir: '/nonexistent' });
  const importer = createImporter({ ...egressRules, connectors });
  const egress = createEgress(rules);

  const signal = AbortSignal.timeout(120_000);
  const asker = { signal, accountId: null };
  const mcp: ConnectorDocument = { kind: 'mcp-http', url: `${own}/mcp` };
  const metadata = { issuer: own, authorization_endpoint: `${own}/auth`, token_endpoint: `${own}/token` };
  const serverMetadata = { ...metadata, response_types_supported: ['code'] };
  const byIssuer = settingsOf({ discovery: own });
  const reading = { id: undefined, name: undefined, credentials: {}, signal, accountId: null, permit: () => undefined };

  async function signIn(change: Json, tokens: Json = {}): Promise<unknown> {
    answers = {
      [OPENID_METADATA]: { body: { ...serverMetadata, jwks_uri: `${own}/jwks`, ...change } },
      '/jwks': { body: { keys: [jwk] } },
      '/token': { body: { access_token: 'a', token_type: 'bearer', id_token: await idToken(tokens) } },
    };
    const oidc = { issuer: own, clientId: 'us', clientSecret: 's', label: 'Us', domains: [] };
    const provider = createIdentityProvider(oidc, egress);
    return provider.finish(new URL(`${REDIRECT}?code=c&state=${CHECKS.state}`), CHECKS);
  }

  const idToken = (claims: Json): Promise<string> =>
    new SignJWT({ nonce: CHECKS.nonce, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setIssuer(own)
      .setSubject('ann')
      .setAudience('us')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(signer.privateKey);

  const discoverWith = async (change: Json) => {
    answers = { [SERVER_METADATA]: { body: { ...serverMetadata, ...change } } };
    return oauth.discover(byIssuer, mcp, asker);
  };

  const ways: Readonly<Record<string, Way>> = {
    'resource_metadata of WWW-Authenticate': (address) => {
      // Node sends headers as Latin-1, which one of the notations doesn't fit.
      const challenge = Buffer.from(`Bearer resource_metadata="${address}/metadata"`).toString('latin1');
      answers = { '/mcp': { status: 401, headers: { 'www-authenticate': challenge } } };
      return oauth.discover(settingsOf({}), mcp, asker);
    },
    'authorization_servers of a resource': (address) => {
      const body = { resource: mcp.kind === 'mcp-http' ? mcp.url : '', authorization_servers: [address] };
      answers = { '/mcp': { status: 401 }, [`${RESOURCE_METADATA}/mcp`]: { body } };
      return oauth.discover(settingsOf({}), mcp, asker);
    },
    'registration_endpoint of an issuer': async (address) => {
      const provider = await discoverWith({ registration_endpoint: `${address}/register` });
      return oauth.register(provider, REDIRECT, asker);
    },
    'token_endpoint of an issuer, for a code': async (address) => {
      const provider = await discoverWith({ token_endpoint: `${address}/token` });
      const answer = new URLSearchParams({ code: 'c', state: 's' });
      const exchange = {
        provider,
        client: CLIENT,
        redirectUri: REDIRECT,
        answer,
        state: 's',
        verifier: 'v'.repeat(43),
      };
      return oauth.exchange(exchange, asker);
    },
    'token_endpoint of an issuer, for a renewal': (address) => {
      const direct = directAddresses(byIssuer, mcp);
      const renewal = { issuer: own, tokenUrl: `${address}/token`, resource: null, client: CLIENT, refreshToken: 'r' };
      return oauth.renew({ ...renewal, direct }, asker);
    },
    'the address of an OpenAPI operation': (address) => {
      const request = { kind: 'operation', method: 'GET', path: '/x', parameters: [], baseUrl: address };
      return connectors.openapi.call(httpToolCall({ connector: { kind: 'openapi', baseUrl: own }, request }));
    },
    'the server of a registry document at an address': (address) => {
      const remotes = [{ type: 'streamable-http', url: `${address}/mcp` }];
      answers = { '/server.json': { body: { name: 'a.b/c', description: 'd', version: '1.0.0', remotes } } };
      return importer.read({ kind: 'registry', place: { url: `${own}/server.json` } }, reading);
    },
    'the server of a server document at an address': (address) => {
      const document = { id: 'own', name: 'Own', connector: { kind: 'mcp-http', url: `${address}/mcp` } };
      answers = { '/own.json': { body: document } };
      return readImport(`${own}/own.json`, { connectors, fetchFor: egress.fetchFor, signal });
    },
    'token_endpoint of single sign-on': (address) => signIn({ token_endpoint: `${address}/token` }),
    'jwks_uri of single sign-on': (address) => signIn({ jwks_uri: `${address}/jwks` }),
    'userinfo_endpoint of single sign-on': (address) => signIn({ userinfo_endpoint: `${address}/userinfo` }),
  };

  return {
    ways,
    async close() {
      await Promise.all([oauth.close(), importer.close(), egress.close()]);
      await Promise.all(Object.values(connectors).map((connector) => connector.close()));
      server.closeAllConnections();
      server.close();
    },
  };
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';
