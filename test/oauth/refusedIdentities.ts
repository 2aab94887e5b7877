import { createHmac, randomUUID } from 'node:crypto';
import {
  AS_NEIGHBOUR,
  type Fields,
  forge,
  inSeconds,
  JWT_BEARER,
  NEIGHBOUR,
  newPair,
  type Pair,
  type RefusedRequests,
  sign,
  type TokenRequest,
} from './machineKit.ts';

export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
export const JWT_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
export const KIND = 'urn:ietf:params:oauth:token-type:';
export const ID_JAG = { typ: 'oauth-id-jag+jwt' };

/** Parts of the requests: a provider that `resource` trusts, and others. */
export type IdentityCase = {
  readonly url: string;
  readonly issuer: string;
  readonly resource: string;
  readonly clientId: string;
  readonly otherResource: string;
  readonly pair: Pair;
  readonly revokedToken: string;
  readonly otherToken: string;
  readonly token: string;
  readonly machine: { readonly id: string; readonly secret: string };
  /** The client may call only for the end user `bob`. */
  readonly machineOfBob: { readonly id: string; readonly secret: string };
  readonly otherMachine: { readonly id: string; readonly secret: string };
};

type Claims = Readonly<Record<string, unknown>>;

/** Claims of a person's JWT for an endpoint. */
export const personOf = ({ issuer, resource }: Pick<IdentityCase, 'issuer' | 'resource'>, sub = 'ann'): Claims => ({
  ...{ iss: issuer, aud: resource, sub },
  groups: ['staff', 'engineering'],
});

export const exchange = (token: string | undefined, resource: string, more: Fields = {}): TokenRequest => ({
  fields: {
    ...{ grant_type: TOKEN_EXCHANGE, subject_token: token, subject_token_type: `${KIND}id_token` },
    resource,
    ...more,
  },
});

export const bearer = (token: string | undefined, more: Fields = {}): TokenRequest => ({
  fields: { grant_type: JWT_GRANT, assertion: token, ...more },
});

/** Claims of an ID-JAG for the client `app`. */
export const jagOf = (identity: Pick<IdentityCase, 'issuer' | 'resource' | 'url'>, sub = 'ann'): Claims => ({
  ...personOf(identity, sub),
  ...{ aud: identity.url, resource: identity.resource, client_id: 'https://app.test/client.json' },
});
export const APP = { client_id: 'https://app.test/client.json' };

/** Problems of a JWT itself, in any use. */
function wrongTokens(caseOf: () => IdentityCase, base: (identity: IdentityCase) => Claims, header: Claims) {
  const made = (claims: Claims, more: Claims = {}, pair = caseOf().pair) =>
    sign(pair, { ...base(caseOf()), ...claims }, { kid: pair.jwk.kid, ...header, ...more });
  const short = () => ({ ...base(caseOf()), jti: randomUUID(), exp: inSeconds(60) });
  const confused = () => {
    const body = forge({ alg: 'HS256', kid: 'idp1', ...header }, short()).slice(0, -1);
    return `${body}.${createHmac('sha256', String(caseOf().pair.jwk.n)).update(body).digest('base64url')}`;
  };
  return {
    'no JWT': async () => 'nonsense',
    'a huge JWT': () => made({ pad: 'x'.repeat(9_000) }),
    'algorithm none': async () => forge({ alg: 'none', ...header }, short()),
    'a MAC under the public key': async () => confused(),
    'another key under the same kid': async () => made({}, {}, await newPair('RS256', 'idp1')),
    'a key of its own': async () => {
      const own = await newPair('RS256', 'idp1');
      return made({}, { jwk: own.jwk, jku: 'https://evil.test/jwks' }, own);
    },
    'an unknown kid': () => made({}, { kid: 'idp9' }),
    'another algorithm of the same key': () => made({}, { kid: 'for-encryption' }),
    'another issuer': () => made({ iss: 'https://evil.test' }),
    'no issuer': () => made({ iss: undefined }),
    'another audience': () => made({ aud: 'https://example.com' }),
    'an audience with another': () => made({ aud: [String(base(caseOf())['aud']), 'https://example.com'] }),
    'no audience': () => made({ aud: undefined }),
    'no subject': () => made({ sub: undefined }),
    'an empty subject': () => made({ sub: '' }),
    'a subject that is a list': () => made({ sub: ['ann'] }),
    'a subject with a space': () => made({ sub: 'ann smith' }),
    'a subject of 200 characters': () => made({ sub: 'a'.repeat(200) }),
    'no group': () => made({ groups: undefined }),
    'another group': () => made({ groups: ['staff'] }),
    'a group that is an object': () => made({ groups: { engineering: true } }),
    'one that has expired': () => made({ exp: inSeconds(-60) }),
    'one that never ends': () => made({ exp: undefined }),
    'one that lasts for a week': () => made({ exp: inSeconds(604_800) }),
    'one that does not hold yet': () => made({ nbf: inSeconds(120) }),
    'one of the future': () => made({ iat: inSeconds(120) }),
    'one that ends a session': () => made({}, { typ: 'logout+jwt' }),
  } as const;
}

const requestsWith = (
  tokens: Readonly<Record<string, () => Promise<string>>>,
  requestWith: (token: string) => TokenRequest,
  how: string,
) =>
  Object.fromEntries(
    Object.entries(tokens).map(
      ([problem, token]) => [`${how}: ${problem}`, async () => requestWith(await token())] as const,
    ),
  );

/** Requests with JWTs of identity providers, each with one mistake. */
export function refusedIdentities(caseOf: () => IdentityCase): RefusedRequests {
  const person = (more: Claims = {}, header: Claims = {}) =>
    sign(caseOf().pair, { ...personOf(caseOf()), ...more }, { kid: 'idp1', ...header });
  const jag = (more: Claims = {}, header: Claims = {}) =>
    sign(caseOf().pair, { ...jagOf(caseOf()), ...more }, { kid: 'idp1', ...ID_JAG, ...header });
  const sent = async (more: Fields) => exchange(await person(), caseOf().resource, more);
  const shown = async (more: Fields) => bearer(await jag(), { ...APP, ...more });
  const secretOf = ({ id, secret }: IdentityCase['machine']): Fields => ({ client_id: id, client_secret: secret });
  const atNeighbour = () => `${NEIGHBOUR}/s/${caseOf().clientId}/mcp`;
  const own = (token: string): TokenRequest =>
    exchange(token, caseOf().resource, { subject_token_type: `${KIND}access_token` });
  return {
    '400 invalid_request': {
      ...requestsWith(wrongTokens(caseOf, personOf, {}), (token) => exchange(token, caseOf().resource), 'exchange'),
      'exchange: a client of another end user': () => sent(secretOf(caseOf().machineOfBob)),
      'exchange: no token': () => exchange(undefined, caseOf().resource),
      'exchange: no type': () => sent({ subject_token_type: undefined }),
      'exchange: another type': () => sent({ subject_token_type: `${KIND}saml2` }),
      'exchange: an ID-JAG': async () => exchange(await jag(), caseOf().resource),
      'exchange: an ID-JAG by its type': () => sent({ subject_token_type: `${KIND}id-jag` }),
      'exchange: for another kind of token': () => sent({ requested_token_type: `${KIND}refresh_token` }),
      'exchange: on behalf of another': () => sent({ actor_token: 'x', actor_token_type: `${KIND}jwt` }),
      'exchange: at another endpoint of another account': async () => exchange(await person(), caseOf().otherResource),
      'exchange: at an endpoint that is none': async () => exchange(await person(), `${caseOf().url}/s/client_x/mcp`),
      'exchange: a revoked stack token': () => own(caseOf().revokedToken),
      'exchange: a stack token of another endpoint': () => own(caseOf().otherToken),
      'exchange: a stack token as an ID token': () => exchange(caseOf().token, caseOf().resource),
      'assertion: none': () => bearer(undefined, { resource: caseOf().resource }),
    },
    '400 invalid_grant': {
      ...requestsWith(wrongTokens(caseOf, jagOf, ID_JAG), (token) => bearer(token, APP), 'ID-JAG'),
      'ID-JAG: without a resource': async () =>
        bearer(await jag({ resource: undefined }), { ...APP, resource: caseOf().resource }),
      'ID-JAG: without a client': async () => bearer(await jag({ client_id: undefined }), APP),
      'ID-JAG: of another client': () => shown({ client_id: 'https://evil.test/client.json' }),
      'ID-JAG: of a client whose id has 513 characters': async () => {
        const client_id = 'https://app.test/'.padEnd(513, 'x');
        return bearer(await jag({ client_id }), { client_id });
      },
      'ID-JAG: shown by nobody': () => shown({ client_id: undefined }),
      'ID-JAG: without a jti': async () => bearer(await jag({ jti: undefined }), APP),
      'ID-JAG: for another program of this machine, which the Host names': async () => ({
        ...bearer(await jag({ aud: NEIGHBOUR }), APP),
        ...AS_NEIGHBOUR,
      }),
      'ID-JAG: for the endpoint instead of us': async () => bearer(await jag({ aud: caseOf().resource }), APP),
      'ID-JAG: of another service account': async () => bearer(await jag(), secretOf(caseOf().machine)),
      'ID-JAG: a client of another end user': async () =>
        bearer(await jag({ client_id: caseOf().machineOfBob.id }), secretOf(caseOf().machineOfBob)),
      'assertion: without a jti': async () => bearer(await person({ jti: undefined }), { resource: caseOf().resource }),
      'assertion: for two hours': async () =>
        bearer(await person({ exp: inSeconds(7_200) }), { resource: caseOf().resource }),
      'assertion: at another account': async () => bearer(await person(), { resource: caseOf().otherResource }),
    },
    '400 invalid_target': {
      'exchange: without a resource': () => sent({ resource: undefined }),
      'exchange: a resource elsewhere': () => sent({ resource: 'https://example.com/mcp' }),
      'exchange: an audience elsewhere': () => sent({ audience: 'https://example.com' }),
      'ID-JAG: beside another resource': () => shown({ resource: caseOf().otherResource }),
      'ID-JAG: for a resource elsewhere': async () => bearer(await jag({ resource: 'https://example.com' }), APP),
      'assertion: without a resource': async () => bearer(await person()),
      'exchange: one for another program of this machine, which the Host names': async () => {
        const resource = atNeighbour();
        return { ...exchange(await person({ aud: resource }), resource), ...AS_NEIGHBOUR };
      },
      'assertion: one for another program of this machine, which the Host names': async () => {
        const resource = atNeighbour();
        return { ...bearer(await person({ aud: resource }), { resource }), ...AS_NEIGHBOUR };
      },
      'ID-JAG: one for another program of this machine, which the Host names': async () => {
        const resource = atNeighbour();
        return { ...bearer(await jag({ aud: NEIGHBOUR, resource }), APP), ...AS_NEIGHBOUR };
      },
    },
    '400 invalid_scope': {
      'exchange: another scope': () => sent({ scope: 'admin' }),
      'ID-JAG: with a scope of its own': async () => bearer(await jag({ scope: 'chat.read' }), APP),
      'ID-JAG: for more than it says': async () =>
        bearer(await jag({ scope: 'tool:a_*' }), { ...APP, scope: 'tool:b' }),
    },
    '401 invalid_client': {
      'exchange: a secret of nobody beside it': () => sent({ client_secret: 'wrong' }),
      'exchange: an assertion of nobody beside it': () => sent({ client_assertion: 'a.b.c' }),
      'exchange: the type of an assertion alone beside it': () => sent({ client_assertion_type: JWT_BEARER }),
      'exchange: a header of nobody beside it': async () => ({
        ...(await sent({})),
        headers: { authorization: 'Basic eA==' },
      }),
      'exchange: a wrong secret beside it': () => sent({ client_id: caseOf().machine.id, client_secret: 'wrong' }),
      'exchange: a service account without a secret': () => sent({ client_id: caseOf().machine.id }),
      'exchange: a client of another endpoint': () => sent(secretOf(caseOf().otherMachine)),
      'ID-JAG: a service account without a secret': async () =>
        bearer(await jag({ client_id: caseOf().machine.id }), { client_id: caseOf().machine.id }),
      'ID-JAG: a client of another endpoint': async () =>
        bearer(await jag({ client_id: caseOf().otherMachine.id }), secretOf(caseOf().otherMachine)),
    },
  };
}
