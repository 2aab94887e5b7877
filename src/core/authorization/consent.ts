import { mayMakePermanent, requireMayMakePermanent } from '../accounts/keyEnd.ts';
import { makerOf } from '../accounts/maker.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Ctx, Db } from '../kernel/context.ts';
import type { ClientId } from '../kernel/ids.ts';
import {
  hasRightSomewhere,
  mayLetAgentsIn,
  requireMayLetAgentsIn,
  requireRightSomewhere,
  stackWhere,
} from '../kernel/scope.ts';
import { hashSecret, newSecret } from '../kernel/secret.ts';
import { write } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { CONSENT_KEPT_MS, requireCapacity } from '../limits/countedBounds.ts';
import { redirectTarget } from './redirectUri.ts';
import type { AuthorizationRequest } from './request.ts';

const CODE_LIFETIME_MS = 60_000;

/** Whether the actor may approve access to a stack, which requires the right to create stack tokens. */
export async function maySignIn(db: Db, actor: Actor, clientId: ClientId): Promise<boolean> {
  if (!hasRightSomewhere(actor, 'write') || !mayLetAgentsIn(actor) || !mayMakePermanent(actor)) return false;
  const where = { clientId, stack: stackWhere(actor, 'write') };
  return (await db.clientEndpoint.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * Creates an authorization code for the stack, valid for one minute. Tested by `test/core/people/consent.test.ts`.
 * @throws forbidden without the right `write`, as required to create a stack token
 * @throws not_found if the stack is gone or not the actor's; invalid_input at the bound `max_authorization_codes`
 */
export async function approveAuthorization(ctx: Ctx, request: AuthorizationRequest): Promise<string> {
  requireRightSomewhere(ctx.actor, 'write');
  requireMayLetAgentsIn(ctx.actor);
  requireMayMakePermanent(ctx.actor);
  const { clientId, oauthClient, clientName, redirectUri, codeChallenge } = request;
  const where = { clientId, stack: stackWhere(ctx.actor, 'write') };
  const endpoint = await ctx.db.clientEndpoint.findFirst({ where, include: { stack: true } });
  if (!endpoint) throw new AppError('not_found', 'Client endpoint not found');
  const code = newSecret('tyc_');
  const createdAt = ctx.now();
  const makerId = await makerOf(ctx.db, ctx.actor);
  const forgotten = { lt: new Date(createdAt.getTime() - CONSENT_KEPT_MS) };
  return write(ctx, async (tx) => {
    // This locks the account, so it comes before any lock of codes, as in the removal of a person.
    await requireCapacity(ctx, tx, 'max_authorization_codes');
    await tx.authorizationCode.deleteMany({ where: { endpointId: endpoint.id, expiresAt: forgotten } });
    await tx.authorizationCode.create({
      data: {
        hash: hashSecret(code),
        endpointId: endpoint.id,
        oauthClient,
        clientName,
        redirectUri,
        makerId,
        codeChallenge,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + CODE_LIFETIME_MS),
      },
    });
    return {
      value: code,
      audit: {
        action: 'endpoint.authorize',
        target: { kind: 'endpoint', id: endpoint.id },
        stackId: endpoint.stackId,
        chain: endpoint.stack.accountId,
        details: { client: clientName, returnsTo: redirectTarget(redirectUri).label },
      },
    };
  });
}
