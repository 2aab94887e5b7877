import { createServer } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { createEgress } from '../../src/connectors/egress/egress.ts';
import { createIdentityProvider } from '../../src/connectors/oauth/identityProvider.ts';
import { createIssuerKeys } from '../../src/connectors/oauth/issuerKeys.ts';
import { newAccountId } from '../../src/core/kernel/ids.ts';
import { decodeAssertion, verifyAssertion } from '../../src/core/machines/assertion.ts';
import { listenOnLoopback } from '../harness/listen.ts';
import { longestWait } from '../harness/longestWait.ts';
import { GOOD, HOSTILE_SETS } from './hostileKeySets.ts';
import { newPair, sign } from './machineKit.ts';

/*
 * Key sets of identity providers: a trusted issuer, whose address an account enters, and the operator's single sign-on.
 * For any content, a JWT's holder is accepted or refused, and no other caller waits.
 */

const BUSY_MS_MAX = 100;
const ALLOW = [{ kind: 'range', address: '127.0.0.1', prefixBits: 32, port: null }] as const;
const CHECKS = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43) };
const pair = await newPair('RS256', 'one');
let keys = '';
let idToken = '';
/** Requested paths, in order. */
const paths: string[] = [];
const server = createServer((request, response) => {
  const path = request.url?.split('?', 1)[0] ?? '';
  paths.push(path);
  const body = path === '/jwks' ? keys : JSON.stringify(documents[path]);
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(body);
});
const own = `http://127.0.0.1:${await listenOnLoopback(server)}`;
const documents: Readonly<Record<string, object>> = {
  '/.well-known/openid-configuration': {
    ...{ issuer: own, authorization_endpoint: `${own}/auth`, token_endpoint: `${own}/token`, jwks_uri: `${own}/jwks` },
    response_types_supported: ['code'],
  },
  get '/token'() {
    return { access_token: 'a', token_type: 'bearer', id_token: idToken };
  },
};

const egress = createEgress({ allow: ALLOW });
const issuerKeys = createIssuerKeys({ allow: ALLOW });
afterAll(async () => {
  await Promise.all([egress.close(), issuerKeys.close()]);
  server.close();
});

/** Each resolves to the accepted person; a refusal rejects or returns null. */
const WAYS: Readonly<Record<string, () => Promise<string | null | undefined>>> = {
  async 'a trusted issuer'() {
    const jwks = await issuerKeys.read({ issuer: own, url: `${own}/jwks`, accountId: newAccountId() });
    const assertion = decodeAssertion(await sign(pair, { iss: own, aud: 'us', sub: 'ann' }, { kid: 'one' }));
    const expected = { issuer: own, audiences: ['us'], lifetimeMax: 600 };
    return assertion && (await verifyAssertion(assertion, jwks, expected, new Date()))?.sub;
  },
  async 'single sign-on'() {
    const claims = { iss: own, aud: 'us', sub: 'ann', nonce: CHECKS.nonce, email: 'ann@test', email_verified: true };
    idToken = await sign(pair, claims, { kid: 'one' });
    const oidc = { issuer: own, clientId: 'us', clientSecret: 's', label: 'Us', domains: [] };
    const answer = new URL(`https://tools.test/back?code=c&state=${CHECKS.state}`);
    return (await createIdentityProvider(oidc, egress).finish(answer, CHECKS)).subject;
  },
};

/**
 * The single sign-on library differs. It accepts the provider's key with any spelling of the exponent and at any
 * position, and refuses sets that contain invalid keys or several matching keys.
 */
const [BY_LIBRARY, NOT_BY_LIBRARY] = [
  ['the exponent "AAEAAQ"', 'the exponent ["AQAB"]', 'its own key behind a hundred', 'twenty thousand empty keys'],
  ['its own key among what is none', 'its own key and two others of its name'],
];
function isAccepted(way: string, label: string): boolean {
  const differs = way === 'single sign-on' && [...BY_LIBRARY, ...NOT_BY_LIBRARY].includes(label);
  return label in GOOD !== differs;
}

const CASES = Object.keys(WAYS).flatMap((way) =>
  Object.entries({ ...HOSTILE_SETS, ...GOOD }).map(([label, make]) => [way, label, make] as const),
);

it.each(CASES)(`${CASES.length} sets of keys: %s that publishes %s`, async (way, label, make) => {
  keys = make(pair.jwk);
  paths.length = 0;
  const tries: number[] = [];
  // The minimum counts, because garbage collection may slow any run.
  while (tries.length === 0 || (tries.length < 3 && Math.min(...tries) >= BUSY_MS_MAX)) {
    const { result, busyMs } = await longestWait(async () => WAYS[way]?.().catch((error: Error) => error));
    if (isAccepted(way, label)) expect(result).toBe('ann');
    else expect([null, undefined, 'an error']).toContain(result instanceof Error ? 'an error' : result);
    tries.push(busyMs);
  }
  expect(Math.min(...tries)).toBeLessThan(BUSY_MS_MAX);
  expect(new Set(paths)).toEqual(new Set(['/jwks', ...(way === 'single sign-on' ? Object.keys(documents) : [])]));
});
