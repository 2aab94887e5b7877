import { decodeJwt } from 'jose';
import { type AnonymousCtx, endpointInclude } from '../authorization/issue.ts';
import { OAuthError } from '../authorization/oauthError.ts';
import { clientIdOf, type Params } from '../authorization/request.ts';
import type { AgentActor } from '../kernel/actor.ts';
import { attenuateToken, type Limits, readTokenBody, splitAttenuated } from '../kernel/attenuation.ts';
import { type ClientId, toTokenId } from '../kernel/ids.ts';
import { decodeAssertion } from './assertion.ts';
import {
  type AuthenticatedClient,
  consumeAssertion,
  invalidClient,
  type TokenRequest,
} from './clientAuthentication.ts';
import { GRANTED_SECONDS, type GrantedToken } from './grantedToken.ts';
import { isPlain, proveIdentity } from './identity.ts';
import { chargeEndpoint, grantToIdentity, optionalClient } from './identityGrant.ts';
import type { IssuerKeys } from './issuerKeys.ts';
import { scopeOf, toolsIn } from './scope.ts';
import { storeSubjectToken } from './subjectToken.ts';

/** Verifies the tokens to exchange. */
export type TokenVerifiers = {
  readonly issuerKeys: IssuerKeys;
  /** The actor of a stack token, attenuated or not; null for any other text. */
  stackToken(text: string, clientId: string, from: string): Promise<AgentActor | null>;
};

const KIND = 'urn:ietf:params:oauth:token-type:';
const ACCESS_TOKEN = `${KIND}access_token`;
const SUBJECT_KINDS = [ACCESS_TOKEN, `${KIND}id_token`, `${KIND}jwt`];
/** Maximum lifetime in seconds of a reusable JWT. */
const LIFETIME_SECONDS_MAX = 86_400;

/** RFC 8693, section 2.2.2: the error code for an unacceptable subject token, regardless of the reason. */
const invalidSubject = (): OAuthError => new OAuthError('invalid_request', 'The subject token is invalid or expired');

/**
 * Exchanges a token (RFC 8693). An ID token or access token becomes a stack token of its person and expires with it, if
 * the endpoint of `resource` trusts the identity provider. A stack token becomes one with narrower access. Tested by
 * `test/oauth/trustedIssuers.test.ts`.
 * @throws OAuthError invalid_request, invalid_client, invalid_target, invalid_scope
 * @throws rate_limited, invalid_input; unavailable when the provider's keys cannot be read
 */
export async function exchangeToken(
  visit: AnonymousCtx,
  request: TokenRequest,
  provers: TokenVerifiers,
): Promise<GrantedToken> {
  const { params, addresses, from } = request;
  const text = subjectIn(params);
  const { resource, audience } = params;
  const clientId = clientIdOf(resource, ...addresses);
  if (audience !== undefined && audience !== resource && audience !== clientId)
    throw new OAuthError('invalid_target', 'audience must be the resource');
  const client = await optionalClient(visit, request);
  if (client && client.client.endpoint.clientId !== clientId) throw invalidClient();
  const tools = toolsIn(params['scope']);
  const actor = params['subject_token_type'] === ACCESS_TOKEN ? await provers.stackToken(text, clientId, from) : null;
  if (actor) return attenuateOwn(visit, text, { clientId, tools, client });
  const assertion = decodeAssertion(text);
  if (!assertion || !isPlain(assertion)) throw invalidSubject();
  const shown = { assertion, clientId, audiences: [params['resource'] ?? ''], from, lifetimeMax: LIFETIME_SECONDS_MAX };
  const identity = await proveIdentity(visit, provers.issuerKeys, shown);
  const seconds = secondsLeft(visit, identity?.claims.exp);
  if (!identity || seconds < 1) throw invalidSubject();
  const grant = { identity, oneTimeJwt: null, client, oauthClient: null, tools, seconds };
  const granted = await grantToIdentity(visit, grant, invalidSubject);
  // The record id of a stack token that was just created, attenuated or not.
  await storeSubjectToken(visit, identity, {
    tokenId: toTokenId(decodeJwt(`${granted.accessToken.split('.', 2).join('.')}.`).jti ?? ''),
    token: text,
  });
  return { ...granted, issuedTokenType: ACCESS_TOKEN };
}

const secondsLeft = ({ now }: AnonymousCtx, exp = Number.POSITIVE_INFINITY): number =>
  exp - Math.floor(now().getTime() / 1_000);

/** The token to exchange. @throws OAuthError invalid_request for unsupported requests: delegation, other token types */
function subjectIn(params: Params): string {
  const { subject_token: text, subject_token_type: kind = '', requested_token_type: tokenType = ACCESS_TOKEN } = params;
  if (text === undefined || !SUBJECT_KINDS.includes(kind))
    throw new OAuthError(
      'invalid_request',
      `subject_token is needed, and as its type one of ${SUBJECT_KINDS.join(', ')}`,
    );
  if (tokenType !== ACCESS_TOKEN)
    throw new OAuthError('invalid_request', `requested_token_type must be ${ACCESS_TOKEN}`);
  if (params['actor_token'] !== undefined || params['actor_token_type'] !== undefined)
    throw new OAuthError('invalid_request', 'actor_token is not supported');
  return text;
}

type WantedToken = {
  readonly clientId: ClientId;
  readonly tools: readonly string[] | null;
  readonly client: AuthenticatedClient | null;
};

/** Attenuates a stack token as its holder could: nothing is stored, and the new token expires with the old one. */
async function attenuateOwn(
  visit: AnonymousCtx,
  text: string,
  { clientId, tools, client }: WantedToken,
): Promise<GrantedToken> {
  const endpoint = await visit.db.clientEndpoint.findUnique({ where: { clientId }, include: endpointInclude });
  if (!endpoint) throw invalidSubject();
  await chargeEndpoint(visit, endpoint);
  if (client) await consumeAssertion(visit, client);
  const exp = Math.floor(visit.now().getTime() / 1_000) + GRANTED_SECONDS;
  const limits: Limits = { ...(tools && { tools: [...tools] }), exp };
  const accessToken = attenuateToken(text, limits);
  const body = readTokenBody(splitAttenuated(accessToken)?.body ?? '');
  if (!body) throw new OAuthError('invalid_scope', 'The token cannot be attenuated further, or not to this many tools');
  const ends = [decodeJwt(`${body.signed}.`).exp, ...body.attenuations.map(({ limits: { exp: end } }) => end)];
  const left = ends.map((end) => secondsLeft(visit, end));
  return {
    accessToken,
    expiresInSeconds: Math.max(0, Math.min(...left)),
    scope: scopeOf(tools),
    issuedTokenType: ACCESS_TOKEN,
  };
}
