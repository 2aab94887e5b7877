import { z } from 'zod';
import type { Stack } from '../../generated/prisma/client.ts';
import type { Ctx } from '../context.ts';
import type { StackId } from '../ids.ts';
import { parseInput } from '../lib/parse.ts';
import { shownText } from '../lib/text.ts';
import { accountWhere, noSuchStack, requireRight } from '../scope.ts';
import { getStack } from '../stacks/stack.ts';
import { write } from '../write.ts';
import { isRedaction, type Redaction, redactionOf } from './redact.ts';

/** How the inputs and outputs of a stack's calls are kept. */
export type ContentPolicy = {
  readonly days: number;
  readonly redaction: Redaction;
};

const DAYS_MAX = 30;
const REDACTIONS_MAX = 50;
const REDACTION_CHARS_MAX = 200;

/** What a stack says of it; null where it keeps none, as nearly all do. */
export const contentPolicyOf = ({
  recordsCalls,
  contentDays,
  contentRedactions,
}: Pick<Stack, 'recordsCalls' | 'contentDays' | 'contentRedactions'>): ContentPolicy | null =>
  recordsCalls && contentDays !== null ? { days: contentDays, redaction: redactionOf(contentRedactions) } : null;

const redaction = shownText
  .max(REDACTION_CHARS_MAX)
  .refine(isRedaction, 'must be a name, or a JSON pointer below /input or /output');
const settingsInput = z.object({
  days: z.int().min(1).max(DAYS_MAX).nullish(),
  redact: z.array(redaction).max(REDACTIONS_MAX).nullish(),
});

/**
 * Has a stack keep a redacted copy of the input and output of each of its calls from now on, for `days` (1 to 30), and
 * record its calls where it does not; without `days` it keeps none from now on. From `{ days?, redact? }`: left out,
 * `redact` stays as it is. Copies that are kept stay until their own days are over.
 * @throws forbidden without the right `admin`; not_found, invalid_input
 */
export async function updateContentSettings(ctx: Ctx, id: StackId, input: unknown): Promise<Stack> {
  requireRight(ctx.actor, 'admin');
  const stack = await getStack(ctx, id);
  const { days = null, redact } = parseInput(settingsInput, input, 'Invalid request parameters');
  const data = {
    contentDays: days,
    contentRedactions: redact ? [...new Set(redact)] : stack.contentRedactions,
    ...(days !== null && { recordsCalls: true }),
    version: { increment: 1 },
    updatedAt: ctx.now(),
  };
  return write(ctx, async (tx) => {
    const [value] = await tx.stack.updateManyAndReturn({ where: { id, ...accountWhere(ctx.actor) }, data });
    if (!value) throw noSuchStack();
    const details = { ...(days !== null && { days }), redact: value.contentRedactions };
    return {
      value,
      audit: { action: 'stack.keep_contents', target: { kind: 'stack', id }, stackId: id, details },
      changes: [{ kind: 'stackSettings', id }],
    };
  });
}

/**
 * Deletes what is kept of the inputs and outputs of a stack's calls, whoever keeps on recording; returns how many.
 * @throws forbidden without the right `admin`; not_found
 */
export async function deleteStackContents(ctx: Ctx, id: StackId): Promise<number> {
  requireRight(ctx.actor, 'admin');
  await getStack(ctx, id);
  return write(ctx, async (tx) => {
    // What is being stored at this moment, which refers to the stack, is waited for, and then found.
    await tx.$queryRaw`SELECT 1 AS locked FROM stack WHERE id = ${id} FOR UPDATE`;
    const { count } = await tx.callContent.deleteMany({ where: { stackId: id, stack: accountWhere(ctx.actor) } });
    return {
      value: count,
      audit: { action: 'stack.delete_contents', target: { kind: 'stack', id }, stackId: id, details: { calls: count } },
    };
  });
}
