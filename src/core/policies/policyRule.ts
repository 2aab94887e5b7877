import { z } from 'zod';
import type { PolicyRule } from '../../generated/prisma/client.ts';
import { CONDITION_CHARS_MAX } from '../conditions/condition.ts';
import { findEndpoint } from '../endpoints/findEndpoint.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Change } from '../kernel/changes.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { endUserSchema } from '../kernel/endUser.ts';
import { callerIdSchema } from '../kernel/idSchemas.ts';
import { type AccountId, type EndpointId, newRuleId, type RuleId, type StackId, toCallerId } from '../kernel/ids.ts';
import {
  accountIdOf,
  hasRight,
  requireRight,
  requireRightIn,
  requireRightSomewhere,
  stackWhere,
} from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { writeIdempotent } from '../kernel/writeIdempotent.ts';
import { AppError, type Issue } from '../lib/errors.ts';
import { listUpTo, parseInput } from '../lib/parse.ts';
import { nameSchema, shownText } from '../lib/text.ts';
import { mapForeignKeyError } from '../lib/unique.ts';
import { lockAccount, requireCapacity } from '../limits/countedBounds.ts';
import { conditionProblem } from './conditionCheck.ts';
import { unknownCallers } from './namedCallers.ts';
import { EFFECTS } from './policies.ts';
import { quotaColumns, quotaSchema } from './quota.ts';
import { getPolicyRule } from './ruleLists.ts';

/** Maximum callers, end users, servers or patterns in one rule. */
export const RULE_NAMES_MAX = 20;
const MESSAGE_CHARS_MAX = 500;

/** Replaces an absent value with null, since both mean the same. */
const orNull = <T>(value: T | null | undefined): T | null => value ?? null;
const hint = z.boolean().nullish().transform(orNull);
const names = <S extends z.ZodType>(schema: S) =>
  listUpTo(schema, RULE_NAMES_MAX)
    .nullish()
    .transform((input) => input ?? []);
const text = (max: number) =>
  shownText
    .max(max)
    .refine((input) => input.trim() !== '', 'must not be blank')
    .nullish()
    .transform(orNull);

/** The input of a rule, without its stack or endpoint. */
export const ruleInput = z
  .object({
    name: nameSchema,
    effect: z.enum(EFFECTS),
    isDefault: z
      .boolean()
      .nullish()
      .transform((input) => input ?? false),
    callers: names(callerIdSchema(z.string())),
    endUsers: names(endUserSchema),
    servers: names(z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be the id of a server')),
    tools: names(z.string().regex(/^[\w*-]{1,64}$/, 'must be a tool id; * matches any text')),
    readOnly: hint,
    destructive: hint,
    openWorld: hint,
    condition: text(CONDITION_CHARS_MAX),
    quota: quotaSchema,
    message: text(MESSAGE_CHARS_MAX),
    needsAnother: z
      .boolean()
      .nullish()
      .transform((input) => input ?? false),
  })
  .refine(({ effect, quota }) => !quota || effect !== 'allow', {
    path: ['quota'],
    message: 'requires the effect ask or deny, which applies to calls over the quota',
  });

/** A rule to create: the id of its stack or endpoint, and unvalidated input. Without an id, for the whole account. */
export type RuleInput = {
  readonly stackId?: StackId | null | undefined;
  readonly endpointId?: EndpointId | null | undefined;
  readonly [name: string]: unknown;
};

/**
 * Creates a rule of the caller's account from `{ name, effect, stackId? | endpointId?, isDefault?, callers?, endUsers?,
 * servers?, tools?, readOnly?, destructive?, openWorld?, condition?, quota?: { calls | bytes, per, of? }, message?,
 * needsAnother? }`. It takes effect on every instance immediately. Tested by `test/core/policies/policyRule.test.ts`.
 * @throws forbidden without the right `admin`: a caller bound by a rule must not be able to delete it
 * @throws not_found (stack, endpoint), invalid_input; for an invalid condition, with its problem as the issue
 */
export async function createPolicyRule(ctx: Ctx, input: RuleInput): Promise<PolicyRule> {
  requireRules(ctx.actor);
  const data = await readRule(ctx, input);
  const { stackId } = data;
  requireRulesOf(ctx.actor, stackId);
  const writing = writeIdempotent(ctx, async (tx) => {
    await lockStacksOf(tx, data);
    await requireCapacity(ctx, tx, 'max_rules');
    const rule = await tx.policyRule.create({ data });
    return { value: rule, audit: createdRule(rule), changes: await changedStacks(tx, rule) };
  });
  return mapForeignKeyError(writing, () => notFound(stackId === null ? 'Account' : 'Stack'));
}

/** Deletes a rule. @throws forbidden without the right `admin`; not_found */
export async function deletePolicyRule(ctx: Ctx, id: RuleId): Promise<PolicyRule> {
  requireRules(ctx.actor);
  const rule = await getPolicyRule(ctx, id);
  requireRulesOf(ctx.actor, rule.stackId);
  return write(ctx, async (tx) => {
    await lockStacksOf(tx, rule);
    await lockAccount(tx, rule.accountId);
    const { count } = await tx.policyRule.deleteMany({ where: { id } });
    if (count === 0) throw notFound('Rule');
    return { value: rule, audit: ruleAudit('rule.delete', rule), changes: await changedStacks(tx, rule) };
  });
}

/**
 * A rule's audience and condition, as far as the reader may see them. A reader with only stack roles sees neither for a
 * rule of the account, because both may name hidden people and stacks.
 */
export const visibleAudience = ({ actor }: Ctx, { stackId, callers, endUsers, condition }: PolicyRule) =>
  stackId === null && !hasRight(actor, 'read')
    ? { callers: [], endUsers: [], condition: null }
    : { callers, endUsers, condition };

/**
 * The row of a rule to create or try.
 * @throws not_found, invalid_input
 */
export async function readRule(ctx: Ctx, input: RuleInput): Promise<PolicyRule> {
  const row = newRuleRow(ctx, await placeOf(ctx, input), input);
  await requireCallers(ctx, row);
  await requireCondition(ctx, row);
  return row;
}

/** @throws invalid_input for a caller that the account doesn't have */
export async function requireCallers(ctx: Ctx, { callers }: Pick<PolicyRule, 'callers'>): Promise<void> {
  const unknown = await unknownCallers(ctx, callers.map(toCallerId));
  if (unknown.length > 0)
    throw refused(unknown.map((id) => ({ path: '/callers', message: `${id} is not a caller of the account` })));
}

/** @throws invalid_input for a condition that can't be evaluated */
export async function requireCondition(ctx: Ctx, row: PolicyRule): Promise<void> {
  const problem = row.condition === null ? null : await conditionProblem(ctx, row.condition, row);
  if (problem !== null) throw refused([{ path: '/condition', message: problem }]);
}

type Place = Pick<PolicyRule, 'accountId' | 'stackId' | 'endpointId'>;

/** Builds a rule's row at a level; does not check its audience or condition. @throws invalid_input */
export function newRuleRow(ctx: Ctx, place: Place, input: unknown) {
  const { quota, ...rest } = parseInput(ruleInput, input, 'Invalid request parameters');
  const own = { id: newRuleId(), createdAt: ctx.now(), disabledAt: null };
  return { ...own, ...place, ...rest, ...quotaColumns(quota) } satisfies PolicyRule;
}

async function placeOf(ctx: Ctx, { stackId, endpointId }: RuleInput): Promise<Place> {
  if (endpointId) {
    const endpoint = await findEndpoint(ctx, endpointId);
    if (!endpoint || (stackId && stackId !== endpoint.stackId)) throw notFound('Client endpoint');
    return { accountId: endpoint.stack.accountId, stackId: endpoint.stackId, endpointId: endpoint.id };
  }
  if (!stackId) return { accountId: accountIdOf(ctx.actor), stackId: null, endpointId: null };
  const where = { id: stackId, ...stackWhere(ctx.actor) };
  const stack = await ctx.db.stack.findFirst({ where, select: { id: true, accountId: true } });
  if (!stack) throw notFound('Stack');
  return { accountId: stack.accountId, stackId: stack.id, endpointId: null };
}

/**
 * Locks the stacks that a rule applies to before their account, in order of their ids. Other changes use the same
 * order; otherwise two instances could deadlock.
 */
export const lockStacksOf = (tx: Tx, { accountId, stackId }: PolicyRule): Promise<unknown> => tx.$queryRaw`
  SELECT 1 AS locked FROM stack WHERE account_id = ${accountId} AND (${stackId}::text IS NULL OR id = ${stackId})
  ORDER BY id FOR NO KEY UPDATE`;

/**
 * Invalidates cached settings of every stack that the rule applies to, and cached lists if agents may now see different
 * tools. The account's row must be locked, so that no new stack is missed.
 */
export async function changedStacks(tx: Tx, rule: PolicyRule, before: PolicyRule = rule): Promise<Change[]> {
  const { accountId, stackId } = rule;
  const where = { accountId, ...(stackId !== null && { id: stackId }) };
  const stacks = await tx.stack.updateManyAndReturn({
    where,
    data: { version: { increment: 1 } },
    select: { id: true },
  });
  const kind = (await mayChangeLists(tx, accountId, [rule, before])) ? 'tools' : 'stackSettings';
  return stacks.map(({ id }) => ({ kind, id }));
}

const HIDING = { effect: 'deny', condition: null, quotaCalls: null } as const;

/**
 * Whether rules may change the lists that `visibleTo` creates. Rules that always deny hide tools; a default rule hides
 * them until another rule replaces it.
 */
async function mayChangeLists(tx: Tx, accountId: AccountId, rules: readonly PolicyRule[]): Promise<boolean> {
  const hides = rules.some(
    ({ effect, condition, quotaCalls }) =>
      effect === HIDING.effect && condition === HIDING.condition && quotaCalls === HIDING.quotaCalls,
  );
  if (hides) return true;
  return (await tx.policyRule.count({ where: { ...HIDING, accountId, isDefault: true } })) > 0;
}

/** @throws forbidden */
export const requireRules = (actor: Actor): void => requireRightSomewhere(actor, 'admin');

/** Requires the right to change rules: in the stack of the rule or, without one, in the account. @throws forbidden */
export function requireRulesOf(actor: Actor, stackId: StackId | null): void {
  if (stackId === null) requireRight(actor, 'admin');
  else requireRightIn(actor, 'admin', stackId);
}

/** The same error for another account's id and for an unknown one. */
export const notFound = (subject: string): AppError => new AppError('not_found', `${subject} not found`);
const refused = (issues: readonly Issue[]): AppError =>
  new AppError('invalid_input', 'Invalid request parameters', { issues });

export const ruleAudit = (
  action: 'rule.create' | 'rule.update' | 'rule.delete',
  { id, name, effect, stackId, accountId }: PolicyRule,
) => ({
  action,
  target: { kind: 'rule' as const, id },
  ...(stackId !== null && { stackId }),
  chain: accountId,
  details: { name, effect },
});

/** The audit event of a new rule. */
export const createdRule = (rule: PolicyRule) => ruleAudit('rule.create', rule);
