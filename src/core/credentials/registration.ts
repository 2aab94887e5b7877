import { z } from 'zod';
import type { OAuthRegistration } from '../../generated/prisma/client.ts';
import { OPERATOR_CHAIN } from '../kernel/audit/audit.ts';
import { BOUNDS } from '../kernel/bounds.ts';
import type { Ctx } from '../kernel/context.ts';
import { requesterOf } from '../kernel/context.ts';
import { newRowId } from '../kernel/ids.ts';
import type { Binding } from '../kernel/vault/vault.ts';
import { write, writeUnlessDone } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { isUniqueViolation } from '../lib/unique.ts';
import { lockServer } from '../servers/server.ts';
import type { OAuthProvider, OwnOAuthClient } from './oauthPort.ts';

/** Key of a client registration. Any change requires registering a new client. */
type RegistrationKey = Pick<OAuthRegistration, 'serverId' | 'issuer' | 'redirectUri' | 'tokenOrigin'>;

const clientSchema = z.object({
  clientId: z.string(),
  clientSecret: z.string().nullable(),
  authMethod: z.enum(['client_secret_basic', 'client_secret_post', 'none']),
});

/** The stored client of a registration; null if there is none, or it has expired. */
export async function findRegistration(ctx: Ctx, key: RegistrationKey): Promise<OwnOAuthClient | null> {
  const row = await ctx.db.oAuthRegistration.findUnique({ where: { serverId_issuer_redirectUri_tokenOrigin: key } });
  if (!row || (row.expiresAt !== null && row.expiresAt <= ctx.now())) return null;
  return clientSchema.parse(JSON.parse(ctx.vault.open(row.sealed, bindingOf(row))));
}

/**
 * Registers with the provider and stores the client. If two instances register concurrently, both use the client that
 * was stored first.
 * @throws not_found if the server was removed in the meantime, OAuthFailure
 */
export async function registerOwnClient(
  ctx: Ctx,
  key: RegistrationKey,
  provider: OAuthProvider,
): Promise<OwnOAuthClient> {
  const { expiresAt, ...client } = await ctx.oauth.register(provider, key.redirectUri, requesterOf(ctx));
  const id = newRowId();
  const { bytes: sealed, keyId } = ctx.vault.seal(JSON.stringify(client), bindingOf({ id, ...key }));
  try {
    return await write(ctx, async (tx) => {
      // Locks the server before the old client's row, like a removal of the server; the reverse order would deadlock.
      if (!(await lockServer(tx, key.serverId))) throw new AppError('not_found', 'Server not found');
      await tx.oAuthRegistration.deleteMany({ where: { ...key, expiresAt: { lte: ctx.now() } } });
      // Bounds the registrations of a server, which may name a new issuer each time.
      const beyond = await tx.oAuthRegistration.findMany({
        where: { serverId: key.serverId },
        orderBy: { createdAt: 'desc' },
        skip: BOUNDS.max_client_registrations.max - 1,
        select: { id: true },
      });
      await tx.oAuthRegistration.deleteMany({ where: { id: { in: beyond.map(({ id }) => id) } } });
      await tx.oAuthRegistration.create({ data: { id, ...key, sealed, keyId, expiresAt, createdAt: ctx.now() } });
      return { value: client, ...auditOf('oauth_client.register', key) };
    });
  } catch (error) {
    const other = isUniqueViolation(error) ? await findRegistration(ctx, key) : null;
    if (!other) throw error;
    return other;
  }
}

/** Deletes a client that the provider no longer knows, so that the next sign-in registers a new one. */
export async function deleteRegistration(ctx: Ctx, key: RegistrationKey): Promise<void> {
  await writeUnlessDone(ctx, async (tx) => {
    const { count } = await tx.oAuthRegistration.deleteMany({ where: key });
    return count > 0 ? { value: undefined, ...auditOf('oauth_client.forget', key) } : null;
  });
}

const auditOf = (action: 'oauth_client.register' | 'oauth_client.forget', { serverId, issuer }: RegistrationKey) => ({
  audit: { action, target: { kind: 'server' as const, id: serverId }, chain: OPERATOR_CHAIN, details: { issuer } },
});

const bindingOf = ({
  id,
  serverId,
  tokenOrigin,
}: Pick<OAuthRegistration, 'id' | 'serverId' | 'tokenOrigin'>): Binding => ({
  accountId: 'operator',
  stackId: '',
  serverId,
  endUser: '',
  fieldId: id,
  revision: 1,
  destination: tokenOrigin,
});
