import type { Job } from '../../generated/prisma/client.ts';
import type { ElicitationAnswers } from '../calls/elicitation.ts';
import type { Ctx } from '../kernel/context.ts';
import type { JobId, StackId } from '../kernel/ids.ts';
import { openText, sealText } from '../kernel/vault/sealText.ts';
import { AppError } from '../lib/errors.ts';
import { isJsonObject, type JsonObject, parseJson } from '../lib/json.ts';
import { callerOf } from '../limits/caller.ts';
import type { Elicitation } from '../results/outcome.ts';
import { JOB_SELECT, type JobFacts, reachableWhere } from './job.ts';
import { announceJob } from './jobRows.ts';

const PURPOSE = 'job-question';
/** Maximum bytes of a question with its answers. */
const QUESTION_BYTES_MAX = 1_048_576;

type JobElicitation = Elicitation & { readonly inputResponses: JsonObject };

/** Encrypts a question that the call of a job asks, with the answers so far. */
export const sealJobElicitation = (
  { vault }: Pick<Ctx, 'vault'>,
  id: JobId,
  elicitation: Elicitation,
  inputResponses: JsonObject = {},
): Uint8Array<ArrayBuffer> => sealText(vault, PURPOSE, id, JSON.stringify({ ...elicitation, inputResponses }));

/** @throws VaultError if another master key encrypted it */
function openJobElicitation(
  { vault }: Pick<Ctx, 'vault'>,
  { id, question }: Pick<Job, 'id' | 'question'>,
): JobElicitation | null {
  // Safe: `sealJobElicitation` wrote the text.
  return question && (parseJson(openText(vault, PURPOSE, id, question)) as unknown as JobElicitation);
}

const unanswered = ({ inputRequests, inputResponses }: JobElicitation): JsonObject =>
  Object.fromEntries(Object.entries(inputRequests).filter(([key]) => !Object.hasOwn(inputResponses, key)));

/** The requests, by key, that a waiting job has no answer to yet; empty for any other job. */
export function requestsOf(ctx: Pick<Ctx, 'vault'>, job: Pick<Job, 'id' | 'question' | 'state'>): JsonObject {
  const elicitation = job.state === 'waiting' ? openJobElicitation(ctx, job) : null;
  return elicitation ? unanswered(elicitation) : {};
}

/** The answers to the question of a job, with which its call is repeated; absent if it asked none. */
export function answersOf(
  ctx: Pick<Ctx, 'vault'>,
  job: Pick<Job, 'id' | 'question'>,
): { readonly answers?: ElicitationAnswers } {
  const elicitation = openJobElicitation(ctx, job);
  if (!elicitation) return {};
  const { inputResponses, requestState } = elicitation;
  return { answers: { inputResponses, ...(requestState !== undefined && { requestState }) } };
}

/** A job of the caller, with its question. */
export type OwnJob = JobFacts & Pick<Job, 'question'>;

/** One of the caller’s own jobs in a stack; null for any other. */
export const findOwnJob = async (ctx: Ctx, id: JobId, stackId: StackId): Promise<OwnJob | null> =>
  ctx.db.job.findFirst({
    where: { AND: [reachableWhere(ctx), { id, stackId, owner: callerOf(ctx) }] },
    select: { ...JOB_SELECT, question: true },
  });

/**
 * Stores answers to the question of a job that the caller has found. The job continues once each request is answered.
 * Ignores keys that the job does not ask for. @throws invalid_input if the answers are too large
 */
export async function answerJob(ctx: Ctx, { id, accountId, stackId }: OwnJob, answers: JsonObject): Promise<void> {
  const payload = await ctx.db.$transaction(async (tx) => {
    // Locked, so that concurrent answers to two requests are both kept.
    await tx.$executeRaw`SELECT 1 FROM job WHERE id = ${id} FOR UPDATE`;
    const job = await tx.job.findFirst({ where: { id, state: 'waiting' }, select: { id: true, question: true } });
    const stored = job && openJobElicitation(ctx, job);
    if (!stored) return null;
    const open = unanswered(stored);
    const accepted = Object.entries(answers).filter(
      ([key, answer]) => Object.hasOwn(open, key) && isJsonObject(answer),
    );
    if (accepted.length === 0) return null;
    const inputResponses = { ...stored.inputResponses, ...Object.fromEntries(accepted) };
    const { inputRequests, requestState } = stored;
    const elicitation = { inputRequests, ...(requestState !== undefined && { requestState }) };
    const sealed = sealJobElicitation(ctx, id, elicitation, inputResponses);
    if (sealed.length > QUESTION_BYTES_MAX)
      throw new AppError('invalid_input', `The answers of a job are limited to ${QUESTION_BYTES_MAX} bytes`);
    const isComplete = Object.keys(unanswered({ ...elicitation, inputResponses })).length === 0;
    await tx.job.update({ where: { id }, data: { question: sealed, ...(isComplete && { leaseUntil: null }) } });
    return announceJob(tx, { id, accountId, stackId });
  });
  if (payload === null) return;
  ctx.liveFeed.publish([payload]);
  ctx.jobBell.ring();
}
