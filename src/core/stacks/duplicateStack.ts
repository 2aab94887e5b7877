import { z } from 'zod';
import type { PolicyRule, Stack, StackServer } from '../../generated/prisma/client.ts';
import { copySharedApplication } from '../credentials/sharedApplication.ts';
import { lockStack } from '../credentials/store.ts';
import { appendAudit } from '../kernel/audit/audit.ts';
import type { CredentialKey } from '../kernel/audit/envelopes.ts';
import type { Ctx, Tx } from '../kernel/context.ts';
import { getStack } from '../kernel/findStack.ts';
import { newRuleId, newStackId, newStackServerId, type StackId } from '../kernel/ids.ts';
import { hasRight, noSuchStack, requireRight } from '../kernel/scope.ts';
import { writeIdempotent } from '../kernel/writeIdempotent.ts';
import { AppError } from '../lib/errors.ts';
import { parseInput } from '../lib/parse.ts';
import { stackNameSchema } from '../lib/text.ts';
import { isUniqueViolation } from '../lib/unique.ts';
import { requireCapacity } from '../limits/countedBounds.ts';
import { createdRule } from '../policies/policyRule.ts';
import { copySkills } from '../skills/skill.ts';
import { stackNameTaken } from './stack.ts';

const duplicateInput = z.object({ name: stackNameSchema });

/**
 * Creates another stack with the same servers, enabled tools, names, settings, rules and skills, from `{ name }`.
 * Credentials are not copied, except an OAuth application that stacks share. Endpoints, their tokens and rules, and
 * call records are not copied either. Pending reviews are also pending in the copy. Tested by
 * `test/core/stacks/duplicate.test.ts`.
 * @throws forbidden without the right `write` in the whole account, or without `admin` if rules or content settings
 * would be copied, since creating those requires it; not_found, invalid_input, already_exists
 */
export async function duplicateStack(ctx: Ctx, stackId: StackId, input: unknown): Promise<Stack> {
  requireRight(ctx.actor, 'write');
  const { accountId } = await getStack(ctx, stackId);
  const { name } = parseInput(duplicateInput, input, 'Invalid request parameters');
  try {
    return await writeIdempotent(ctx, async (tx) => {
      const rows = await tx.$queryRaw<readonly { readonly id: string }[]>`
    SELECT id FROM server WHERE id IN (SELECT server_id FROM stack_server WHERE stack_id = ${stackId})
    ORDER BY id FOR SHARE`;
      const held = new Set(rows.map(({ id }) => id));
      await lockStack(tx, stackId);
      // `requireCapacity` locks the account, which must follow the stack's lock, as in changes of credentials.
      await requireCapacity(ctx, tx, 'max_stacks');
      const from = await tx.stack.findFirst({
        where: { id: stackId, accountId },
        include: { servers: true },
      });
      if (!from) throw noSuchStack();
      const { servers, ...settings } = from;
      const rules = await readRules(ctx, tx, from);
      const at = ctx.now();
      const stack = await tx.stack.create({
        data: { ...settings, id: newStackId(), name, version: 1, createdAt: at, updatedAt: at, changedAt: at },
      });
      const placed = servers.filter(({ serverId }) => held.has(serverId));
      await requireRoomForTools(ctx, tx, placed);
      const copies = await copyServers(tx, stack.id, placed);
      if (placed.some(({ heldInstructions }) => heldInstructions !== null))
        await requireCapacity(ctx, tx, 'max_servers_bytes', 0);
      await copyRules(ctx, tx, rules, stack.id);
      await copySkills(ctx, tx, stackId, stack.id);
      const credentials: CredentialKey[] = [];
      for (const place of copies) credentials.push(...(await copySharedApplication(ctx, tx, place)));
      const { contentDays } = stack;
      const details = { name, copyOf: stackId, ...(contentDays !== null && { contentDays }) };
      const target = { kind: 'stack' as const, id: stack.id };
      return { value: stack, audit: { action: 'stack.create', target, stackId: stack.id, details, credentials } };
    });
  } catch (error) {
    throw isUniqueViolation(error) ? stackNameTaken(name) : error;
  }
}

/**
 * Checks the bounds before anything is copied, so that a refused request writes nothing.
 * @throws invalid_input
 */
async function requireRoomForTools(ctx: Ctx, tx: Tx, placed: readonly StackServer[]): Promise<void> {
  const [more] = await tx.$queryRaw<readonly { readonly tools: bigint; readonly bytes: bigint | null }[]>`
    SELECT count(*) AS tools, sum(octet_length(description)) AS bytes FROM enabled_tool
    WHERE stack_server_id = ANY(${placed.map(({ id }) => id)}::text[])`;
  const [tools, bytes] = [Number(more?.tools ?? 0n), Number(more?.bytes ?? 0n)];
  if (tools > 0) await requireCapacity(ctx, tx, 'max_enabled_tools', tools);
  if (bytes > 0) await requireCapacity(ctx, tx, 'max_descriptions_bytes', bytes);
}

async function copyServers(tx: Tx, stackId: StackId, placed: readonly StackServer[]): Promise<StackServer[]> {
  const copies = placed.map((one) => ({ ...one, id: newStackServerId(), stackId }));
  await tx.stackServer.createMany({ data: copies });
  // Copy in one statement, since there may be ten thousand tools.
  await tx.$executeRaw`
    INSERT INTO enabled_tool (stack_server_id, tool_key, alias, description, is_pinned, held_digest, refused_digest)
    SELECT copy, tool_key, alias, description, is_pinned, held_digest, refused_digest
    FROM unnest(${placed.map(({ id }) => id)}::text[], ${copies.map(({ id }) => id)}::text[]) AS pair (original, copy)
    JOIN enabled_tool ON stack_server_id = original`;
  return copies;
}

/**
 * The stack's own rules to copy. Without them, the copy would be more permissive. Copying requires the same right as
 * creating rules, since an allow rule would override an account default in the copy.
 * @throws forbidden
 */
async function readRules(ctx: Ctx, tx: Tx, { id, accountId, contentDays }: Stack): Promise<PolicyRule[]> {
  const rules = await tx.policyRule.findMany({ where: { accountId, stackId: id, endpointId: null } });
  if ((rules.length === 0 && contentDays === null) || hasRight(ctx.actor, 'admin')) return rules;
  const reason = rules.length > 0 ? 'has its own rules' : 'stores the inputs and outputs of its calls';
  throw new AppError('forbidden', `This stack ${reason}: copying it requires the right “admin” in the whole account`);
}

async function copyRules(ctx: Ctx, tx: Tx, rules: readonly PolicyRule[], stackId: StackId): Promise<void> {
  if (rules.length === 0) return;
  await requireCapacity(ctx, tx, 'max_rules', rules.length);
  const copies = rules.map((rule) => ({ ...rule, id: newRuleId(), stackId }));
  await tx.policyRule.createMany({ data: copies });
  for (const copy of copies) await appendAudit(ctx, tx, createdRule(copy));
}
