import { z } from 'zod';
import type { Stack } from '../../generated/prisma/client.ts';
import type { Ctx } from '../kernel/context.ts';
import { getStack } from '../kernel/findStack.ts';
import type { StackId } from '../kernel/ids.ts';
import { accountWhere, noSuchStack, requireRight } from '../kernel/scope.ts';
import { write } from '../kernel/write.ts';
import { listUpTo, parseInput } from '../lib/parse.ts';
import { shownText } from '../lib/text.ts';
import { isRedaction, type Redaction } from './redact.ts';

/** Storage settings for the inputs and outputs of a stack's calls. */
export type ContentPolicy = {
  readonly days: number;
  readonly redaction: Redaction;
};

const DAYS_MAX = 30;
const REDACTIONS_MAX = 50;
const REDACTION_CHARS_MAX = 200;

const redaction = shownText
  .max(REDACTION_CHARS_MAX)
  .refine(isRedaction, 'must be a name, or a JSON pointer below /input or /output');
/** Schemas of the settings of `updateContentSettings`. */
export const contentSettings = {
  days: z.int().min(1).max(DAYS_MAX).nullish(),
  redact: listUpTo(redaction, REDACTIONS_MAX).nullish(),
};
const settingsInput = z.object(contentSettings);

/**
 * Sets whether a redacted copy of each call's input and output is stored. The input is `{ days?, redact? }`; absent
 * fields stay unchanged. `days` (1 to 30) also enables call recording; null stops storing copies. A null `redact`
 * removes the stack's redactions. Existing copies stay until their own retention ends.
 * @throws forbidden without the right `admin`; not_found, invalid_input
 */
export async function updateContentSettings(ctx: Ctx, id: StackId, input: unknown): Promise<Stack> {
  requireRight(ctx.actor, 'admin');
  await getStack(ctx, id);
  const { days, redact } = parseInput(settingsInput, input, 'Invalid request parameters');
  const data = {
    ...(days !== undefined && { contentDays: days }),
    ...(redact !== undefined && { contentRedactions: [...new Set(redact ?? [])] }),
    ...(typeof days === 'number' && { recordsCalls: true }),
    version: { increment: 1 },
    updatedAt: ctx.now(),
  };
  return write(ctx, async (tx) => {
    const [value] = await tx.stack.updateManyAndReturn({ where: { id, ...accountWhere(ctx.actor) }, data });
    if (!value) throw noSuchStack();
    const { contentDays } = value;
    const details = { ...(contentDays !== null && { days: contentDays }), redact: value.contentRedactions };
    return {
      value,
      audit: { action: 'stack.keep_contents', target: { kind: 'stack', id }, stackId: id, details },
      changes: [{ kind: 'stackSettings', id }],
    };
  });
}

/**
 * Deletes the stored inputs and outputs of a stack's calls, whether or not recording continues.
 * @returns the number deleted
 * @throws forbidden without the right `admin`; not_found
 */
export async function deleteStackContents(ctx: Ctx, id: StackId): Promise<number> {
  requireRight(ctx.actor, 'admin');
  await getStack(ctx, id);
  return write(ctx, async (tx) => {
    // Lock the stack to wait for concurrent inserts, so that their rows are deleted too.
    await tx.$queryRaw`SELECT 1 AS locked FROM stack WHERE id = ${id} FOR UPDATE`;
    const { count } = await tx.callContent.deleteMany({ where: { stackId: id, stack: accountWhere(ctx.actor) } });
    return {
      value: count,
      audit: { action: 'stack.delete_contents', target: { kind: 'stack', id }, stackId: id, details: { calls: count } },
    };
  });
}
