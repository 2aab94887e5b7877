import { z } from 'zod';
import type { Stack } from '../../generated/prisma/client.ts';
import { noteErasure } from '../callRecords/erasures.ts';
import { deleteStackCalls } from '../callRecords/retention.ts';
import type { Ctx } from '../kernel/context.ts';
import { getStack } from '../kernel/findStack.ts';
import { newStackId, type StackId } from '../kernel/ids.ts';
import { accountIdOf, hasRight, noSuchStack, requireRight, requireRightIn, stackWhere } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { writeIdempotent } from '../kernel/writeIdempotent.ts';
import { AppError } from '../lib/errors.ts';
import { isRecord } from '../lib/json.ts';
import { parseInput } from '../lib/parse.ts';
import { stackNameSchema } from '../lib/text.ts';
import { isUniqueViolation } from '../lib/unique.ts';
import { requireCapacity } from '../limits/countedBounds.ts';

const configuration = z.object({ isRecorded: z.boolean().optional() });
export const createInput = z.object({ name: stackNameSchema, configuration: configuration.optional() });
const updateInput = z.object({ name: stackNameSchema.optional(), configuration: configuration.optional() });

/** The error for a name that another stack of the account has. */
export const stackNameTaken = (name: string): AppError =>
  new AppError('already_exists', `Stack ${name} already exists`);

/**
 * Creates an empty stack from `{ name, configuration?: { isRecorded? } }`.
 * @throws invalid_input, already_exists
 */
export async function createStack(ctx: Ctx, input: unknown): Promise<Stack> {
  requireRight(ctx.actor, 'write');
  const given = (isRecord(input) ? input['name'] : null) ?? '';
  const isNamed = typeof given !== 'string' || given.trim() !== '';
  const message = isNamed ? 'Invalid request parameters' : 'Stack name is required';
  const data = newStack(ctx, parseInput(createInput, input, message));
  const { name } = data;
  try {
    return await writeIdempotent(ctx, async (tx) => {
      await requireCapacity(ctx, tx, 'max_stacks');
      return {
        value: await tx.stack.create({ data }),
        audit: { action: 'stack.create', target: { kind: 'stack', id: data.id }, stackId: data.id, details: { name } },
      };
    });
  } catch (error) {
    throw isUniqueViolation(error) ? stackNameTaken(name) : error;
  }
}

/** The row of a new stack of the caller's account. @throws forbidden */
export function newStack({ actor, now }: Ctx, { name, configuration }: z.output<typeof createInput>) {
  const at = now();
  const recordsCalls = configuration?.isRecorded ?? false;
  const accountId = accountIdOf(actor);
  return { id: newStackId(), accountId, name, recordsCalls, createdAt: at, updatedAt: at, changedAt: at };
}

/**
 * Updates a stack. The input is `{ name?, configuration?: { isRecorded? } }`. An empty input only changes
 * `updatedAt`.
 * @throws not_found, invalid_input, already_exists; forbidden for a new name without the right `write` in the account
 */
export async function updateStack(ctx: Ctx, id: StackId, input: unknown): Promise<Stack> {
  requireRightIn(ctx.actor, 'write', id);
  const stack = await getStack(ctx, id);
  const { name, configuration } = parseInput(updateInput, input, 'Invalid configuration parameters');
  // The error for a taken name reveals that name, so only callers who may see all stacks can rename one.
  if (name !== undefined && name !== stack.name && !hasRight(ctx.actor, 'write'))
    throw new AppError('forbidden', 'Renaming a stack requires the right “write” in the whole account');
  const { isRecorded } = configuration ?? {};
  const fields = {
    ...(name !== undefined && { name }),
    ...(isRecorded !== undefined && { recordsCalls: isRecorded }),
  };
  // Keep the event format of earlier releases.
  const details = {
    ...(name !== undefined && { name }),
    ...(isRecorded !== undefined && { analyticsEnabled: isRecorded }),
  };
  try {
    return await write(ctx, async (tx) => {
      const at = ctx.now();
      const data = { ...fields, version: { increment: 1 }, updatedAt: at, changedAt: at };
      const [stack] = await tx.stack.updateManyAndReturn({ where: { id, ...stackWhere(ctx.actor) }, data });
      if (!stack) throw noSuchStack();
      return {
        value: stack,
        audit: { action: 'stack.update', target: { kind: 'stack', id }, stackId: id, details },
        // Only the recording setting invalidates caches, since calls don't use the name or times.
        changes: fields.recordsCalls === undefined ? [] : [{ kind: 'stackSettings', id }],
      };
    });
  } catch (error) {
    throw isUniqueViolation(error) && name !== undefined ? stackNameTaken(name) : error;
  }
}

/** Deletes a stack permanently, with its servers, credentials, endpoints, tokens and call records. @throws not_found */
export async function deleteStack(ctx: Ctx, id: StackId): Promise<Stack> {
  requireRightIn(ctx.actor, 'write', id);
  let hasMore = false;
  const deleted = await write(ctx, async (tx) => {
    const stack = await tx.stack.findFirst({ where: { id, ...stackWhere(ctx.actor) } });
    if (!stack) throw noSuchStack();
    await tx.stack.delete({ where: { id } });
    // Delete call records after locking the stack's row. The lock waits for calls that are being recorded.
    hasMore = await deleteStackCalls(tx, stack);
    await noteErasure(ctx, tx, id);
    return {
      value: stack,
      audit: { action: 'stack.delete', target: { kind: 'stack', id }, stackId: id, details: { name: stack.name } },
      changes: [{ kind: 'stackDeleted', id }],
    };
  });
  if (hasMore)
    ctx.background.run('delete the calls of a stack', async () => {
      while (await deleteStackCalls(ctx.db, deleted));
    });
  return deleted;
}
