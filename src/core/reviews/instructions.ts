import type { Prisma, Server, StackServer } from '../../generated/prisma/client.ts';
import { appendAudit, type NewAuditEvent } from '../audit/audit.ts';
import type { Ctx, Tx } from '../context.ts';
import type { AccountId, ServerId, ServerKey, StackId, StackServerId } from '../ids.ts';
import { type IdOrder, pageAmong, pageById, type Window } from '../lib/page.ts';
import { containsText, type Search } from '../lib/search.ts';
import { sha256Text } from '../lib/sha256.ts';
import { isStorable } from '../lib/text.ts';
import { stackWhere } from '../scope.ts';
import { differsInText } from './change.ts';
import { eventsIn, HELD_KINDS, type ReviewAction } from './hold.ts';
import { isReviewedStack, type ReviewedStacks, settledStack } from './reviewedStacks.ts';

/** Accounts whose stacks keep a server's old instructions, with the kept text; empty for none. */
type HeldRow = { readonly accountId: AccountId; readonly before: string };
type ChangingServer = Pick<Server, 'id' | 'slug' | 'instructions'>;

/**
 * Holds changed instructions: a stack keeps the old ones if they differ in more than white space and its account
 * reviews `reworded` changes. All others get the new ones. Call it with the stacks locked, in the transaction that
 * saves the server. `before` holds the old instructions, empty for none.
 */
export async function holdInstructions(ctx: Ctx, tx: Tx, server: ChangingServer, before: string): Promise<void> {
  const after = server.instructions ?? '';
  if (before === after) return;
  const bases = await tx.$queryRaw<Pick<HeldRow, 'before'>[]>`
    SELECT DISTINCT coalesce(held_instructions, ${before}) AS before FROM stack_server WHERE server_id = ${server.id}`;
  const others = bases.map((base) => base.before).filter((base) => differsInText(base, after));
  const held = await tx.$queryRaw<HeldRow[]>`
    WITH placed AS (
      SELECT placed.id, account.id AS account_id, coalesce(held_instructions, ${before}) AS before,
        'reworded' = ANY(${HELD_KINDS}) AND coalesce(held_instructions, ${before}) = ANY(${others}::text[]) AS is_held
      FROM stack_server placed JOIN stack ON stack.id = placed.stack_id JOIN account ON account.id = stack.account_id
      WHERE placed.server_id = ${server.id}),
    changed AS (
      UPDATE stack_server SET held_instructions = CASE WHEN is_held THEN before END, are_instructions_refused = false
      FROM placed WHERE placed.id = stack_server.id RETURNING account_id, before, is_held)
    SELECT DISTINCT account_id AS "accountId", before FROM changed WHERE is_held ORDER BY 1, 2`;
  for (const [accountId, own] of Map.groupBy(held, (each) => each.accountId)) {
    const texts = own.map((each) => each.before);
    for (const event of instructionsEvents('tool.hold', { accountId, server }, texts))
      await appendAudit(ctx, tx, event);
  }
}

type Place = {
  readonly accountId: AccountId;
  readonly stackId?: StackId | null;
  readonly server: Pick<Server, 'slug' | 'instructions'>;
};

/**
 * The audit events of changed instructions, with the SHA-256 of the old and new text. Many texts become several events.
 */
export const instructionsEvents = (
  action: ReviewAction,
  { accountId, stackId = null, server }: Place,
  before: readonly string[],
): readonly NewAuditEvent[] => {
  const after = sha256Text(server.instructions ?? '', 'hex');
  const instructions = before.map((text) => `${sha256Text(text, 'hex')} ${after}`);
  return eventsIn(action, { accountId, stackId, serverId: server.slug }, 'instructions', instructions);
};

/** Settled instructions: the stack (null for all stacks of the account) and its previous text. */
export type SettledText = { readonly stackId: StackId | null; readonly before: string };

/**
 * Accepts or refuses the current instructions of servers in the stacks of a review.
 * @returns the previous instructions of those stacks
 */
export async function settleInstructions(
  tx: Tx,
  serverIds: readonly ServerKey[],
  { stacks, action }: { readonly stacks: ReviewedStacks; readonly action: 'tool.accept' | 'tool.refuse' },
): Promise<readonly SettledText[]> {
  const isAccepted = action === 'tool.accept';
  return tx.$queryRaw<SettledText[]>`
    WITH held AS (
      SELECT placed.id, ${settledStack(stacks)} AS stack_id, held_instructions AS before
      FROM stack_server placed JOIN stack ON stack.id = placed.stack_id
      WHERE placed.server_id = ANY(${[...serverIds]}::text[]) AND ${isReviewedStack(stacks)}
        AND held_instructions IS NOT NULL),
    settled AS (
      UPDATE stack_server SET held_instructions = CASE WHEN ${!isAccepted} THEN held_instructions END,
        are_instructions_refused = ${!isAccepted}
      FROM held WHERE held.id = stack_server.id)
    SELECT DISTINCT stack_id AS "stackId", before FROM held ORDER BY 1, 2`;
}

/** The columns and relations that `listInstructionChanges` loads, and the page that it returns. */
type InstructionChangeLoad = Pick<Prisma.StackServerFindManyArgs, 'include' | 'select'> & Window;

type InstructionChangeFilter = {
  readonly serverId?: ServerId | null | undefined;
  readonly stackId?: StackId | null | undefined;
  /** Text in the server’s name, ignoring case. */
  readonly search?: Search;
};

const whereOf = (
  { actor }: Ctx,
  { serverId, stackId, search }: InstructionChangeFilter,
): Prisma.StackServerWhereInput => ({
  stack: { AND: [stackWhere(actor), stackId ? { id: stackId } : {}] },
  heldInstructions: { not: null },
  server: { ...(serverId && { slug: serverId }), ...(search && { name: containsText(search) }) },
});

const isFindable = ({ serverId, stackId }: InstructionChangeFilter): boolean =>
  isStorable(serverId ?? '') && isStorable(stackId ?? '');

/**
 * The account's stack servers with changed instructions that await review or were refused, oldest first.
 * @throws forbidden for an agent
 */
export async function listInstructionChanges(
  ctx: Ctx,
  filter: InstructionChangeFilter = {},
  load: InstructionChangeLoad = {},
  direction: IdOrder = 'asc',
): Promise<StackServer[]> {
  const page = pageById(direction, pageAmong('', load));
  const where = whereOf(ctx, filter);
  return isFindable(filter) ? ctx.db.stackServer.findMany({ ...page, where: { AND: [page.where, where] } }) : [];
}

/** The change of `listInstructionChanges` for one stack server; null if there is none. */
export const findInstructionChange = (ctx: Ctx, id: StackServerId): Promise<StackServer | null> =>
  ctx.db.stackServer.findFirst({ where: { id, ...whereOf(ctx, {}) } });

/** Number of changes that `listInstructionChanges` returns. @throws forbidden for an agent */
export async function countInstructionChanges(ctx: Ctx, filter: InstructionChangeFilter = {}): Promise<number> {
  const where = whereOf(ctx, filter);
  return isFindable(filter) ? ctx.db.stackServer.count({ where }) : 0;
}
