import { appendAudit } from '../kernel/audit/audit.ts';
import type { CredentialKey } from '../kernel/audit/envelopes.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { STACK_ITSELF } from '../kernel/endUser.ts';
import { bumpStack, getStack } from '../kernel/findStack.ts';
import type { PlacedServer } from '../kernel/findStackServer.ts';
import { getStackServer } from '../kernel/findStackServer.ts';
import type { AccountId, ServerId, StackId } from '../kernel/ids.ts';
import { requireRight, stackWhere } from '../kernel/scope.ts';
import { write, writeUnlessDone } from '../kernel/write.ts';
import { AppError } from '../lib/errors.ts';
import { lockAccount } from '../limits/countedBounds.ts';
import {
  type ApplicationPlace,
  applicationKeys,
  copySharedApplication,
  isOutOfDate,
  NOT_SHARED,
  sharableFields,
} from './sharedApplication.ts';
import { accountOfStack, lockStack } from './store.ts';

/** Whether stacks share an OAuth application for a server, and how many stacks do. */
export type ApplicationSharing = {
  readonly serverId: ServerId;
  readonly isShared: boolean;
  readonly stackCount: number;
};

const NOTHING = 'Store the id and secret of the OAuth application in this stack first';
const NOT_SHARABLE = 'This server has no OAuth application that stacks can share';
/** Stack servers read per page. */
const PAGE = 100;

/**
 * Shares a stack's OAuth application for a server with the account's other stacks, including later ones, unless they
 * have their own. A previously shared application stays with its stack, and its copies are replaced by the new one.
 * `isShared: false` stops sharing; each stack keeps its current values. Stacks are updated one by one, so a failure
 * keeps earlier updates and a retry resumes. Tested by `test/core/credentials/sharedApplication.test.ts`.
 * @throws forbidden without the right `write` in the whole account; not_found; invalid_input if nothing is stored, or
 * for values bound to an address that each stack enters itself
 */
export async function updateApplicationSharing(
  ctx: Ctx,
  stackId: StackId,
  server: ServerId,
  choice: boolean | null | undefined,
): Promise<ApplicationSharing> {
  requireRight(ctx.actor, 'write');
  const placed = await getStackServer(ctx, stackId, server);
  const { serverId } = placed;
  const inServer = { id: placed.id, stack: stackWhere(ctx.actor) };
  const shared = { endUser: STACK_ITSELF, isShared: true, stackServer: inServer };
  const isShared = choice === undefined ? (await ctx.db.credential.count({ where: shared })) > 0 : choice === true;
  const accountId = await (choice === undefined
    ? accountOfStack(ctx.db, stackId)
    : isShared
      ? share(ctx, placed)
      : stopSharing(ctx, placed));
  const stackCount = await ctx.db.stackServer.count({
    where: { serverId, stack: { accountId }, credentials: { some: { isShared: true } } },
  });
  return { serverId: placed.server.slug, isShared, stackCount };
}

async function share(ctx: Ctx, placed: PlacedServer): Promise<AccountId> {
  const fieldIds = sharableFields(placed.server);
  if (fieldIds.length === 0) throw new AppError('invalid_input', NOT_SHARABLE);
  const accountId = await write(ctx, async (tx) => {
    await lockSharers(tx, placed, false);
    await bumpStack(ctx, tx, placed.stackId);
    const owner = await accountOfStack(tx, placed.stackId);
    // If two stacks share concurrently, the second sees the first's result.
    await lockAccount(tx, owner);
    const where = { stackServerId: placed.id, endUser: STACK_ITSELF, fieldId: { in: fieldIds } };
    const isOwn = (await tx.credential.count({ where: { ...where, isShared: false } })) > 0;
    const data = { isShared: true, updatedAt: ctx.now(), ...(isOwn && { isCopied: false }) };
    const { count } = await tx.credential.updateMany({ where, data });
    if (count === 0) throw new AppError('invalid_input', NOTHING);
    if (isOwn) {
      // Stops the sharing of another stack's application, which that stack keeps for itself.
      const elsewhere = { serverId: placed.serverId, stack: { accountId: owner }, NOT: { id: placed.id } };
      const shared = { isShared: true, isCopied: false, stackServer: elsewhere };
      const { count: replaced } = await tx.credential.updateMany({ where: shared, data: NOT_SHARED });
      if (replaced > 0) await appendAudit(ctx, tx, unshared(placed.server, replaced));
    }
    return { value: owner, audit: sharedIn(placed, placed, applicationKeys(placed, fieldIds)) };
  });
  for (let page = await readPlaces(ctx, accountId, placed, ''); page.length > 0; ) {
    for (const place of page) if (!ctx.signal.aborted) await shareIn(ctx, placed, place);
    page = page.length < PAGE ? [] : await readPlaces(ctx, accountId, placed, page.at(-1)?.id ?? '');
  }
  return accountId;
}

/**
 * Locks a stack and all stacks that share an OAuth application for a server, even those without copies. Locks them
 * before their account and in id order, like other changes.
 */
const lockSharers = (
  tx: Tx,
  { stackId, serverId }: PlacedServer,
  withCopies: boolean,
): Promise<unknown> => tx.$queryRaw`
  SELECT 1 AS locked FROM stack
  WHERE account_id = (SELECT account_id FROM stack WHERE id = ${stackId}) AND (id = ${stackId} OR EXISTS (
    SELECT 1 FROM stack_server placed JOIN credential ON credential.stack_server_id = placed.id
    WHERE placed.stack_id = stack.id AND placed.server_id = ${serverId} AND credential.is_shared
      AND (${withCopies} OR NOT credential.is_copied)))
  ORDER BY id FOR NO KEY UPDATE`;

/** Excludes stacks with their own application, to avoid a transaction for each that changes nothing. */
const readPlaces = (ctx: Ctx, accountId: AccountId, { id, serverId, server }: PlacedServer, after: string) =>
  ctx.db.stackServer.findMany({
    where: {
      ...{ serverId, stack: { accountId }, NOT: { id }, AND: { id: { gt: after } } },
      credentials: { none: { endUser: STACK_ITSELF, fieldId: { in: sharableFields(server) }, isCopied: false } },
    },
    orderBy: { id: 'asc' },
    take: PAGE,
  });

/** Does nothing if the stack has its own application or already this one, or was deleted. */
async function shareIn(ctx: Ctx, from: PlacedServer, place: ApplicationPlace): Promise<void> {
  if (!(await isOutOfDate(ctx, place, from))) return;
  await writeUnlessDone(ctx, async (tx) => {
    await lockStack(tx, place.stackId);
    const { id, stackId } = place;
    if ((await tx.stackServer.count({ where: { id, stackId } })) === 0) return null;
    const copied = await copySharedApplication(ctx, tx, place, from);
    if (copied.length === 0) return null;
    await tx.stack.updateMany({ where: { id: place.stackId }, data: { version: { increment: 1 } } });
    return {
      value: true,
      audit: sharedIn(from, place, copied),
      changes: [{ kind: 'credentials', id: place.id, endUser: STACK_ITSELF }],
    };
  });
}

const sharedIn = (
  { server }: Pick<PlacedServer, 'server'>,
  { stackId }: ApplicationPlace,
  credentials: readonly CredentialKey[],
) => ({
  action: 'credentials.share' as const,
  target: { kind: 'stack' as const, id: stackId },
  stackId,
  details: { serverId: server.slug, fieldIds: credentials.map(({ fieldId }) => fieldId) },
  credentials,
});

async function stopSharing(ctx: Ctx, placed: PlacedServer): Promise<AccountId> {
  const { serverId, stackId, server } = placed;
  const { accountId } = await getStack(ctx, stackId);
  await writeUnlessDone(ctx, async (tx) => {
    await lockSharers(tx, placed, true);
    const where = { isShared: true, stackServer: { serverId, stack: { accountId } } };
    const { count } = await tx.credential.updateMany({ where, data: NOT_SHARED });
    return count > 0 ? { value: true, audit: unshared(server, count) } : null;
  });
  return accountId;
}

const unshared = ({ slug }: PlacedServer['server'], count: number) => ({
  action: 'credentials.unshare' as const,
  target: { kind: 'server' as const, id: slug },
  details: { serverId: slug, count },
});
