import { z } from 'zod';
import type { Invitation } from '../../generated/prisma/client.ts';
import { requireMayMakePermanent } from '../accounts/keyEnd.ts';
import { lockAdmin } from '../accounts/lockAdmin.ts';
import type { Ctx } from '../kernel/context.ts';
import { type InvitationId, newInvitationId } from '../kernel/ids.ts';
import { roleNames, toRole } from '../kernel/roles.ts';
import {
  accountIdOf,
  accountWhere,
  ownRole,
  requireRight,
  requireRightsOf,
  requireUnrestrictedKey,
} from '../kernel/scope.ts';
import { hashSecret, newSecret } from '../kernel/secret.ts';
import { readStackRoles, roleDetails, stackRolesIn, stackRolesInput, storedStackRoles } from '../kernel/stackRoles.ts';
import { write } from '../kernel/write.ts';
import { writeIdempotent } from '../kernel/writeIdempotent.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { requireCapacity } from '../limits/countedBounds.ts';

const createInput = z.object({ role: z.enum(roleNames).nullish(), stackRoles: stackRolesInput });

const INVITATION_LIFE_MS = 24 * 60 * 60_000;

/** A new invitation: `secret`, `inv_…`, isn't stored and is shown once. */
export type CreatedInvitation = { readonly invitation: Invitation; readonly secret: string };

/**
 * The page on which an invitation is accepted. Its secret is in the fragment, which browsers never send to a server.
 */
export const welcomeUrl = (publicUrl: string, secret: string): string => `${publicUrl}/welcome#${secret}`;

/**
 * Creates an invitation link, with which one person can become a user of the caller's account within 24 hours. The
 * input is `{ role?, stackRoles? }`. The default is the inviter's role, or none for an inviter with only stack roles.
 * Tested by `test/core/people/invitation.test.ts`.
 * @throws forbidden without the right `admin`, or for a role with more rights than the caller's
 * @throws forbidden for an API key that expires or is restricted to some tools, networks or calls
 */
export async function createInvitation(ctx: Ctx, input: unknown = {}): Promise<CreatedInvitation> {
  requireRight(ctx.actor, 'admin');
  requireUnrestrictedKey(ctx.actor);
  requireMayMakePermanent(ctx.actor);
  const accountId = accountIdOf(ctx.actor);
  const { role: requestedRole, stackRoles: named } = parseInput(createInput, input, 'Invalid request parameters');
  const stackRoles = await readStackRoles(ctx.db, accountId, named);
  const role = requestedRole ?? (stackRoles.size > 0 ? 'member' : ownRole(ctx.actor));
  requireRightsOf(ctx.actor, { role, stackRoles });
  const [id, secret, at] = [newInvitationId(), newSecret('inv_'), ctx.now()];
  const expiresAt = new Date(at.getTime() + INVITATION_LIFE_MS);
  return writeIdempotent(ctx, async (tx) => {
    // Lock until commit, so that changing the inviter's role or removing them also withdraws this invitation.
    requireRightsOf(await lockAdmin(ctx, tx), { role, stackRoles });
    await tx.invitation.deleteMany({ where: { accountId, expiresAt: { lt: at } } });
    await requireCapacity(ctx, tx, 'max_invitations');
    const stored = storedStackRoles(stackRoles);
    const data = { id, accountId, role, stackRoles: stored, hash: hashSecret(secret), createdAt: at, expiresAt };
    return {
      value: { invitation: await tx.invitation.create({ data }), secret },
      audit: {
        action: 'invitation.create',
        target: { kind: 'invitation', id },
        chain: accountId,
        details: roleDetails(role, stored),
      },
    };
  });
}

/** The account's invitations that can still be accepted, newest first. @throws forbidden */
export async function listInvitations(ctx: Ctx): Promise<Invitation[]> {
  const where = { ...accountWhere(ctx.actor), ...isOpenInvitation(ctx.now()) };
  return ctx.db.invitation.findMany({ where, orderBy: { id: 'desc' } });
}

/** One invitation of the account that can still be accepted; null if unknown or another account's. @throws forbidden */
export async function findInvitation(ctx: Ctx, id: InvitationId): Promise<Invitation | null> {
  const where = { id, ...accountWhere(ctx.actor), ...isOpenInvitation(ctx.now()) };
  return ctx.db.invitation.findFirst({ where });
}

/**
 * Withdraws an invitation that has not been accepted yet.
 * @throws forbidden without the right `admin`, or for an invitation to a role with more rights than the caller's
 * @throws not_found, also for another account's invitation
 */
export async function revokeInvitation(ctx: Ctx, id: InvitationId): Promise<{ readonly id: InvitationId }> {
  requireRight(ctx.actor, 'admin');
  const where = { id, ...accountWhere(ctx.actor), usedAt: null };
  return write(ctx, async (tx) => {
    const row = await tx.invitation.findFirst({ where });
    const { count } = await tx.invitation.deleteMany({ where });
    if (!row || count === 0) throw new AppError('not_found', 'Invitation not found');
    requireRightsOf(ctx.actor, { role: toRole(row.role), ...stackRolesIn(row.stackRoles) });
    return {
      value: { id },
      audit: { action: 'invitation.revoke', target: { kind: 'invitation', id }, chain: row.accountId },
    };
  });
}

/** The target of an invitation. `accountName` is null for the account's first person, who doesn't need it. */
export type InvitationTarget = { readonly accountName: string | null };

/** The invitation with this secret; null if unknown, used or expired. */
export async function findInvitationTarget({ db, now }: Ctx, secret: string): Promise<InvitationTarget | null> {
  const where = { hash: hashSecret(secret), ...isOpenInvitation(now()) };
  const select = { account: { select: { name: true, users: { select: { id: true }, take: 1 } } } };
  const row = await db.invitation.findFirst({ where, select });
  return row && { accountName: row.account.users.length > 0 ? row.account.name : null };
}

/** Selects invitations that can still be accepted, as a Prisma `where` fragment. */
export const isOpenInvitation = (at: Date) => ({ usedAt: null, expiresAt: { gt: at } });
