import type { JWTPayload } from 'jose';
import { z } from 'zod';
import type { TrustedIssuer } from '../../generated/prisma/client.ts';
import { type AnonymousCtx, type AuthorizedEndpoint, endpointInclude } from '../authorization/issue.ts';
import { endUserSchema } from '../kernel/endUser.ts';
import type { ClientId } from '../kernel/ids.ts';
import { isRecord } from '../lib/json.ts';
import { pathOf } from '../lib/jsonPointer.ts';
import { mayComeFrom } from '../lib/networks.ts';
import { countTryFrom } from '../limits/charge.ts';
import { type Expected, textClaim, type UnprovenAssertion, verifyAssertion } from './assertion.ts';
import type { IssuerKeys } from './issuerKeys.ts';

/** The JWT header `typ` of an ID-JAG, an identity assertion that can be exchanged once. */
const ID_JAG_TYPE = 'oauth-id-jag+jwt';
/** Accepted values of `typ` in other JWTs. Excludes logout tokens and proofs of possession. */
const TYPES = ['jwt', 'at+jwt', 'application/jwt', 'application/at+jwt'];

/** The person or program that a trusted issuer identifies, at one endpoint. */
export type Identity = {
  readonly issuer: TrustedIssuer & { readonly endpoint: AuthorizedEndpoint };
  readonly endUser: string;
  readonly claims: JWTPayload;
};

/** A JWT sent for the endpoint of `clientId`, from the network address `from`. */
export type PresentedIdentity = {
  readonly assertion: UnprovenAssertion;
  readonly clientId: ClientId;
  /** One of these must be the JWT's audience, unless the issuer is configured with another audience. */
  readonly audiences: readonly string[];
  readonly from: string;
  readonly lifetimeMax: number;
};

const claimsSchema = z.record(z.string(), z.array(z.string()));
type RequiredClaims = z.output<typeof claimsSchema>;

/** The claims that a trusted issuer's JWTs must have, each with its accepted values. */
export const requiredClaimsOf = ({ claims }: Pick<TrustedIssuer, 'claims'>): RequiredClaims =>
  claimsSchema.parse(claims);

/** Whether a JWT's header declares an ID-JAG (draft-ietf-oauth-identity-assertion-authz-grant). */
export const isIdJag = ({ header }: UnprovenAssertion): boolean => typeOf(header['typ']) === ID_JAG_TYPE;

const typeOf = (typ: unknown): string => (typeof typ === 'string' ? typ.toLowerCase() : '');

/** Whether a JWT is of a kind that identity providers issue to people and programs as proof of identity. */
export const isPlain = ({ header }: UnprovenAssertion): boolean =>
  header['typ'] === undefined || TYPES.includes(typeOf(header['typ']));

/**
 * Verifies a JWT and returns its identity. The JWT must be signed by an identity provider that the endpoint trusts, be
 * valid now, and meet the endpoint owner's requirements. Returns null for any other JWT, regardless of the reason.
 * Tested by `test/oauth/trustedIssuers.test.ts`.
 * @throws unavailable when the provider's keys cannot be read; rate_limited for a network that triggers too many key
 * requests
 */
export async function proveIdentity(
  visit: AnonymousCtx,
  issuerKeys: IssuerKeys,
  shown: PresentedIdentity,
): Promise<Identity | null> {
  const { assertion, clientId, from, lifetimeMax } = shown;
  const name = textClaim(assertion.claims, 'iss');
  if (name === null) return null;
  const where = { issuer: name, endpoint: { clientId } };
  const include = { endpoint: { include: endpointInclude } };
  const issuer = await visit.db.trustedIssuer.findFirst({ where, include });
  if (!issuer) return null;
  const own = isIdJag(assertion) ? null : issuer.audience;
  const audiences = own === null ? shown.audiences : [own];
  const expected = { issuer: issuer.issuer, audiences, lifetimeMax };
  const claims = await verifiedClaims(visit, issuerKeys, { assertion, issuer, expected, from });
  if (!claims || !hasClaims(claims, requiredClaimsOf(issuer)) || !mayComeFrom(from, issuer.networks)) return null;
  const named = claimAt(claims, issuer.endUserClaim);
  if (typeof named !== 'string' || named === '') return null;
  const { data: endUser } = endUserSchema.safeParse(issuer.endUserPrefix + named);
  return endUser === undefined ? null : { issuer, endUser, claims };
}

type Verifying = {
  readonly assertion: UnprovenAssertion;
  readonly issuer: Identity['issuer'];
  readonly expected: Expected;
  readonly from: string;
};

async function verifiedClaims(visit: AnonymousCtx, keys: IssuerKeys, verifying: Verifying) {
  const { assertion, issuer, expected, from } = verifying;
  const source = { issuer: issuer.issuer, url: issuer.jwksUrl, accountId: issuer.endpoint.stack.accountId };
  const { kid } = assertion.header;
  // Nothing is verified yet, so limit how many requests a network can make us send to the named provider.
  const admit = () => countTryFrom(visit, from);
  const known = await keys.read(source, { admit });
  const isStale = kid !== undefined && !known.some((key) => key.kid === kid);
  const current = isStale ? await keys.read(source, { isStale, admit }) : known;
  return verifyAssertion(assertion, current, expected, visit.now());
}

/** Whether each claim has one of its required values; a claim may be a list. */
const hasClaims = (claims: JWTPayload, required: RequiredClaims): boolean =>
  Object.entries(required).every(([name, values]) => {
    const claim = claimAt(claims, name);
    return [claim]
      .flat()
      .some((each) => ['string', 'number', 'boolean'].includes(typeof each) && values.includes(String(each)));
  });

/** Maximum depth of a claim path. */
const CLAIM_DEPTH_MAX = 10;

/**
 * Resolves a claim name: a member of that name, which may contain dots, or the value at a path. A path is dotted
 * (`realm_access.roles`) or a JSON Pointer that starts with a slash (RFC 6901: `/realm_access/roles`). Undefined if
 * there is none. Does not descend into lists. Tested by `test/core/machines/claims.test.ts`.
 */
export function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  const path = name.startsWith('/') ? pathOf(name) : name.split('.');
  if (path.length > CLAIM_DEPTH_MAX) return undefined;
  return path.reduce<unknown>(
    (value, step) => (isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined),
    claims,
  );
}
