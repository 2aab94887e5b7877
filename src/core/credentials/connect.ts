import { timingSafeEqual } from 'node:crypto';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { LinkActor } from '../kernel/actor.ts';
import { type Ctx, type Db, requesterOf } from '../kernel/context.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { sha256, sha256Text } from '../lib/sha256.ts';
import { mapForeignKeyError } from '../lib/unique.ts';
import { type ConnectorDocument, connectorSchema } from '../servers/document.ts';
import { type OAuth2Settings, oauth2Schema } from '../servers/oauth2.ts';
import { readDestination } from './addressValues.ts';
import { type LinkSecrets, openLink } from './connectLink.ts';
import { type Destinations, destinationsOf, toDestinationServer } from './destination.ts';
import { getClient, redirectUriOf, registeredFor } from './oauthClient.ts';
import { OAuthFailure, type OAuthProvider } from './oauthPort.ts';
import { deleteRegistration } from './registration.ts';
import { type CredentialRow, lockStack, signInRecord, storeCredential } from './store.ts';
import { type TokenSet, toCredentialContent, toTokenSet } from './tokenSet.ts';

const include = {
  stackServer: {
    include: { stack: { include: { account: { select: { name: true } } } }, server: { include: { fields: true } } },
  },
} satisfies Prisma.ConnectLinkInclude;

type LinkRow = Prisma.ConnectLinkGetPayload<{ include: typeof include }>;
type LinkContext = {
  readonly place: CredentialRow;
  readonly destinations: Destinations;
  readonly secrets: LinkSecrets;
  readonly settings: OAuth2Settings;
  readonly connector: ConnectorDocument;
  readonly serverName: string;
  readonly stack: LinkRow['stackServer']['stack'];
};

/** Who receives the access that a connect link grants, for the consent page. */
export type ConnectRequest = {
  readonly accountName: string;
  readonly stackName: string;
  readonly serverName: string;
  /** Null if everyone who uses the stack shares the access. */
  readonly endUser: string | null;
};

/** Connected server, for the confirmation page. */
type ConnectedServer = { readonly serverName: string };

const linkEnded = (): AppError =>
  new AppError('not_found', 'This link is already used or has expired: ask for a new one');

/** The actor for a valid connect link's secret; null for any other text. */
export const authenticateLink = (db: Db, now: Date, secret: string): Promise<LinkActor | null> =>
  findActor(db, { secretHash: sha256(secret) }, now);

/**
 * Resolves the `state` returned by a provider to its actor. `proof` is the cookie set by `beginConnect`; null for a
 * browser without it. Tested by `test/core/credentials/connect.test.ts`.
 */
export async function authenticateAnswer(db: Db, now: Date, state: string, proof: string): Promise<LinkActor | null> {
  const link = await db.connectLink.findUnique({ where: { stateHash: sha256(state) }, select: { secretHash: true } });
  const isSameBrowser = link !== null && timingSafeEqual(link.secretHash, sha256(proof));
  return isSameBrowser ? findActor(db, { stateHash: sha256(state) }, now) : null;
}

async function findActor(db: Db, where: Prisma.ConnectLinkWhereUniqueInput, now: Date): Promise<LinkActor | null> {
  const link = await db.connectLink.findUnique({ where, include: { stackServer: { include: { stack: true } } } });
  if (!link || link.usedAt !== null || link.expiresAt <= now) return null;
  return { kind: 'link', accountId: link.stackServer.stack.accountId, linkId: link.id };
}

/**
 * Who will receive the access that a link grants. Changes nothing.
 * @throws not_found
 */
export async function getConnectRequest(ctx: Ctx): Promise<ConnectRequest> {
  const { place, serverName, stack } = await readLink(ctx);
  return {
    accountName: stack.account.name,
    stackName: stack.name,
    serverName,
    endUser: place.endUser === '' ? null : place.endUser,
  };
}

/**
 * Starts a sign-in for the holder of a link. Returns the provider's address, and the proof for the browser's cookie.
 * @throws not_found, OAuthFailure
 */
export async function beginConnect(
  ctx: Ctx,
): Promise<{ readonly url: string; readonly state: string; readonly proof: string }> {
  const { place, secrets, settings, connector } = await readLink(ctx);
  const provider = await ctx.oauth.discover(settings, connector, requesterOf(ctx));
  const { client } = await getClient(ctx, place, settings, provider);
  const url = new URL(provider.authorizationUrl);
  const scopes = secrets.scopes ?? provider.scopes;
  const parameters = {
    // OpenID Connect Core, section 11: without it, a provider issues no refresh token for this scope.
    ...(scopes.includes('offline_access') && { prompt: 'consent' }),
    ...settings.extraAuthorizeParams,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    ...(provider.resource !== null && { resource: provider.resource }),
    ...(settings.pkce && { code_challenge: sha256Text(secrets.verifier, 'base64url'), code_challenge_method: 'S256' }),
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: redirectUriOf(ctx),
    state: secrets.state,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, state: secrets.state, proof: secrets.secret };
}

/**
 * Exchanges a provider's answer for tokens and stores them, unless the link was withdrawn in the meantime. The link is
 * used up even if this fails.
 * @throws not_found, OAuthFailure
 */
export async function finishConnect(ctx: Ctx, answer: URLSearchParams): Promise<ConnectedServer> {
  const ready = await readLink(ctx);
  if (!(await markUsed(ctx))) throw linkEnded();
  const { place, destinations, settings, connector, serverName } = ready;
  const provider = await ctx.oauth.discover(settings, connector, requesterOf(ctx));
  const tokens = await exchange(ctx, ready, provider, answer);
  const writing = write(ctx, async (tx) => {
    await lockStack(tx, place.stackServer.stackId);
    const destination = await readDestination(ctx, tx, destinations, place);
    await storeCredential(ctx, tx, { ...place, destination }, toCredentialContent(tokens));
    // Requires a link that was not withdrawn, and locks it until the transaction ends. Call it after taking any
    // lock on the account: `removeUser` locks the account first and then withdraws links.
    const { actor } = ctx;
    const id = actor.kind === 'link' ? actor.linkId : null;
    const held = await tx.$queryRaw<unknown[]>`SELECT 1 AS held FROM connect_link WHERE id = ${id} FOR KEY SHARE`;
    if (held.length === 0) throw linkEnded();
    return { value: undefined, ...signInRecord('credentials.connect', place) };
  });
  await mapForeignKeyError(writing, linkEnded);
  return { serverName };
}

async function exchange(
  ctx: Ctx,
  ready: LinkContext,
  provider: OAuthProvider,
  answer: URLSearchParams,
): Promise<TokenSet> {
  const { place, settings, secrets } = ready;
  const { client, isRegistered } = await getClient(ctx, place, settings, provider);
  const redirectUri = redirectUriOf(ctx);
  const verifier = settings.pkce ? secrets.verifier : null;
  const { state } = secrets;
  try {
    const context = { provider, client, redirectUri, answer, state, verifier };
    const issued = await ctx.oauth.exchange(context, requesterOf(ctx));
    return toTokenSet(issued, { ...provider, client: isRegistered ? client : null }, ctx.now(), null);
  } catch (error) {
    if (isRegistered && error instanceof OAuthFailure && error.kind === 'invalid_client') {
      const { serverId } = place.stackServer;
      await deleteRegistration(ctx, { serverId, issuer: provider.issuer, ...registeredFor(ctx, provider) });
    }
    throw error;
  }
}

async function readLink(ctx: Ctx): Promise<LinkContext> {
  const { actor } = ctx;
  if (actor.kind !== 'link') throw new AppError('forbidden', 'This requires a connect link');
  const link = await ctx.db.connectLink.findUnique({ where: { id: actor.linkId }, include });
  const field = link?.stackServer.server.fields.find((each) => each.fieldId === link.fieldId);
  if (!link || !field || field.oauth2 === null) throw linkEnded();
  const { stackServer, endUser, fieldId } = link;
  const place = {
    accountId: stackServer.stack.accountId,
    stackServer,
    endUser,
    fieldId,
  };
  return {
    place,
    destinations: destinationsOf(toDestinationServer(link.stackServer.server)),
    secrets: openLink(ctx, place, link),
    settings: oauth2Schema.parse(field.oauth2),
    connector: connectorSchema.parse(link.stackServer.server.connector),
    serverName: link.stackServer.server.name,
    stack: link.stackServer.stack,
  };
}

/**
 * Marks the link as used; false if another request has already used it. Runs before the exchange, so that a repeated
 * answer does not exchange the code twice.
 */
async function markUsed(ctx: Ctx): Promise<boolean> {
  if (ctx.actor.kind !== 'link') return false;
  const used = await ctx.db.$executeRaw`
    UPDATE connect_link SET used_at = ${ctx.now()} WHERE id = ${ctx.actor.linkId} AND used_at IS NULL`;
  return used === 1;
}
