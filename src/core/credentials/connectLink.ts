import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ConnectLink } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import { credentialOwner, endUserSchema, STACK_ITSELF } from '../kernel/endUser.ts';
import { getStack } from '../kernel/findStack.ts';
import { getStackServer } from '../kernel/findStackServer.ts';
import { newConnectLinkId, type ServerId, type StackId } from '../kernel/ids.ts';
import { requireRightIn } from '../kernel/scope.ts';
import { openText, sealText } from '../kernel/vault/sealText.ts';
import { openedOrNull } from '../kernel/vault/vault.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { listUpTo, parseInput } from '../lib/parse.ts';
import { sha256 } from '../lib/sha256.ts';
import { mapForeignKeyError } from '../lib/unique.ts';
import { requireCapacity } from '../limits/countedBounds.ts';
import { isDerived, oauth2Schema, SCOPES_MAX } from '../servers/oauth2.ts';
import { missingClientField } from './clientFields.ts';
import type { CredentialRow } from './store.ts';

/** An address at which a person can sign in for one credential, once, until `expiresAt`. */
export type ConnectUrl = { readonly url: string; readonly expiresAt: Date };

/**
 * The link's secret, the `state` and the PKCE verifier. The row holds them encrypted, with hashes of the first two for
 * lookup. `scopes` is the chosen subset of the field's scopes, if any. It is encrypted too, so that write access to the
 * row cannot widen consent.
 */
export type LinkSecrets = {
  readonly secret: string;
  readonly state: string;
  readonly verifier: string;
  readonly scopes?: readonly string[] | undefined;
};

/** Lifetime of a connect link, including the time that a person spends at the provider. */
export const LINK_LIFE_MS = 10 * 60_000;
/** A failing call returns the previous link if at least this much of its lifetime is left. */
const REPEATED_LINK_LEFT_MS = 5 * 60_000;
const SECRET_BYTES = 32;
const PURPOSE = 'oauth/connect-link';

const secretsSchema = z.object({
  secret: z.string(),
  state: z.string(),
  verifier: z.string(),
  scopes: z.array(z.string()).optional(),
});
const createInput = z.object({
  fieldId: z.string(),
  endUser: endUserSchema.nullish(),
  signInScopes: listUpTo(z.string(), SCOPES_MAX, 1).nullish(),
});

/**
 * Creates a connect link for a field of a server in a stack: `{ fieldId, endUser?, signInScopes? }`. Defaults to the
 * stack itself and to all of the field's scopes. Tested by `test/core/credentials/connect.test.ts`.
 * @throws not_found; invalid_input for a field without sign-in or without these scopes, or whose client is not stored
 * yet
 */
export async function createConnectLink(
  ctx: Ctx,
  stackId: StackId,
  server: ServerId,
  input: unknown,
): Promise<ConnectUrl> {
  requireRightIn(ctx.actor, 'write', stackId);
  const placed = await getStackServer(ctx, stackId, server);
  const { fieldId, endUser, signInScopes } = parseInput(createInput, input, 'Invalid request parameters');
  const field = placed.server.fields.find((each) => each.fieldId === fieldId);
  if (!field) throw new AppError('not_found', `Credential ${fieldId} not found in server ${placed.server.slug}`);
  if (field.oauth2 === null) throw new AppError('invalid_input', `Credential ${fieldId} has no sign-in; set its value`);
  const settings = oauth2Schema.parse(field.oauth2);
  if (isDerived(settings)) {
    throw new AppError('invalid_input', `Credential ${fieldId} needs no sign-in: it is derived from other credentials`);
  }
  // Requires scopes that the server's document lists, so that consent cannot exceed them.
  const issues = (signInScopes ?? []).flatMap((scope, at) =>
    settings.scopes.includes(scope) ? [] : [{ path: `/signInScopes/${at}`, message: 'is not a scope of this sign-in' }],
  );
  if (issues.length > 0) throw new AppError('invalid_input', 'Invalid request parameters', { issues });
  const { accountId } = await getStack(ctx, stackId, { select: { accountId: true } });
  const stored = await ctx.db.credential.findMany({
    where: { stackServerId: placed.id, endUser: STACK_ITSELF },
    select: { fieldId: true },
  });
  const missing = missingClientField(settings, new Set(stored.map((row) => row.fieldId)));
  if (missing !== null) throw new AppError('invalid_input', `Credential ${missing} has to be set first`);
  return makeLink(
    ctx,
    { accountId, stackServer: placed, endUser: credentialOwner(ctx, endUser), fieldId },
    signInScopes,
  );
}

/**
 * Link for a call that failed because a sign-in is missing: the last link if valid long enough, otherwise a new one.
 */
export async function offerLink(ctx: Ctx, place: CredentialRow): Promise<ConnectUrl> {
  const { stackServer, endUser, fieldId } = place;
  const last = await ctx.db.connectLink.findFirst({
    where: {
      stackServerId: stackServer.id,
      endUser,
      fieldId,
      usedAt: null,
      expiresAt: { gt: new Date(ctx.now().getTime() + REPEATED_LINK_LEFT_MS) },
    },
    orderBy: { createdAt: 'desc' },
  });
  const secrets = last && openedOrNull(() => openLink(ctx, place, last));
  return last && secrets ? { url: urlOf(ctx, secrets), expiresAt: last.expiresAt } : makeLink(ctx, place);
}

const urlOf = (ctx: Ctx, { secret }: LinkSecrets): string => `${ctx.publicUrl()}/oauth/connect?link=${secret}`;

const randomText = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** Decrypts the link's secrets. @throws VaultError if the row was modified */
export const openLink = (ctx: Ctx, place: CredentialRow, { id, sealed }: ConnectLink): LinkSecrets =>
  secretsSchema.parse(JSON.parse(openText(ctx.vault, PURPOSE, rowOf(place, id), sealed)));

// Binds the encrypted secrets to all columns of the row, so that they do not decrypt if the row is modified.
const rowOf = ({ accountId, stackServer, endUser, fieldId }: CredentialRow, id: string): string =>
  JSON.stringify([accountId, stackServer.id, endUser, fieldId, id]);

function makeLink(ctx: Ctx, place: CredentialRow, scopes?: readonly string[] | null): Promise<ConnectUrl> {
  const { stackServer, endUser, fieldId, accountId } = place;
  const id = newConnectLinkId();
  const secrets = { secret: randomText(), state: randomText(), verifier: randomText(), ...(scopes && { scopes }) };
  const sealed = sealText(ctx.vault, PURPOSE, rowOf(place, id), JSON.stringify(secrets));
  const [createdAt, expiresAt] = [ctx.now(), new Date(ctx.now().getTime() + LINK_LIFE_MS)];
  const hashes = { secretHash: sha256(secrets.secret), stateHash: sha256(secrets.state) };
  const data = { id, stackServerId: stackServer.id, endUser, fieldId, ...hashes, sealed, createdAt, expiresAt };
  const writing = write(ctx, async (tx) => {
    await requireCapacity(ctx, tx, 'max_connect_links');
    // Insert first: this locks the stack server, whose removal also deletes links. Otherwise both could deadlock.
    await tx.connectLink.create({ data });
    await tx.connectLink.deleteMany({ where: { stackServerId: stackServer.id, expiresAt: { lt: createdAt } } });
    return {
      value: { url: urlOf(ctx, secrets), expiresAt },
      audit: {
        action: 'credentials.create_link',
        target: { kind: 'stack', id: stackServer.stackId },
        stackId: stackServer.stackId,
        chain: accountId,
        details: { fieldId, linkId: id, ...(endUser !== STACK_ITSELF && { endUser }) },
      },
    };
  });
  return mapForeignKeyError(writing, () => new AppError('not_found', 'Server not found in stack'));
}
