import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { createEgress } from '../../src/connectors/egress/egress.ts';
import { PROVIDER_BYTES_MAX, RESPONSE_BYTES_MAX } from '../../src/connectors/egress/types.ts';
import { createImporter } from '../../src/connectors/import/importer.ts';
import { createConnectors } from '../../src/connectors/index.ts';
import { createModels } from '../../src/connectors/models/models.ts';
import { createIssuerKeys } from '../../src/connectors/oauth/issuerKeys.ts';
import { createOAuth } from '../../src/connectors/oauth/oauth.ts';
import { createWebhookSender } from '../../src/connectors/webhooks.ts';
import type { ModelRequest } from '../../src/core/chat/modelPort.ts';
import type { OwnOAuthClient } from '../../src/core/credentials/oauthPort.ts';
import { newAccountId } from '../../src/core/kernel/ids.ts';
import { DOCUMENT_MIB_MAX } from '../../src/core/marketplace/importPort.ts';
import { oauth2Schema } from '../../src/core/servers/oauth2.ts';
import { connectClickHouse } from '../../src/start/callCopier.ts';
import { CREDENTIAL } from '../harness/credential.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/listen.ts';
import { type HostileServer, HTTP_MISDEEDS, readBytesMax, startHostile } from '../isolation/misdeeds.ts';

/*
 * Requests to user-chosen addresses, other than calls, at misbehaving servers. Each one ends in time, with an error,
 * and leaves no connection. `test/isolation/hostileUpstreams.test.ts` covers calls.
 */

const UNTIL_MS = 1_500;
const MIB = 1_024 * 1_024;
/** The body limit in bytes, where it's larger than for a provider. */
const BODY_BYTES_MAX: Readonly<Record<string, number>> = {
  // The service first reads documents at an address as short ones, then as long ones.
  'an OpenAPI document': (DOCUMENT_MIB_MAX + 4) * MIB,
  'a registry entry': (DOCUMENT_MIB_MAX + 4) * MIB,
  'the tools of an MCP server': RESPONSE_BYTES_MAX,
  'a question to a model': MIB,
};
const ALLOW = [{ kind: 'range', address: '127.0.0.0', prefixBits: 8, port: null }] as const;
const RULES = { egressAllow: ALLOW, egressAllowIndirect: ALLOW };
const CLIENT: OwnOAuthClient = { clientId: 'us', clientSecret: CREDENTIAL, authMethod: 'client_secret_post' };
const BACK = 'https://tools.example/callback';

const oauth = createOAuth({ ...RULES, stepMs: UNTIL_MS });
const issuerKeys = createIssuerKeys({ allow: ALLOW, allowIndirect: ALLOW });
const webhooks = createWebhookSender({ allow: ALLOW });
const models = createModels({ allow: ALLOW, answerMs: UNTIL_MS });
const connectors = createConnectors({ ...RULES, callTimeoutMs: UNTIL_MS, scratchDir: '/nonexistent' });
const importer = createImporter({ ...RULES, connectors });
const egress = createEgress({ allow: ALLOW });

const soon = () => ({ signal: AbortSignal.timeout(UNTIL_MS), accountId: newAccountId() });
/** A request that is never cancelled, as if its client stays connected. Only the step's own timeout ends it. */
const patient = () => ({ signal: new AbortController().signal, accountId: newAccountId() });
const providerAt = (own: string) => ({
  ...{ issuer: own, sendsIssuer: false, authorizationUrl: `${own}/authorize`, tokenUrl: `${own}/token` },
  ...{ registrationUrl: `${own}/register`, tokenAuthMethods: null, scopes: [], resource: null, direct: [own] },
});
const reading = (until = soon()) => ({
  ...{ id: undefined, name: undefined, credentials: {}, permit: () => undefined },
  ...until,
});
const clickHouseAt = async (own: string) => {
  const { calls } = readConfig({ TOOLYARD_CALLS_URL: `${own.replace('//', `//user:${CREDENTIAL}@`)}/calls` });
  if (!calls) throw new Error('no address');
  return connectClickHouse(calls);
};

const QUESTION: Omit<ModelRequest, 'url'> = {
  ...{ model: 'tiny', key: CREDENTIAL, system: '', tools: [] },
  api: 'openai',
  steps: [{ by: 'person', text: 'hi', results: [] }],
};

type Way = (own: string) => Promise<unknown>;
const WAYS: Readonly<Record<string, Way>> = {
  'metadata of an issuer': (own) =>
    oauth.discover(oauth2Schema.parse({ discovery: own }), { kind: 'http', baseUrl: own }, patient()),
  'metadata of an MCP server': (own) =>
    oauth.discover(oauth2Schema.parse({}), { kind: 'mcp-http', url: `${own}/mcp` }, patient()),
  'a registration': (own) => oauth.register(providerAt(own), BACK, patient()),
  'tokens for a code': (own) => {
    const answer = new URLSearchParams({ code: 'c', state: 's' });
    const params = { provider: providerAt(own), client: CLIENT, redirectUri: BACK, answer, state: 's' };
    return oauth.exchange({ ...params, verifier: 'v'.repeat(43) }, patient());
  },
  'renewed tokens': (own) => {
    const renewal = { issuer: own, tokenUrl: `${own}/token`, resource: null, client: CLIENT, refreshToken: CREDENTIAL };
    return oauth.renew({ ...renewal, direct: [own] }, patient());
  },
  'tokens of a client': (own) =>
    oauth.issue({ tokenUrl: `${own}/token`, scopes: [], client: CLIENT, direct: [own] }, patient()),
  'keys of an identity provider': (own) =>
    issuerKeys.read({ issuer: 'https://idp.test', url: `${own}/jwks`, accountId: newAccountId() }),
  'keys of one that says where they are': (own) =>
    issuerKeys.read({ issuer: own, url: null, accountId: newAccountId() }),
  'an OpenAPI document': (own) => {
    const place = { url: `${own}/openapi.json` };
    return importer.read({ kind: 'openapi', place, baseUrl: undefined, choice: undefined }, reading());
  },
  'a registry entry': (own) => importer.read({ kind: 'registry', place: { url: `${own}/server.json` } }, reading()),
  'the tools of an MCP server': (own) => importer.read({ kind: 'mcp', url: `${own}/mcp`, headers: [] }, reading()),
  'a webhook': async (own) => {
    const sent = { url: `${own}/hook?key=${CREDENTIAL}`, headers: { 'webhook-signature': CREDENTIAL }, body: '{}' };
    const { status, error } = await webhooks.send({ ...sent, ...soon() });
    if (error !== null || status === null || status >= 300) throw new Error(error ?? `status ${status}`);
  },
  'a question to a model': (own) => models.ask({ ...QUESTION, url: own }, patient()),
  'a copy of calls': async (own) => {
    const store = await clickHouseAt(own);
    const insert = { query: 'INSERT INTO calls FORMAT JSONEachRow', settings: {}, data: '{}', signal: soon().signal };
    await store.send(insert).finally(() => store.close());
  },
};

type End = { readonly error: string | null; readonly server: HostileServer };
const ends = new Map<string, End>();
/** These try every misbehavior. The others try only some, because all share one egress. */
const THOROUGH = ['tokens for a code', 'keys of an identity provider', 'a webhook', 'a question to a model'];
const SOME = [
  ...['says nothing', 'drips its headers', 'drips its body', 'never ends its body', 'sends chunks of one byte'],
  ...['sends a bomb', 'redirects inside', 'nests what it says'],
];
/** These read only a response's status, so they accept any body. */
const ACCEPTS_ANY = ['a webhook', 'a copy of calls'];
const CASES = Object.keys(WAYS).flatMap((way) =>
  (THOROUGH.includes(way) ? Object.keys(HTTP_MISDEEDS) : SOME)
    .filter((misdeed) => !(ACCEPTS_ANY.includes(way) && misdeed === 'nests what it says'))
    .map((misdeed) => [way, misdeed] as const),
);

/** All text of an error and its causes, which a log line may contain. */
const wordsOf = (error: unknown): string => (error instanceof Error ? `${error.message} ${wordsOf(error.cause)}` : '');

beforeAll(async () => {
  // The first import loads the document reader, which takes longer than a request here.
  const nobody = { url: `http://127.0.0.1:${await freePort()}/` };
  await importer.read({ kind: 'registry', place: nobody }, reading(patient())).catch(() => undefined);
  await importer.read({ kind: 'mcp', ...nobody, headers: [] }, reading(patient())).catch(() => undefined);
  await Promise.all(
    CASES.map(async ([way, misdeed]) => {
      const server = await startHostile();
      server.choose(HTTP_MISDEEDS[misdeed] ?? (() => undefined));
      const asking = WAYS[way]?.(`http://127.0.0.1:${server.port}`);
      const error = await asking?.then(
        () => null,
        (thrown) => wordsOf(thrown),
      );
      ends.set(`${way} ${misdeed}`, { error: error ?? null, server });
    }),
  );
});
afterAll(async () => {
  await Promise.all([...ends.values()].map(({ server }) => server.close()));
  await Promise.all([oauth, issuerKeys, webhooks, models, importer, egress].map((each) => each.close()));
  await Promise.all(Object.values(connectors).map((connector) => connector.close()));
});

it.each(CASES)(`${CASES.length} requests: %s, to a server that %s`, async (way, misdeed) => {
  const end = ends.get(`${way} ${misdeed}`);
  expect(end?.error).toEqual(expect.any(String));
  expect(end?.error).not.toContain(CREDENTIAL);
  expect(end?.server.connectionCount()).toBeGreaterThan(0);
  const readMax = readBytesMax(misdeed, BODY_BYTES_MAX[way] ?? PROVIDER_BYTES_MAX);
  expect(end?.server.readBytes()).toBeLessThan(readMax);
  await eventually('its connections are closed', () => end?.server.open() === 0, 10_000);
});
