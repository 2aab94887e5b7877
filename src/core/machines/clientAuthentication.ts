import { timingSafeEqual } from 'node:crypto';
import type { ServiceAccount } from '../../generated/prisma/client.ts';
import { type AnonymousCtx, type AuthorizedEndpoint, endpointInclude } from '../authorization/issue.ts';
import { OAuthError } from '../authorization/oauthError.ts';
import type { Params } from '../authorization/request.ts';
import { toServiceAccountId } from '../kernel/ids.ts';
import { hashSecret } from '../kernel/secret.ts';
import { mayComeFrom } from '../lib/networks.ts';
import {
  decodeAssertion,
  type OneTimeJwt,
  oneTimeJwtOf,
  textClaim,
  useAssertion,
  verifyAssertion,
} from './assertion.ts';
import { storedKeys } from './publicKeys.ts';

export type TokenRequest = {
  readonly params: Params;
  /** The header `Authorization`. */
  readonly authorization: string | undefined;
  /** The configured addresses of this service, which are also its issuer names. Never derived from a request. */
  readonly addresses: readonly string[];
  /** The addresses of the token endpoint; the audience of an assertion must be one of them. */
  readonly tokenEndpoints: readonly string[];
  /** The request's network address. */
  readonly from: string;
};

/** A service account that has authenticated. */
export type AuthenticatedClient = {
  readonly client: ServiceAccount & { readonly endpoint: AuthorizedEndpoint };
  /** The client's assertion, which must be consumed before a token is issued; null for a client with a secret. */
  readonly oneTimeJwt: OneTimeJwt | null;
};

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** Maximum remaining validity of a client's assertion, in seconds. */
const LIFETIME_SECONDS_MAX = 600;
/** A hash that no secret has. Compared if the client is unknown, so that both cases take the same time. */
const NO_HASH = new Uint8Array(32);

/** The same error for every failure, so that a caller learns neither the cause nor which clients exist. */
export const invalidClient = (): OAuthError => new OAuthError('invalid_client', 'Client authentication failed');

/**
 * Authenticates the service account of a request. It uses its secret, as Basic authentication or in the form (RFC 6749,
 * section 2.3.1), or a signed JWT (RFC 7523, section 2.2). A JWT must have only this service as its audience, and be
 * valid for at most ten minutes. Tested by `test/oauth/machines.test.ts`.
 * @throws OAuthError invalid_request if it uses several methods; invalid_client
 */
export async function authenticateClient(visit: AnonymousCtx, request: TokenRequest): Promise<AuthenticatedClient> {
  const { params, authorization, from } = request;
  const isSigned = params['client_assertion'] !== undefined || params['client_assertion_type'] !== undefined;
  const ways = [authorization !== undefined, params['client_secret'] !== undefined, isSigned];
  if (ways.filter(Boolean).length > 1)
    throw new OAuthError('invalid_request', 'A client must use only one authentication method');
  const client = isSigned ? await bySignature(visit, request) : await bySecret(visit, request);
  if (!mayComeFrom(from, client.client.networks) || secondsLeftOf(visit, client) < 1) throw invalidClient();
  return client;
}

/** Whole seconds until a client expires, which bounds the lifetime of its tokens. Infinite if it does not expire. */
export const secondsLeftOf = ({ now }: AnonymousCtx, { client: { expiresAt } }: AuthenticatedClient): number =>
  expiresAt === null ? Number.POSITIVE_INFINITY : Math.floor((expiresAt.getTime() - now().getTime()) / 1_000);

/** Marks a client's assertion as used, if it is single-use. @throws OAuthError invalid_client on reuse */
export async function consumeAssertion(visit: AnonymousCtx, { oneTimeJwt }: AuthenticatedClient): Promise<void> {
  if (oneTimeJwt && !(await useAssertion(visit, oneTimeJwt))) throw invalidClient();
}

type ShownSecret = { readonly id: string; readonly secret: string };

/** Id and secret, each form-encoded (RFC 6749, section 2.3.1). */
function readBasic(authorization: string): ShownSecret | null {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  const text = Buffer.from(encoded ?? '', 'base64').toString();
  const at = text.indexOf(':');
  if (at <= 0) return null;
  const [[, id = ''] = [], [, secret = ''] = []] = new URLSearchParams(
    `i=${text.slice(0, at)}&s=${text.slice(at + 1)}`,
  );
  return { id, secret };
}

const findClient = ({ db }: AnonymousCtx, id: string) =>
  db.serviceAccount.findUnique({
    where: { id: toServiceAccountId(id) },
    include: { endpoint: { include: endpointInclude } },
  });

async function bySecret(visit: AnonymousCtx, { params, authorization }: TokenRequest): Promise<AuthenticatedClient> {
  const { client_id: named, client_secret: sent } = params;
  const shown = authorization === undefined ? { id: named, secret: sent } : readBasic(authorization);
  if (shown?.id === undefined || shown.secret === undefined) throw invalidClient();
  if (named !== undefined && named !== shown.id) throw invalidClient();
  const client = await findClient(visit, shown.id);
  const isRight = timingSafeEqual(hashSecret(shown.secret), client?.secretHash ?? NO_HASH);
  if (!client || !isRight) throw invalidClient();
  return { client, oneTimeJwt: null };
}

async function bySignature(visit: AnonymousCtx, request: TokenRequest): Promise<AuthenticatedClient> {
  const { params, addresses, tokenEndpoints } = request;
  const assertion = decodeAssertion(params['client_assertion'] ?? '');
  const id = assertion && textClaim(assertion.claims, 'sub');
  if (params['client_assertion_type'] !== ASSERTION_TYPE || !id) throw invalidClient();
  if (params['client_id'] !== undefined && params['client_id'] !== id) throw invalidClient();
  const client = await findClient(visit, id);
  const expected = { issuer: id, audiences: [...addresses, ...tokenEndpoints], lifetimeMax: LIFETIME_SECONDS_MAX };
  const keys = client ? storedKeys(client.publicKeys) : [];
  const claims = await verifyAssertion(assertion, keys, expected, visit.now());
  const oneTimeJwt = claims && oneTimeJwtOf(id, claims);
  if (!client || !oneTimeJwt) throw invalidClient();
  return { client, oneTimeJwt };
}
