import type { CredentialField } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import { STACK_ITSELF } from '../kernel/endUser.ts';
import type { AccountId, ServerKey, StackId, StackServerId } from '../kernel/ids.ts';
import { isDerived, type OAuth2Settings, oauth2Schema } from '../servers/oauth2.ts';
import { readDestination, readDestinations } from './addressValues.ts';
import { matchesDestination } from './destination.ts';
import { OAuthFailure, type OAuthProvider, type OwnOAuthClient } from './oauthPort.ts';
import { findRegistration, registerOwnClient } from './registration.ts';
import { bindingOf } from './store.ts';

/** The parts of a stack's server that determine its OAuth client. */
type ClientPlace = {
  readonly accountId: AccountId;
  readonly stackServer: { readonly id: StackServerId; readonly stackId: StackId; readonly serverId: ServerKey };
};

/**
 * Binding of a client registration, in addition to the server and issuer: its secret is sent only to the token
 * endpoint's origin.
 */
export const registeredFor = (ctx: Pick<Ctx, 'publicUrl'>, { tokenUrl }: Pick<OAuthProvider, 'tokenUrl'>) => ({
  redirectUri: redirectUriOf(ctx),
  tokenOrigin: URL.parse(tokenUrl)?.origin ?? '',
});

/** The redirect URI of every sign-in at a provider (RFC 6749, section 3.1.2). */
export const redirectUriOf = (ctx: Pick<Ctx, 'publicUrl'>): string => `${ctx.publicUrl()}/oauth/callback`;

/**
 * The client to sign in with. It comes from the document and the stack's fields. Otherwise it is registered with the
 * provider when first needed, and `registered` is set. Tested by `test/core/credentials/connect.test.ts`.
 * @throws OAuthFailure
 */
export async function getClient(
  ctx: Ctx,
  place: ClientPlace,
  settings: OAuth2Settings,
  provider: OAuthProvider,
): Promise<{ readonly client: OwnOAuthClient; readonly isRegistered: boolean }> {
  if (settings.clientId) {
    return { client: await configuredClient(ctx, place, settings, provider.tokenAuthMethods), isRegistered: false };
  }
  const known = { serverId: place.stackServer.serverId, issuer: provider.issuer, ...registeredFor(ctx, provider) };
  const client = (await findRegistration(ctx, known)) ?? (await registerOwnClient(ctx, known, provider));
  return { client, isRegistered: true };
}

/** The client from the document and the stack's fields. @throws OAuthFailure if a field is not stored */
export async function configuredClient(
  ctx: Ctx,
  place: ClientPlace,
  settings: OAuth2Settings,
  supported: OAuthProvider['tokenAuthMethods'],
): Promise<OwnOAuthClient> {
  const clientId = await sourceValue(ctx, place, settings.clientId);
  const clientSecret = await sourceValue(ctx, place, settings.clientSecret);
  if (clientId === null) throw new OAuthFailure('invalid_client', 'the client id is not stored');
  // RFC 8414, section 2: client_secret_basic is the default for a server that lists no methods.
  const isBasic = supported === null || supported.includes('client_secret_basic');
  const withSecret = isBasic ? 'client_secret_basic' : 'client_secret_post';
  const authMethod = settings.tokenAuthMethod ?? (clientSecret === null ? 'none' : withSecret);
  return { clientId, clientSecret, authMethod };
}

type Source = OAuth2Settings['clientId'] | OAuth2Settings['clientSecret'];

async function sourceValue(ctx: Ctx, place: ClientPlace, source: Source): Promise<string | null> {
  if (!source) return null;
  if ('value' in source) return source.value;
  const key = { stackServerId: place.stackServer.id, endUser: STACK_ITSELF, fieldId: source.field };
  const row = await ctx.db.credential.findUnique({ where: { stackServerId_endUser_fieldId: key } });
  const destinations = row && (await readDestinations(ctx.db, place.stackServer.serverId));
  // A value stored for another token endpoint counts as not stored.
  if (!destinations || !matchesDestination(destinations, row)) return null;
  const destination = await readDestination(ctx, ctx.db, destinations, { ...place, ...key });
  return ctx.vault.open(row.sealed, bindingOf({ ...place, ...key, destination }, row.revision));
}

/** Requirements for signing in with a custom OAuth application. */
export type SignInNeeds = {
  /** Redirect URL that the application has to allow; null if no person signs in. */
  readonly redirectUrl: string | null;
  /** The origin where the application is registered; null if the document leaves it to discovery. */
  readonly providerUrl: string | null;
  readonly scopes: readonly string[];
  /** The fields with the application's id and secret; empty if none is needed. */
  readonly clientFieldIds: readonly string[];
};

/** Sign-in requirements of a field; null if it has no sign-in. */
export function signInNeeds(ctx: Pick<Ctx, 'publicUrl'>, field: Pick<CredentialField, 'oauth2'>): SignInNeeds | null {
  if (field.oauth2 === null) return null;
  const settings = oauth2Schema.parse(field.oauth2);
  const { authorizationUrl, discovery, tokenUrl, scopes, clientId, clientSecret } = settings;
  const address = authorizationUrl ?? discovery ?? tokenUrl;
  return {
    redirectUrl: isDerived(settings) ? null : redirectUriOf(ctx),
    providerUrl: address === undefined ? null : new URL(address).origin,
    scopes,
    clientFieldIds: [clientId, clientSecret].flatMap((source) => (source && 'field' in source ? [source.field] : [])),
  };
}
