import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EgressRule, parseEgressAllow } from '../../../src/connectors/egress/allow.ts';
import { createConnectors } from '../../../src/connectors/index.ts';
import { createOAuth } from '../../../src/connectors/oauth/oauth.ts';
import type { OwnOAuthClient } from '../../../src/core/credentials/oauthPort.ts';
import { BOUNDS } from '../../../src/core/kernel/bounds.ts';
import type { Requester } from '../../../src/core/kernel/context.ts';
import { toAccountId, toServerId } from '../../../src/core/kernel/ids.ts';
import { oauth2Schema } from '../../../src/core/servers/oauth2.ts';
import { eventually } from '../../harness/eventually.ts';
import { listenOnLoopback } from '../../harness/listen.ts';

/*
 * All of an account's requests to an upstream share that account's connections. Documents are imported one at a time.
 */

/** More requests than an origin may have connections. */
const HANGING = 80;
const CLIENT: OwnOAuthClient = { clientId: 'us', clientSecret: null, authMethod: 'none' };

const HANG_MS_MAX = 10_000;

let connections = 0;
const server = createServer(() => undefined).on('connection', () => {
  connections += 1;
});
let own = '';
beforeAll(async () => {
  own = `http://127.0.0.1:${await listenOnLoopback(server)}`;
});
afterAll(() => server.close().closeAllConnections());

function rulesOf(text: string): readonly EgressRule[] {
  const allow = parseEgressAllow(text);
  if (!allow.ok) throw new Error('no rules');
  return allow.rules;
}

function openAll() {
  const egressAllow = rulesOf(new URL(own).host);
  const connectors = createConnectors({ egressAllow, callTimeoutMs: 60_000, scratchDir: '/nonexistent' });
  return { connectors, oauth: createOAuth({ egressAllow }) };
}
type Ways = ReturnType<typeof openAll>;

const settings = () => oauth2Schema.parse({ discovery: own });
const mcp = () => ({ kind: 'mcp-http', url: `${own}/mcp`, headers: {} }) as const;
const direct = () => [own];
const provider = () => ({
  ...{ issuer: own, sendsIssuer: false, authorizationUrl: `${own}/authorize`, tokenUrl: `${own}/token` },
  ...{ registrationUrl: `${own}/register`, tokenAuthMethods: null, scopes: [], resource: null, direct: direct() },
});
const WAYS: Readonly<Record<string, (ways: Ways, requester: Requester) => Promise<unknown>>> = {
  'where to sign in': ({ oauth }, requester) => oauth.discover(settings(), mcp(), requester),
  'a registration': ({ oauth }, requester) => oauth.register(provider(), `${own}/back`, requester),
  'tokens for a code': ({ oauth }, requester) => {
    const answer = new URLSearchParams({ code: 'c', state: 's' });
    const params = { provider: provider(), client: CLIENT, redirectUri: `${own}/back`, answer, state: 's' };
    return oauth.exchange({ ...params, verifier: 'v'.repeat(43) }, requester);
  },
  'renewed tokens': ({ oauth }, requester) => {
    const renewal = { issuer: own, tokenUrl: `${own}/token`, resource: null, client: CLIENT, refreshToken: 'r' };
    return oauth.renew({ ...renewal, direct: direct() }, requester);
  },
  'tokens of a client': ({ oauth }, requester) =>
    oauth.issue({ tokenUrl: `${own}/token`, scopes: [], client: CLIENT, direct: direct() }, requester),
  'the tools of an MCP server': async ({ connectors }, { signal, accountId }) => {
    const connector = connectors['mcp-http'];
    return connector.discover?.({ serverId: toServerId('s'), connector: mcp(), credentials: [], signal, accountId });
  },
};

it.each(Object.entries(WAYS))('%s', async (_name, ask) => {
  const ways = openAll();
  const controller = new AbortController();
  const askAs = (name: string) =>
    ask(ways, { signal: controller.signal, accountId: toAccountId(name) }).catch(() => undefined);
  connections = 0;
  const requests = Array.from({ length: HANGING }, () => askAs('acct_one'));
  await eventually('all connections are taken', () => connections >= BOUNDS.max_origin_connections.max, HANG_MS_MAX);
  const connected = connections;
  requests.push(askAs('acct_two'));
  await eventually('another account has one', () => connections > connected, HANG_MS_MAX);
  expect(connected).toBe(BOUNDS.max_origin_connections.max);
  controller.abort();
  await Promise.all([ways.oauth.close(), ways.connectors['mcp-http'].close()]);
  await Promise.all(requests);
});
