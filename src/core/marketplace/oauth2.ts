import { z } from 'zod';
import { isLoopbackUrl } from '../lib/loopback.ts';

/** Id of a credential field. */
export const FIELD_ID = /^[a-zA-Z0-9_]{1,64}$/;

/** True for https, and for http on this machine: tokens never cross a network in plain text. */
export const isSafeOAuthUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || isLoopbackUrl(url);
};
const oauthUrl = z.url().max(2_048).refine(isSafeOAuthUrl, 'must be https, or http on this machine');
const fieldReference = z.strictObject({ field: z.string().regex(FIELD_ID) });

/**
 * How a person signs in for a field instead of pasting a value (RFC 6749, section 4.1), or how its client does without
 * one (section 4.4). Addresses are given here, found
 * through `discovery`, or for an MCP server over HTTP found in its protected resource metadata (RFC 9728).
 */
export const oauth2Schema = z.strictObject({
  /** Absent: `authorization_code`. With `client_credentials` the value follows from the client, when it is needed. */
  grant: z.enum(['authorization_code', 'client_credentials']).optional(),
  authorizationUrl: oauthUrl.optional(),
  tokenUrl: oauthUrl.optional(),
  /** An issuer that publishes its metadata (RFC 8414 or OpenID Connect Discovery 1.0). */
  discovery: oauthUrl.optional(),
  /** The issuer identifier in answers (RFC 9207); absent: the origin of `authorizationUrl`. */
  issuer: z.url().optional(),
  scopes: z
    .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/))
    .max(100)
    .default([]),
  /** PKCE (RFC 7636) with S256; false only for providers that refuse it. */
  pkce: z.boolean().default(true),
  /** The field with the client id, or the id itself; absent: this installation registers itself (RFC 7591). */
  clientId: z.union([fieldReference, z.strictObject({ value: z.string().min(1).max(1_024) })]).optional(),
  clientSecret: fieldReference.optional(),
  registrationUrl: oauthUrl.optional(),
  tokenAuthMethod: z.enum(['client_secret_basic', 'client_secret_post', 'none']).optional(),
  /** Further parameters of the authorization request, such as `access_type`. */
  extraAuthorizeParams: z.record(z.string(), z.string()).optional(),
});

/** A field's parsed sign-in settings. */
export type OAuth2Settings = z.infer<typeof oauth2Schema>;

/** True where the client signs in for itself, without a person (RFC 6749, section 4.4). */
export const isByClient = ({ grant }: Pick<OAuth2Settings, 'grant'>): boolean => grant === 'client_credentials';

type Field = { readonly id: string; readonly oauth2?: OAuth2Settings | undefined };
type Document = { readonly credentials: readonly Field[]; readonly connector: { readonly kind: string } };
type Problem = { readonly path: readonly (string | number)[]; readonly message: string };

/** Problems of a document's sign-ins that one field alone does not show. */
export function signInProblems({ credentials, connector }: Document): readonly Problem[] {
  const pasted = new Set(credentials.filter(({ oauth2 }) => !oauth2).map(({ id }) => id));
  return credentials.flatMap(({ oauth2 }, at) => {
    if (!oauth2) return [];
    const path = ['credentials', at, 'oauth2'];
    return [
      ...(namesEndpoints(oauth2, connector.kind) ? [] : [{ path, message: 'does not say where to sign in' }]),
      ...(isByClient(oauth2) && !(oauth2.clientId && oauth2.clientSecret)
        ? [{ path, message: 'must name a client id and a client secret' }]
        : []),
      ...(['clientId', 'clientSecret'] as const).flatMap((name) => {
        const source = oauth2[name];
        const isKnown = !source || !('field' in source) || pasted.has(source.field);
        return isKnown ? [] : [{ path: [...path, name], message: 'must name another field of the server' }];
      }),
    ];
  });
}

const namesEndpoints = (settings: OAuth2Settings, connectorKind: string): boolean =>
  isByClient(settings) ? settings.tokenUrl !== undefined : namesSignInEndpoints(settings, connectorKind);

const namesSignInEndpoints = (
  { authorizationUrl, tokenUrl, discovery }: OAuth2Settings,
  connectorKind: string,
): boolean =>
  (authorizationUrl !== undefined && tokenUrl !== undefined) || discovery !== undefined || connectorKind === 'mcp-http';
