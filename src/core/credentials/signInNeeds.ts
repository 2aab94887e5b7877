import type { CredentialField } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import { isByClient, oauth2Schema } from '../marketplace/oauth2.ts';
import { redirectUriOf } from './oauthClient.ts';

/** What somebody has to know who sets up a sign-in with an OAuth application of their own. */
export type SignInNeeds = {
  /** The redirect address that the application has to allow; null where nobody signs in. */
  readonly redirectUrl: string | null;
  /** The origin where the application is registered, as far as the document says; null where it is found later. */
  readonly providerUrl: string | null;
  readonly scopes: readonly string[];
  /** The fields that hold the application's id and secret; empty where none is needed. */
  readonly clientFieldIds: readonly string[];
};

/** What a field's sign-in needs; null for a field without one. */
export function signInNeeds(ctx: Pick<Ctx, 'publicUrl'>, field: Pick<CredentialField, 'oauth2'>): SignInNeeds | null {
  if (field.oauth2 === null) return null;
  const settings = oauth2Schema.parse(field.oauth2);
  const { authorizationUrl, discovery, tokenUrl, scopes, clientId, clientSecret } = settings;
  const address = authorizationUrl ?? discovery ?? tokenUrl;
  return {
    redirectUrl: isByClient(settings) ? null : redirectUriOf(ctx),
    providerUrl: address === undefined ? null : new URL(address).origin,
    scopes,
    clientFieldIds: [clientId, clientSecret].flatMap((source) => (source && 'field' in source ? [source.field] : [])),
  };
}
