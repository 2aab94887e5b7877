import type { AnonymousCtx } from '../authorization/issue.ts';
import { OAuthError } from '../authorization/oauthError.ts';
import { clientIdOf } from '../authorization/request.ts';
import { decodeAssertion, oneTimeJwtOf, textClaim, type UnprovenAssertion } from './assertion.ts';
import type { TokenRequest } from './clientAuthentication.ts';
import { GRANTED_SECONDS, type GrantedToken } from './grantedToken.ts';
import { type Identity, isIdJag, isPlain, type PresentedIdentity, proveIdentity } from './identity.ts';
import { grantToIdentity, optionalClient } from './identityGrant.ts';
import type { IssuerKeys } from './issuerKeys.ts';
import { commonTools, toolsIn } from './scope.ts';

/** Maximum lifetime in seconds of a single-use JWT. */
const LIFETIME_SECONDS_MAX = 3_600;
const CLIENT_CHARS_MAX = 512;

const invalidGrant = (): OAuthError => new OAuthError('invalid_grant', 'The assertion is invalid or expired');

/**
 * Issues a stack token for a single-use JWT of an identity provider (RFC 7523, section 2.1). The JWT is either a
 * program's own or an ID-JAG, with which a company's provider grants a named client access for a person
 * (draft-ietf-oauth-identity-assertion-authz-grant, section 4.4, as profiled by MCP). Tested by
 * `test/oauth/trustedIssuers.test.ts`.
 * @throws OAuthError invalid_request, invalid_client, invalid_grant, invalid_target, invalid_scope
 * @throws rate_limited, invalid_input; unavailable when the provider's keys cannot be read
 */
export async function grantToBearer(
  visit: AnonymousCtx,
  request: TokenRequest,
  { issuerKeys }: { readonly issuerKeys: IssuerKeys },
): Promise<GrantedToken> {
  const { params } = request;
  if (params['assertion'] === undefined) throw new OAuthError('invalid_request', 'assertion is required');
  const client = await optionalClient(visit, request);
  const assertion = decodeAssertion(params['assertion']);
  if (!assertion || !(isIdJag(assertion) || isPlain(assertion))) throw invalidGrant();
  const identity = await proveIdentity(visit, issuerKeys, shownIn(request, assertion));
  if (!identity) throw invalidGrant();
  // JWT ids are unique per issuer within an account. Not per endpoint, since several may trust the issuer. Not across
  // accounts, since each decides which keys it trusts for an issuer.
  const { issuer, endpoint } = identity.issuer;
  const oneTimeJwt = oneTimeJwtOf(`${endpoint.stack.accountId} ${issuer}`, identity.claims);
  if (!oneTimeJwt) throw invalidGrant();
  const named = isIdJag(assertion) ? namedClient(identity, client?.client.id ?? params['client_id']) : NOBODY;
  const tools = commonTools(named.tools, toolsIn(params['scope']));
  const { oauthClient } = named;
  return grantToIdentity(
    visit,
    { identity, oneTimeJwt, client, oauthClient, tools, seconds: GRANTED_SECONDS },
    invalidGrant,
  );
}

/** The client and scopes of a program's own JWT, which names neither. */
const NOBODY = { oauthClient: null, tools: null };

function shownIn({ params, addresses, from }: TokenRequest, assertion: UnprovenAssertion): PresentedIdentity {
  const resource = resourceOf(assertion, params['resource']);
  const audiences = isIdJag(assertion) ? addresses : [resource ?? ''];
  return {
    assertion,
    clientId: clientIdOf(resource, ...addresses),
    audiences,
    from,
    lifetimeMax: LIFETIME_SECONDS_MAX,
  };
}

/** The resource that an ID-JAG names. The request's `resource`, if present, must be the same. */
function resourceOf(assertion: UnprovenAssertion, requested: string | undefined): string | undefined {
  if (!isIdJag(assertion)) return requested;
  const claimed = textClaim(assertion.claims, 'resource');
  if (claimed === null) throw invalidGrant();
  if (requested !== undefined && requested !== claimed)
    throw new OAuthError('invalid_target', 'The assertion is for another stack');
  return claimed;
}

/** The client that an ID-JAG names, which must be the sender, and the scopes it may request. */
function namedClient({ claims }: Identity, shownBy: string | undefined) {
  const oauthClient = textClaim(claims, 'client_id');
  if (oauthClient === null || oauthClient !== shownBy || oauthClient.length > CLIENT_CHARS_MAX) throw invalidGrant();
  return { oauthClient, tools: toolsIn(textClaim(claims, 'scope') ?? undefined) };
}
