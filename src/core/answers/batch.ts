import { z } from 'zod';
import type { CallRecord } from '../../generated/prisma/client.ts';
import { watchRecord } from '../callRecords/watchRecord.ts';
import type { Ctx } from '../kernel/context.ts';
import type { StackId } from '../kernel/ids.ts';
import { requireRightIn } from '../kernel/scope.ts';
import { asDatabaseUnavailable } from '../lib/databaseFault.ts';
import { AppError } from '../lib/errors.ts';
import { listUpTo, parseInput } from '../lib/parse.ts';
import { charge } from '../limits/charge.ts';
import type { LimitState } from '../limits/limiter.ts';
import { rateLimited } from '../limits/rateLimited.ts';
import type { ToolOutcome } from '../results/outcome.ts';
import { getSnapshot } from '../snapshots/readSnapshot.ts';
import { invokeTool } from './answerCall.ts';

/** Maximum calls in one batch; more are invalid input. */
export const BATCH_CALLS_MAX = 50;

/** Result of one call in a batch, the same as that of a single call. */
export type BatchAnswer = ({ readonly outcome: ToolOutcome } | { readonly error: AppError }) & {
  /** Null for a call that was not recorded. */
  readonly record: CallRecord | null;
};

type Batch = {
  /** In the order of the calls. */
  readonly answers: readonly BatchAnswer[];
  /** Rate limit states after charging each call except the first. */
  readonly charged: readonly LimitState[];
};

const batchInput = z.object({
  calls: listUpTo(
    z.object({
      toolId: z.string(),
      toolInput: z.unknown().optional(),
      idempotencyKey: z.string().nullish(),
      select: z.unknown().optional(),
      maxBytes: z.unknown().optional(),
    }),
    BATCH_CALLS_MAX,
    1,
  ),
  isDryRun: z.boolean().nullish(),
});

type Call = z.infer<typeof batchInput>['calls'][number];

/**
 * Runs up to 50 calls of a stack's tools concurrently: `{ calls: [{ toolId, toolInput, idempotencyKey?, select?,
 * maxBytes? }], isDryRun? }`. The request itself is charged for the first call; each further call is charged, and
 * possibly refused, separately.
 * @throws not_found (stack), invalid_input (the batch as a whole)
 */
export async function invokeBatch(ctx: Ctx, stackId: StackId, input: unknown): Promise<Batch> {
  requireRightIn(ctx.actor, 'invoke', stackId);
  await getSnapshot(ctx, stackId);
  const { calls, isDryRun } = parseInput(batchInput, input, 'Invalid request parameters');
  const charged = await Promise.all(calls.slice(1).map(() => charge(ctx, 'invoke')));
  const answers = calls.map((call, index) =>
    answer(ctx, stackId, { ...call, isDryRun: isDryRun === true }, charged[index - 1]),
  );
  return { answers: await Promise.all(answers), charged };
}

async function answer(
  ctx: Ctx,
  stackId: StackId,
  call: Call & { readonly isDryRun: boolean },
  limit: LimitState | undefined,
): Promise<BatchAnswer> {
  if (limit?.isAllowed === false) return { error: rateLimited(limit, ctx.now(), ctx.actor), record: null };
  const { toolId, toolInput, idempotencyKey, ...resultOptions } = call;
  const watched = watchRecord(ctx);
  try {
    const options = { ...resultOptions, idempotencyKey: idempotencyKey ?? undefined };
    const outcome = await invokeTool(watched.ctx, stackId, toolId, toolInput, options);
    return { outcome, record: watched.record() };
  } catch (error) {
    const known = asDatabaseUnavailable(error);
    const record = watched.record();
    if (known instanceof AppError) return { error: known, record };
    ctx.log.error({ err: error, stackId, toolId }, 'a call of a batch failed');
    return { error: new AppError('internal', 'Internal error', {}, error), record };
  }
}
