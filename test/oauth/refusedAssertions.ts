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

/** Parts of the requests: the client, its key (`kid` k1), and foreign ones. */
export type AssertionCase = {
  readonly url: string;
  readonly id: string;
  readonly pair: Pair;
  readonly otherId: string;
  readonly token: string;
  readonly resource: string;
  readonly otherResource: string;
};

/** The form of a request with an assertion. */
export const signed = (text: string, more: Fields = {}): TokenRequest => ({
  fields: { grant_type: 'client_credentials', client_assertion_type: JWT_BEARER, client_assertion: text, ...more },
});

/** The claims that an assertion needs. */
export const claimsOf = ({ id, url }: Pick<AssertionCase, 'id' | 'url'>) => ({ iss: id, sub: id, aud: url });

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Requests of clients with a key pair, each with one mistake. */
export function refusedAssertions(caseOf: () => AssertionCase): RefusedRequests {
  const made = (claims: object = {}, header: object = {}, pair = caseOf().pair) =>
    sign(pair, { ...claimsOf(caseOf()), ...claims }, { ...header });
  const sent =
    (claims: object, header: object = {}) =>
    async () =>
      signed(await made(claims, header));
  const short = () => ({ ...claimsOf(caseOf()), jti: randomUUID(), exp: inSeconds(60) });
  /** A MAC that uses the public key as a secret. */
  const confused = (): string => {
    const body = forge({ alg: 'HS256' }, short()).slice(0, -1);
    return `${body}.${createHmac('sha256', String(caseOf().pair.jwk.x)).update(body).digest('base64url')}`;
  };
  const spliced = async (header: object | null, claims: object | null) => {
    const [first, second, signature] = (await made()).split('.');
    return signed([header ? encoded(header) : first, claims ? encoded(claims) : second, signature].join('.'));
  };
  const ofOther = (id: string) => ({ iss: id, sub: id });
  return {
    '401 invalid_client': {
      'no assertion': () => signed(''),
      'no assertion type': async () => signed(await made(), { client_assertion_type: undefined }),
      'another assertion type': async () => signed(await made(), { client_assertion_type: 'saml2-bearer' }),
      'no JWT': () => signed('a.b'),
      'a JWT of nothing': () => signed('..'),
      '50,000 dots': () => signed('.'.repeat(50_000)),
      'a huge assertion': sent({ pad: 'x'.repeat(9_000) }),
      'deep claims': () =>
        signed(`${encoded({ alg: 'EdDSA' })}.${Buffer.from('['.repeat(5_000)).toString('base64url')}.AA`),
      'algorithm none': () => signed(forge({ alg: 'none' }, short())),
      'algorithm None': () => signed(forge({ alg: 'None' }, short(), 'AA')),
      'a MAC under the public key': () => signed(confused()),
      'another algorithm than its key has': () => spliced({ alg: 'RS256' }, null),
      'a key of its own': async () => {
        const own = await newPair('EdDSA');
        return signed(await made({}, { jwk: own.jwk }, own));
      },
      'another key': async () => signed(await made({}, {}, await newPair('EdDSA'))),
      'another key under the same kid': async () => signed(await made({}, { kid: 'k1' }, await newPair('EdDSA'))),
      'an unknown kid': sent({}, { kid: 'k2' }),
      'an unknown critical header': () => spliced({ alg: 'EdDSA', crit: ['x'], x: 1 }, null),
      'changed claims': () => spliced(null, short()),
      'another issuer': async () => signed(await made({ iss: caseOf().otherId })),
      'no issuer': sent({ iss: undefined }),
      'another subject': async () => signed(await made({ sub: caseOf().otherId })),
      'no subject': sent({ sub: undefined }),
      'a subject that is no text': sent({ sub: { id: 1 } }),
      'the name of another client': async () => signed(await made(ofOther(caseOf().otherId))),
      'a client that is not there': async () => signed(await made(ofOther(`machine_${randomUUID()}`))),
      'another client_id beside it': async () => signed(await made(), { client_id: caseOf().otherId }),
      'another audience': sent({ aud: 'https://example.com' }),
      'the resource as audience': async () => signed(await made({ aud: caseOf().resource })),
      'an audience with another': async () => signed(await made({ aud: [caseOf().url, 'https://example.com'] })),
      'another program of this machine as audience, which the Host names': async () => ({
        ...signed(await made({ aud: NEIGHBOUR })),
        ...AS_NEIGHBOUR,
      }),
      'the token endpoint of another program, which the Host names': async () => ({
        ...signed(await made({ aud: `${NEIGHBOUR}/oauth/token` })),
        ...AS_NEIGHBOUR,
      }),
      'our port at another address of this machine': async () =>
        signed(await made({ aud: caseOf().url.replace('127.0.0.1', '127.0.0.2') })),
      'no audience': sent({ aud: undefined }),
      'one that has expired': sent({ exp: inSeconds(-60) }),
      'one that ends in an hour': sent({ exp: inSeconds(3_600) }),
      'one that never ends': sent({ exp: undefined }),
      'an end that is no number': sent({ exp: 'tomorrow' }),
      'one that does not hold yet': sent({ nbf: inSeconds(120) }),
      'one of the future': sent({ iat: inSeconds(120) }),
      'no jti': sent({ jti: undefined }),
      'an empty jti': sent({ jti: '' }),
      'a jti that is a number': sent({ jti: 7 }),
      'a jti of 300 characters': sent({ jti: 'x'.repeat(300) }),
      'a stack token': () => signed(caseOf().token),
    },
    '400 invalid_target': {
      'the resource of another account': async () => signed(await made(), { resource: caseOf().otherResource }),
    },
  };
}
