import { z } from 'zod';
import { headerName } from './toolRequest.ts';

const queryName = z.string().regex(/^[\x21-\x7e]{1,64}$/, 'must be 1 to 64 characters of visible ASCII');

/**
 * How an API accepts its credential if its OpenAPI document does not say. It may be a bearer token, user name and
 * password, or a named header or query parameter. Stored in the server's document, so that the next import uses it too.
 */
export const credentialSchemeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('bearer') }),
  z.strictObject({ kind: z.literal('basic') }),
  z.strictObject({ kind: z.literal('header'), name: headerName }),
  z.strictObject({ kind: z.literal('query'), name: queryName }),
]);

/** A way to send a credential. */
export type CredentialScheme = z.infer<typeof credentialSchemeSchema>;

/** A way to send a credential, or a request to undo an earlier choice. */
export type RequestedScheme = CredentialScheme | { readonly kind: 'none' };

/** The way to send a credential in a request, where null counts as absent; `none` undoes an earlier choice. */
export const requestedSchemeSchema = z.discriminatedUnion('kind', [
  z
    .strictObject({ kind: z.enum(['none', 'bearer', 'basic']), name: z.null().optional() })
    .transform(({ kind }): RequestedScheme => ({ kind })),
  z.strictObject({ kind: z.literal('header'), name: headerName }),
  z.strictObject({ kind: z.literal('query'), name: queryName }),
]);
