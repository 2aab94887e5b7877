import { type AnonymousCtx, type AuthorizedEndpoint, agentCtx } from '../authorization/issue.ts';
import { readDestination } from '../credentials/addressValues.ts';
import { lockStack, storeCredential } from '../credentials/store.ts';
import type { Ctx } from '../kernel/context.ts';
import type { TokenId } from '../kernel/ids.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { getSnapshot } from '../snapshots/readSnapshot.ts';
import type { SnapshotServer } from '../snapshots/snapshot.ts';
import type { Identity } from './identity.ts';

/**
 * Stores the JWT with which a trusted issuer admitted an end user, if a server of the stack exchanges it for its own
 * token (RFC 8693). It is stored encrypted, as the end user's credential. Until it expires, calls can then be made on
 * their behalf. If it cannot be stored, the end user is still admitted, but calls lack the credential. Tested by
 * `test/core/credentials/subjectTokens.test.ts`.
 */
export async function storeSubjectToken(
  visit: AnonymousCtx,
  { issuer: { endpoint }, endUser }: Identity,
  shown: { readonly tokenId: TokenId; readonly token: string },
): Promise<void> {
  const ctx = { ...agentCtx(visit, endpoint, shown.tokenId), endUser };
  const { servers } = await getSnapshot(ctx, endpoint.stackId);
  for (const server of servers) {
    if (server.credentialMode === 'stack') continue;
    const fieldIds = server.fields.flatMap(({ oauth2 }) =>
      oauth2?.subjectToken?.fromSignIn ? [oauth2.subjectToken.field] : [],
    );
    for (const fieldId of new Set(fieldIds)) {
      await keep(ctx, endpoint, server, { fieldId, endUser, token: shown.token }).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        ctx.log.warn({ stackId: endpoint.stackId, server: server.slug, problem: error.message }, 'keep a JWT');
      });
    }
  }
}

type SubjectTokenValue = { readonly fieldId: string; readonly endUser: string; readonly token: string };

function keep(
  ctx: Ctx,
  { stackId, stack: { accountId } }: AuthorizedEndpoint,
  server: SnapshotServer,
  { fieldId, endUser, token }: SubjectTokenValue,
): Promise<void> {
  const stackServer = { id: server.stackServerId, stackId, serverId: server.id };
  const row = { accountId, stackServer, endUser, fieldId };
  return write(ctx, async (tx) => {
    await lockStack(tx, stackId);
    const destination = await readDestination(ctx, tx, server.destinations, row);
    await storeCredential(ctx, tx, { ...row, destination }, { kind: 'value', plaintext: token });
    return {
      value: undefined,
      audit: {
        action: 'credentials.set',
        target: { kind: 'stack', id: stackId },
        stackId,
        chain: accountId,
        details: { serverId: server.slug, fieldIds: [fieldId], endUser },
        credentials: [{ stackServerId: server.stackServerId, endUser, fieldId }],
      },
      changes: [{ kind: 'credentials', id: server.stackServerId, endUser }],
    };
  });
}
