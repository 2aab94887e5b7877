import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration, type InteractionResults } from 'oidc-provider';
import { listenOnLoopback } from '../../harness/listen.ts';

export type TestProvider = {
  /**
   * `http://127.0.0.1:<port>`: the issuer; the API that accepts its tokens is under `/api`, the MCP server at `/mcp`.
   */
  readonly url: string;
  /** The next person to sign in; null declines. */
  signInAs: string | null;
  /** The lifetime of an access token in seconds, by grant. */
  readonly lifeSeconds: { authorization_code: number; refresh_token: number };
  /** Token requests that succeeded, by grant. */
  readonly granted: string[];
  /** Errors of token requests, by name. */
  readonly refused: string[];
  /** The parameters of the last authorization request. */
  readonly params: Record<string, string>;
  /** The account and resource of an access token; null for an invalid one. */
  lookUp(accessToken: string): Promise<{ readonly accountId: string; readonly audience: unknown } | null>;
  /** Revokes all grants of an account. */
  revoke(accountId: string): Promise<void>;
  /** From now on the API refuses access tokens it has seen; their grants stay valid. */
  refuseSeenTokens(): void;
  /** Answers every token request with 503 while true. */
  isDown: boolean;
  /** While true, a published key has the signing key's id but different content. */
  publishesOtherKeys: boolean;
  close(): Promise<void>;
};

export const CLIENT = { id: 'toolyard', secret: 'client-secret-of-the-installation' };

type Api = (request: IncomingMessage, response: ServerResponse, accountId: string | null) => void;

export type ProviderOptions = {
  readonly redirectUris: readonly string[];
  readonly configuration?: Partial<Configuration>;
  /** Handles all requests outside the provider's own; the bearer token's account is null if it is invalid. */
  readonly api?: Api;
};

const readIdentity: Api = (_request, response, accountId) => {
  response.writeHead(accountId === null ? 401 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(accountId === null ? { error: 'invalid_token' } : { account: accountId }));
};

/** A real OpenID provider that signs in any person the test names, with rotating refresh tokens and reuse detection. */
export async function startProvider({
  redirectUris,
  configuration,
  api = readIdentity,
}: ProviderOptions): Promise<TestProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const other = await generateKeyPair('RS256', { extractable: true });
  const named = { kid: 'signs', use: 'sig', alg: 'RS256' };
  const otherKeys = JSON.stringify({ keys: [{ ...(await exportJWK(other.publicKey)), ...named }] });
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const [seen, refusedTokens] = [new Set<string>(), new Set<string>()];
  const state: TestProvider = {
    url,
    signInAs: 'ann',
    lifeSeconds: { authorization_code: 3_600, refresh_token: 3_600 },
    granted: [],
    refused: [],
    params: {},
    isDown: false,
    publishesOtherKeys: false,
    refuseSeenTokens: () => {
      for (const token of seen) refusedTokens.add(token);
    },
    lookUp: async (accessToken) => {
      const accountId = await accountOf(provider, accessToken);
      const token = await provider.AccessToken.find(accessToken);
      return accountId === null ? null : { accountId, audience: token?.aud };
    },
    revoke: async (accountId) => {
      const token = grants.get(accountId);
      if (token !== undefined) await (await provider.Grant.find(token))?.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const grants = new Map<string, string>();
  const lifeOf = (grant: unknown): number =>
    grant === 'refresh_token' ? state.lifeSeconds.refresh_token : state.lifeSeconds.authorization_code;
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), ...named }] },
    cookies: { keys: ['a key of this test run'] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: (context) => lifeOf(context.oidc.params?.['grant_type']),
      RefreshToken: 3_600,
      Session: 3_600,
      Grant: 3_600,
      Interaction: 600,
    },
    ...configuration,
    features: { devInteractions: { enabled: false }, ...configuration?.features },
  });
  provider.on('grant.success', ({ oidc }) => state.granted.push(String(oidc.params?.['grant_type'])));
  provider.on('grant.error', (_context, error) => state.refused.push(error.error));
  provider.on('authorization.accepted', ({ oidc }) => Object.assign(state.params, oidc.params));
  const accepts = (token: string): boolean => {
    seen.add(token);
    return !refusedTokens.has(token);
  };
  handle = (request, response) => {
    if (state.publishesOtherKeys && request.url === '/jwks') return void response.end(otherKeys);
    return void route(provider, state, grants, api, accepts, request, response);
  };
  return state;
}

async function route(
  provider: Provider,
  state: TestProvider,
  grants: Map<string, string>,
  api: Api,
  accepts: (token: string) => boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  if (state.isDown && path === '/token') return void response.writeHead(503).end();
  if (path.startsWith('/interaction/')) return interact(provider, state, grants, request, response);
  if (!/^\/(api|mcp|\.well-known\/oauth-protected-resource)/.test(path)) {
    return void provider.callback()(request, response);
  }
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return api(request, response, accepts(token) ? await accountOf(provider, token) : null);
}

/** The access token's account; null for an invalid one, or one with a revoked grant. */
async function accountOf(provider: Provider, bearer: string): Promise<string | null> {
  const token = await provider.AccessToken.find(bearer);
  const grant = token?.grantId === undefined ? undefined : await provider.Grant.find(token.grantId);
  return grant && token?.isValid ? token.accountId : null;
}

async function interact(
  provider: Provider,
  { signInAs }: TestProvider,
  grants: Map<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const result = await decide(provider, signInAs, grants, request, response);
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
}

async function decide(
  provider: Provider,
  signInAs: string | null,
  grants: Map<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<InteractionResults> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (signInAs === null) return { error: 'access_denied', error_description: 'the person declined' };
  if (prompt.name === 'login') return { login: { accountId: signInAs } };
  const grant = new provider.Grant({
    accountId: session?.accountId ?? signInAs,
    clientId: String(params['client_id']),
  });
  if (params['scope'] !== undefined) grant.addOIDCScope(String(params['scope']));
  if (params['resource'] !== undefined) {
    grant.addResourceScope(String(params['resource']), String(params['scope'] ?? ''));
  }
  const grantId = await grant.save();
  grants.set(session?.accountId ?? signInAs, grantId);
  return { consent: { grantId } };
}
