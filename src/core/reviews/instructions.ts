import { Prisma, type Server, type StackServer } from '../../generated/prisma/client.ts';
import { appendAudit, type NewAuditEvent } from '../kernel/audit/audit.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import type { AccountId, ServerId, ServerKey, StackId, StackServerId } from '../kernel/ids.ts';
import { type IdOrder, pageAmong, pageById, type Window } from '../kernel/page.ts';
import { stackWhere } from '../kernel/scope.ts';
import { containsText, type Search } from '../lib/search.ts';
import { sha256Text } from '../lib/sha256.ts';
import { isStorable } from '../lib/text.ts';
import { hasNewSkill, storedSkills } from '../servers/serverSkill.ts';
import { differsInText } from './change.ts';
import { eventsIn, HELD_KINDS, type ReviewAction } from './hold.ts';
import { isReviewedStack, type ReviewedStacks, settledStack } from './reviewedStacks.ts';

/** A server's texts for models that are reviewed together. `instructions` is empty and `skills` is `[]` for none. */
type Guidance = { readonly instructions: string; readonly skills: string };
/** Accounts whose stacks keep a server's old guidance. */
type HeldRow = Guidance & { readonly accountId: AccountId };
type ChangingServer = Pick<Server, 'id' | 'slug' | 'instructions' | 'skills'>;

const guidanceOf = (server: Pick<Server, 'instructions' | 'skills'> | null): Guidance => ({
  instructions: server?.instructions ?? '',
  skills: server?.skills ?? '[]',
});

/**
 * Holds changed instructions and skills. A stack keeps the old ones if the instructions differ in more than white
 * space, or a skill is new or changed, and its account reviews `reworded` changes. All others get the new ones. Call it
 * with the stacks locked, in the transaction that saves the server.
 */
export async function holdInstructions(
  ctx: Ctx,
  tx: Tx,
  server: ChangingServer,
  earlier: Pick<Server, 'instructions' | 'skills'> | null,
): Promise<void> {
  const [before, after] = [guidanceOf(earlier), guidanceOf(server)];
  if (before.instructions === after.instructions && before.skills === after.skills) return;
  const base = Prisma.sql`coalesce(held_instructions, ${before.instructions}) AS instructions,
    CASE WHEN held_instructions IS NULL THEN ${before.skills} ELSE coalesce(held_skills, '[]') END AS skills`;
  const bases = await tx.$queryRaw<Guidance[]>`
    SELECT DISTINCT ${base} FROM stack_server WHERE server_id = ${server.id}`;
  const skills = storedSkills(after.skills);
  const others = bases.filter(
    (each) => differsInText(each.instructions, after.instructions) || hasNewSkill(skills, storedSkills(each.skills)),
  );
  const held = await tx.$queryRaw<HeldRow[]>`
    WITH placed AS (
      SELECT placed.id, placed.server_id, account.id AS account_id, 'reworded' = ANY(${HELD_KINDS}) AS is_reviewed,
        ${base}
      FROM stack_server placed JOIN stack ON stack.id = placed.stack_id JOIN account ON account.id = stack.account_id
      WHERE placed.server_id = ${server.id}),
    compared AS (
      SELECT id, account_id, instructions, skills, is_reviewed AND (instructions, skills) IN (
        SELECT * FROM unnest(${others.map((each) => each.instructions)}::text[], ${others.map((each) => each.skills)}::text[]))
        AS is_held FROM placed),
    changed AS (
      UPDATE stack_server SET held_instructions = CASE WHEN is_held THEN instructions END,
        held_skills = CASE WHEN is_held THEN nullif(skills, '[]') END, are_instructions_refused = false
      FROM compared WHERE compared.id = stack_server.id RETURNING account_id, instructions, skills, is_held)
    SELECT DISTINCT account_id AS "accountId", instructions, skills FROM changed WHERE is_held ORDER BY 1, 2, 3`;
  for (const [accountId, own] of Map.groupBy(held, (each) => each.accountId)) {
    for (const event of instructionsEvents('tool.hold', { accountId, server }, own)) await appendAudit(ctx, tx, event);
  }
}

type Place = {
  readonly accountId: AccountId;
  readonly stackId?: StackId | null;
  readonly server: Pick<Server, 'slug' | 'instructions' | 'skills'>;
};

/** SHA-256 of the instructions, and of the skills if there are any. */
const digestOf = ({ instructions, skills }: Guidance): string =>
  sha256Text(skills === '[]' ? instructions : `${instructions}\n${skills}`, 'hex');

/**
 * The audit events of changed instructions and skills, with the SHA-256 of the old and new ones. Many texts become
 * several events.
 */
export const instructionsEvents = (
  action: ReviewAction,
  { accountId, stackId = null, server }: Place,
  before: readonly Guidance[],
): readonly NewAuditEvent[] => {
  const after = digestOf(guidanceOf(server));
  const instructions = before.map((each) => `${digestOf(each)} ${after}`);
  return eventsIn(action, { accountId, stackId, serverId: server.slug }, 'instructions', instructions);
};

/** Settled instructions and skills: the stack (null for all stacks of the account) and its previous ones. */
export type SettledText = Guidance & { readonly stackId: StackId | null };

/**
 * Accepts or refuses the current instructions and skills of servers in the stacks of a review.
 * @returns the previous ones of those stacks
 */
export async function settleInstructions(
  tx: Tx,
  serverIds: readonly ServerKey[],
  { stacks, action }: { readonly stacks: ReviewedStacks; readonly action: 'tool.accept' | 'tool.refuse' },
): Promise<readonly SettledText[]> {
  const isAccepted = action === 'tool.accept';
  return tx.$queryRaw<SettledText[]>`
    WITH held AS (
      SELECT placed.id, ${settledStack(stacks)} AS stack_id, held_instructions AS instructions,
        coalesce(held_skills, '[]') AS skills
      FROM stack_server placed JOIN stack ON stack.id = placed.stack_id
      WHERE placed.server_id = ANY(${[...serverIds]}::text[]) AND ${isReviewedStack(stacks)}
        AND held_instructions IS NOT NULL),
    settled AS (
      UPDATE stack_server SET held_instructions = CASE WHEN ${!isAccepted} THEN held_instructions END,
        held_skills = CASE WHEN ${!isAccepted} THEN held_skills END, are_instructions_refused = ${!isAccepted}
      FROM held WHERE held.id = stack_server.id)
    SELECT DISTINCT stack_id AS "stackId", instructions, skills FROM held ORDER BY 1, 2, 3`;
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

/** Whether a filter's ids can be looked up. */
export const isFindable = ({ serverId, stackId }: Pick<InstructionChangeFilter, 'serverId' | 'stackId'>): boolean =>
  isStorable(serverId ?? '') && isStorable(stackId ?? '');

/**
 * The account's stack servers with changed instructions or skills that await review or were refused, oldest first.
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
