import { z } from 'zod';
import { isLoopbackUrl } from '../lib/loopback.ts';
import { listUpTo, mapOf } from '../lib/parse.ts';

/** Id of a credential field. */
export const FIELD_ID = /^[a-zA-Z0-9_]{1,64}$/;

/** Maximum scopes of one sign-in. */
export const SCOPES_MAX = 100;

/** Whether an address uses https, or http on this machine: tokens never cross a network in plain text. */
export const isSafeOAuthUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || isLoopbackUrl(url);
};
const oauthUrl = z.url().max(2_048).refine(isSafeOAuthUrl, 'must be https, or http on this machine');
const fieldReference = z.strictObject({ field: z.string().regex(FIELD_ID) });

/**
 * How a field's value is obtained by OAuth instead of pasted. A person signs in (RFC 6749, section 4.1), the client
 * authenticates itself (section 4.4), or a token of the end user is exchanged (RFC 8693). Addresses are listed here,
 * found through `discovery`, or, for an MCP server over HTTP, found in its protected resource metadata (RFC 9728).
 */
export const oauth2Schema = z.strictObject({
  /**
   * Absent: `authorization_code`. With `client_credentials`, the client alone obtains the value when a call needs it.
   * With `token_exchange`, it exchanges the subject token.
   */
  grant: z.enum(['authorization_code', 'client_credentials', 'token_exchange']).optional(),
  authorizationUrl: oauthUrl.optional(),
  tokenUrl: oauthUrl.optional(),
  /** An issuer that publishes its metadata (RFC 8414 or OpenID Connect Discovery 1.0). */
  discovery: oauthUrl.optional(),
  /** The issuer identifier in responses (RFC 9207); absent: the origin of `authorizationUrl`. */
  issuer: z.url().optional(),
  scopes: listUpTo(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/), SCOPES_MAX).default([]),
  /** PKCE (RFC 7636) with S256; false only for providers that refuse it. */
  pkce: z.boolean().default(true),
  /** The field with the client id, or the id itself; absent: this installation registers itself (RFC 7591). */
  clientId: z.union([fieldReference, z.strictObject({ value: z.string().min(1).max(1_024) })]).optional(),
  clientSecret: fieldReference.optional(),
  registrationUrl: oauthUrl.optional(),
  tokenAuthMethod: z.enum(['client_secret_basic', 'client_secret_post', 'none']).optional(),
  /**
   * The field whose value is exchanged: an end user's token, pasted or from a sign-in. With `fromSignIn`, it is the JWT
   * of a trusted issuer with which the end user was admitted.
   */
  subjectToken: fieldReference.extend({ fromSignIn: z.boolean().optional() }).optional(),
  /** The type of the subject token (RFC 8693, section 3); absent: `access_token`. */
  subjectTokenType: z.enum(['access_token', 'id_token', 'jwt']).optional(),
  /** The service that the exchanged token is for, as the authorization server knows it (RFC 8693, section 2.1). */
  audience: z.string().min(1).max(1_024).optional(),
  /** The address of the service that the exchanged token is for (RFC 8693, section 2.1). */
  resource: z.url().max(2_048).optional(),
  /**
   * The JSON Pointer (RFC 6901) to the object with `access_token` in the token response; absent: the response itself.
   * Needed for services that return a bot's token at the top level and the person's token inside a member.
   */
  answerAt: z.string().regex(/^\//).max(256).optional(),
  /** Additional parameters of the authorization request, such as `access_type`. */
  extraAuthorizeParams: mapOf(z.string(), z.string()).optional(),
});

/** A field's parsed sign-in settings. */
export type OAuth2Settings = z.infer<typeof oauth2Schema>;

/** True if the client signs in for itself, without a person (RFC 6749, section 4.4). */
export const isByClient = ({ grant }: Pick<OAuth2Settings, 'grant'>): boolean => grant === 'client_credentials';

/** True if the value is derived from other fields, without a sign-in. */
export const isDerived = ({ grant }: Pick<OAuth2Settings, 'grant'>): boolean =>
  grant === 'client_credentials' || grant === 'token_exchange';

type Field = { readonly id: string; readonly oauth2?: OAuth2Settings | undefined };
type Document = { readonly credentials: readonly Field[]; readonly connector: { readonly kind: string } };
type Problem = { readonly path: readonly (string | number)[]; readonly message: string };

/** Problems of a document's sign-ins that involve several fields. */
export function signInProblems({ credentials, connector }: Document): readonly Problem[] {
  const pasted = new Set(credentials.filter(({ oauth2 }) => !oauth2).map(({ id }) => id));
  const subjects = new Set(credentials.filter(({ oauth2 }) => !oauth2 || !isDerived(oauth2)).map(({ id }) => id));
  return credentials.flatMap(({ oauth2 }, at) => {
    if (!oauth2) return [];
    const path = ['credentials', at, 'oauth2'];
    const lacking = namesEndpoints(oauth2, connector.kind) ? lackingIn(oauth2) : 'has no sign-in address';
    return [
      ...(lacking === null ? [] : [{ path, message: lacking }]),
      ...(oauth2.subjectToken && !subjects.has(oauth2.subjectToken.field)
        ? [{ path: [...path, 'subjectToken'], message: 'must name a field that is entered or connected by sign-in' }]
        : []),
      ...(['clientId', 'clientSecret'] as const).flatMap((name) => {
        const source = oauth2[name];
        const isKnown = !source || !('field' in source) || pasted.has(source.field);
        return isKnown ? [] : [{ path: [...path, name], message: 'must name another field of the server' }];
      }),
    ];
  });
}

/** The problem with the settings of a derived token; null if there is none. */
function lackingIn(oauth2: OAuth2Settings): string | null {
  if (isByClient(oauth2) && !(oauth2.clientId && oauth2.clientSecret))
    return 'must name a client id and a client secret';
  if (isDerived(oauth2) && oauth2.answerAt !== undefined) return 'has answerAt, which is for sign-ins of people';
  // A token of the end user is exchanged (RFC 8693).
  if (oauth2.grant === 'token_exchange' && !(oauth2.clientId && oauth2.subjectToken))
    return 'must name a client id and a subject token';
  return null;
}

function namesEndpoints(settings: OAuth2Settings, connectorKind: string): boolean {
  const { authorizationUrl, tokenUrl, discovery } = settings;
  if (isDerived(settings)) return tokenUrl !== undefined;
  if (discovery !== undefined || connectorKind === 'mcp-http') return true;
  return authorizationUrl !== undefined && tokenUrl !== undefined;
}
